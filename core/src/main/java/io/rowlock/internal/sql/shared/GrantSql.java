package io.rowlock.internal.sql.shared;

import io.rowlock.internal.store.Claim;
import io.rowlock.internal.time.Micros;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The columns that a grant, a release and a revoke write: the one place that names them, for every statement on every
 * database. A dialect says how its statement calls the row, the clock and the values.
 *
 * @param target the prefix of a column that is set
 * @param row the prefix of a column's value before
 * @param now the clock
 * @param claim the values that come from the claim
 */
public record GrantSql(String target, String row, String now, Values claim) {
    private static final String REQUEST = "request_id";

    /** The prefix of columns of the row, where a statement must tell them from others. */
    private static final String ROW = "{row}";

    /**
     * A column, and the expression for its value when a row is taken, and when it is created.
     *
     * @param name of the column
     * @param taken the value of a row that was there
     * @param created the value of a new row; empty for the column's default
     */
    private record Column(String name, String taken, String created) {
        Column(String name, String value) {
            this(name, value, value);
        }
    }

    /** In the order in which {@link #values} has the values of a claim. */
    private static final List<Column> GRANT = List.of(
            new Column("token", "{token}"),
            new Column(REQUEST, "{request}"),
            new Column("session_id", "NULL", ""),
            new Column("acquired_us", "{clock}"),
            new Column("expires_us", "{clock} + {lease}"),
            new Column("lease_us", "{lease}"),
            new Column("grace_us", "{grace}"),
            new Column("keep_until_us", "COALESCE({clock} + NULLIF({keep}, 0), 0)"),
            new Column("grants", "{row}grants + 1", "1"),
            new Column("renewals", "0", ""),
            new Column("owner", "{owner}"));

    /** The columns that a release writes, apart from the trace that it leaves in {@code released_request}. */
    private static final Map<String, String> RELEASE =
            Map.of(REQUEST, "NULL", "session_id", "NULL", "expires_us", "{clock}");

    /** The request id that a revoke leaves as a trace: that of the grant, even if it was revoked before. */
    private static final String LAST_HOLDER = "COALESCE(NULLIF({row}request_id, 'revoked'), {row}released_request)";

    /**
     * How a statement calls the values of a claim.
     *
     * @param request its request id
     * @param lease in microseconds
     * @param grace in microseconds
     * @param keep how long the lock is kept, in microseconds
     * @param owner its owner
     */
    public record Values(String request, String lease, String grace, String keep, String owner) {

        /** Values that are bound one by one, as {@link GrantSql#bind} does. */
        public static final Values BOUND = new Values("?", "?", "?", "?", "?");

        /** The columns of a list of claims under an alias. */
        public static Values of(String alias) {
            String prefix = alias + ".";
            return new Values(
                    prefix + REQUEST, prefix + "lease_us", prefix + "grace_us", prefix + "keep_us", prefix + "owner");
        }

        /** The same, but with another expression for the time that the lock is kept, where a plain one has no type. */
        public Values withKeep(String expression) {
            return new Values(request, lease, grace, expression, owner);
        }
    }

    /** A grant whose values are bound, in a statement that knows the row without a prefix. */
    public static GrantSql bound() {
        return new GrantSql("", "", "{now}", Values.BOUND);
    }

    /** The next token: later than the last one, and than every other of this moment. */
    public String nextToken() {
        return "GREATEST(" + row + "token + 1, " + now + ")";
    }

    /** The assignments of an UPDATE that takes the row of a lock. */
    public String set(String token) {
        return GRANT.stream()
                .map(column -> assignment(column.name, column.taken))
                .collect(Collectors.joining(", "))
                .replace("{token}", token);
    }

    /** The columns of an INSERT that creates the row of a lock; its name and slot follow. */
    public static String columns() {
        return created().map(Column::name).collect(Collectors.joining(", "));
    }

    /** The values of these columns. */
    public String values(String token) {
        return filled(created().map(Column::created).collect(Collectors.joining(", ")))
                .replace("{token}", token);
    }

    private static Stream<Column> created() {
        return GRANT.stream().filter(column -> !column.created.isEmpty());
    }

    /**
     * The assignments of an UPDATE that takes rows which are free, and releases the others. MariaDB makes one after the other, so
     * the request id, by which rows are told apart, comes last.
     *
     * @param token the token of a grant
     * @param held the request id that the row had before; null if it is free
     */
    public String setOrRelease(String token, String held) {
        return Stream.concat(
                        Stream.of(choice(held, "released_request", "{row}released_request", held)),
                        Stream.concat(
                                        GRANT.stream().filter(column -> !column.name.equals(REQUEST)),
                                        GRANT.stream().filter(column -> column.name.equals(REQUEST)))
                                .map(column -> choice(
                                        held,
                                        column.name,
                                        column.taken,
                                        RELEASE.getOrDefault(column.name, ROW + column.name))))
                .collect(Collectors.joining(",\n    "))
                .replace("{token}", token);
    }

    private String choice(String held, String column, String granted, String released) {
        return assignment(
                column,
                granted.equals(released)
                        ? granted
                        : "CASE WHEN " + held + " IS NULL THEN " + granted + " ELSE " + released + " END");
    }

    /**
     * The assignments of an UPDATE that releases a lock.
     *
     * @param request the request id of the grant, which stays as its trace
     */
    public String release(String request) {
        return Stream.concat(
                        Stream.of(assignment("released_request", request)),
                        GRANT.stream()
                                .map(Column::name)
                                .filter(RELEASE::containsKey)
                                .map(column -> assignment(column, RELEASE.getOrDefault(column, ""))))
                .collect(Collectors.joining(", "));
    }

    /** The assignments of an UPDATE that revokes a grant, which lasts until its expiry and grace. A keep-for ends at once. */
    public String revoke() {
        return Stream.of(
                        assignment("released_request", LAST_HOLDER),
                        assignment("keep_until_us", "0"),
                        assignment(REQUEST, "CASE WHEN {row}request_id IS NOT NULL THEN 'revoked' END"))
                .collect(Collectors.joining(", "));
    }

    /** The assignments of an UPDATE that revokes a grant and frees the lock at once. */
    public String revokeNow() {
        return release(LAST_HOLDER) + ", " + assignment("keep_until_us", "0");
    }

    private String assignment(String column, String value) {
        return target + column + " = " + filled(value);
    }

    private String filled(String value) {
        return value.replace("{request}", claim.request)
                .replace("{lease}", claim.lease)
                .replace("{grace}", claim.grace)
                .replace("{keep}", claim.keep)
                .replace("{owner}", claim.owner)
                .replace(ROW, row)
                .replace("{clock}", now);
    }

    /** The values of a claim, in the order in which a grant's statement has them: the lease for the expiry and for its column. */
    static List<Object> values(Claim claim) {
        return Stream.concat(Stream.of(claim.requestId()), terms(claim).stream())
                .toList();
    }

    /** The same without the request id. */
    static List<Object> terms(Claim claim) {
        long lease = claim.terms().leaseMicros();
        return List.of(lease, lease, claim.terms().graceMicros(), Micros.of(claim.keepFor()), claim.owner());
    }

    /** Binds the values of a claim from a place on; returns the place after. */
    public static int bind(PreparedStatement statement, int first, Claim claim) throws SQLException {
        return bind(statement, first, values(claim));
    }

    static int bind(PreparedStatement statement, int first, List<?> values) throws SQLException {
        int next = first;
        for (Object value : values) {
            if (value instanceof Long number) {
                statement.setLong(next++, number);
            } else {
                statement.setString(next++, (String) value);
            }
        }
        return next;
    }
}
