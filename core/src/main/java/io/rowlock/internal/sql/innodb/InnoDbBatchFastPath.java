package io.rowlock.internal.sql.innodb;

import io.rowlock.LockKey;
import io.rowlock.internal.sql.shared.GrantSql;
import io.rowlock.internal.sql.shared.GrantSql.Values;
import io.rowlock.internal.sql.shared.RecentKeys;
import io.rowlock.internal.sql.shared.UniformBatch;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Rows;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Takes and releases several locks in one statement and one commit, on MySQL and MariaDB: the common case, in which their rows
 * are there, free or their releaser's, and not locked. A request that it leaves undone is not rejected: the general path decides.
 *
 * <ol>
 *   <li>Names and request ids stand in lists, so that the rows are found by the key, in its order, and no temporary table is
 *       made, which takes longer than all the rest.
 *   <li>A request id belongs to one lock. So a row is released if its id is among those to be released, and is not taken if
 *       the last one released is among those that claim.
 *   <li>All are granted by the same clock, which is the token of all; a row whose token is not older is left alone.
 *   <li>Lists are filled up to a power of two by a text that is no name and no id, so that there are few statements to prepare.
 * </ol>
 */
final class InnoDbBatchFastPath {

    /** The most claims, and the most releases: each name is searched for in the list of all. */
    static final int MOST = 128;

    private static final String PADDING = "";

    private static final Query.Numbered NOTHING = new Query.Numbered(0, 0);

    private static final String WHICH = """
            r.slot = ? AND r.name IN ({claims}, {releases})
                  AND (r.request_id IN ({releases})
                       OR r.request_id IS NULL AND r.name IN ({claims}) AND {running} <= ? AND r.keep_until_us <= {now} AND r.token < {now}
                          AND (r.released_request IS NULL OR r.released_request NOT IN ({claims})))""";

    /** The request id stands at the place that the name has in its list. */
    private static final GrantSql GRANT =
            new GrantSql("r.", "r.", "{now}", new Values("ELT(FIELD(r.name, {claims}), {claims})", "?", "?", "?", "?"));

    private static final String STANDING = """
            SELECT r.name, r.slot
            FROM {table} r FORCE INDEX (PRIMARY)
            WHERE r.slot = ? AND r.name IN ({releases}) AND r.request_id IN ({releases})""";

    private final InnoDbFastPath.Maker maker;
    private final String form;
    private final boolean setFirst;

    /** By the lengths of their lists; those without claims only read. */
    private final Map<Sizes, Query> queries = new ConcurrentHashMap<>();

    /** Locks whose rows were not as they commonly are. */
    private final RecentKeys<LockKey> unusual = new RecentKeys<>();

    /**
     * A statement.
     *
     * @param maker fills in table and clock
     * @param form the statement, with {@code {set}} and {@code {which}} in their places
     * @param held the request id that a row had before
     */
    InnoDbBatchFastPath(InnoDbFastPath.Maker maker, String form, String held) {
        this.maker = maker;
        this.form = form.replace("{set}", GRANT.setOrRelease("LAST_INSERT_ID({now})", held))
                .replace("{which}", WHICH);
        setFirst = form.indexOf("{set}") < form.indexOf("{which}");
    }

    /** How long the lists are. */
    private record Sizes(int claims, int releases) {}

    /** The requests that can go in the statement. */
    UniformBatch uniformOf(List<Claim> claims, List<Grant> releases) {
        return UniformBatch.of(
                claims.stream().filter(claim -> !unusual.has(claim.key())).toList(), releases);
    }

    /** Notes whether the row of a claim was as it commonly is when the general path found it. */
    void noteResult(Claim claim, boolean granted) {
        if (granted) {
            unusual.forget(claim.key());
        } else {
            unusual.remember(claim.key());
        }
    }

    /** Takes and releases as many as it can; returns how many, and the token of those that were taken. */
    Query.Numbered execute(Connection connection, UniformBatch uniform) throws SQLException {
        if (uniform.size() == 0) {
            return NOTHING;
        }
        Sizes sizes = new Sizes(
                padded(uniform.claims().size()), padded(uniform.releases().size()));
        Query query = queries.computeIfAbsent(sizes, this::query);
        return RowLocks.unlessLocked(
                NOTHING,
                () -> query.numberedUpdate(connection, statement -> new Binder(statement, sizes, uniform).bind()));
    }

    /** The next power of two; at least one, because an empty list is no list. */
    private static int padded(int size) {
        return size <= 1 ? 1 : Integer.highestOneBit(size - 1) << 1;
    }

    /** The locks to be released whose grants stand. */
    Set<LockKey> standing(Connection connection, UniformBatch uniform) throws SQLException {
        Sizes sizes = new Sizes(0, padded(uniform.releases().size()));
        Query query = queries.computeIfAbsent(
                sizes, fresh -> maker.query(STANDING.replace("{releases}", marks(fresh.releases))));
        return Set.copyOf(
                query.list(connection, statement -> new Binder(statement, sizes, uniform).standing(), Rows::key));
    }

    private Query query(Sizes sizes) {
        return maker.query(form.replace("{claims}", marks(sizes.claims)).replace("{releases}", marks(sizes.releases)));
    }

    private static String marks(int count) {
        return String.join(", ", Collections.nCopies(count, "?"));
    }

    /** Binds the values in the order of the statement. */
    private final class Binder {
        private final PreparedStatement statement;
        private final Sizes sizes;
        private final UniformBatch uniform;
        private final List<Claim> claims;
        private final List<Grant> releases;
        private int bound;

        Binder(PreparedStatement statement, Sizes sizes, UniformBatch uniform) {
            this.statement = statement;
            this.sizes = sizes;
            this.uniform = uniform;
            claims = uniform.claims();
            releases = uniform.releases();
        }

        void bind() throws SQLException {
            if (setFirst) {
                set();
                which();
            } else {
                which();
                set();
            }
        }

        void standing() throws SQLException {
            statement.setInt(++bound, uniform.slot());
            list(releases, grant -> grant.key().name(), sizes.releases);
            list(releases, Grant::requestId, sizes.releases);
        }

        private void set() throws SQLException {
            bound = uniform.bindTerms(statement, bound + 1) - 1;
            list(claims, claim -> claim.key().name(), sizes.claims);
            list(claims, Claim::requestId, sizes.claims);
        }

        private void which() throws SQLException {
            statement.setInt(++bound, uniform.slot());
            list(claims, claim -> claim.key().name(), sizes.claims);
            list(releases, grant -> grant.key().name(), sizes.releases);
            list(releases, Grant::requestId, sizes.releases);
            list(claims, claim -> claim.key().name(), sizes.claims);
            statement.setLong(++bound, uniform.notAfter());
            list(claims, Claim::requestId, sizes.claims);
        }

        private <T> void list(List<T> requests, Function<T, String> text, int size) throws SQLException {
            for (int i = 0; i < size; i++) {
                statement.setString(++bound, i < requests.size() ? text.apply(requests.get(i)) : PADDING);
            }
        }
    }
}
