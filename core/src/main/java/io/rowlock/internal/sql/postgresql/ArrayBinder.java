package io.rowlock.internal.sql.postgresql;

import io.rowlock.internal.sql.shared.UniformBatch;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.time.Micros;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** Binds lists to a PostgreSQL statement, an array for each column, one after the other. */
final class ArrayBinder {
    private final Connection connection;
    private final PreparedStatement statement;
    private int bound;

    ArrayBinder(Connection connection, PreparedStatement statement) {
        this.connection = connection;
        this.statement = statement;
    }

    ArrayBinder claims(List<Claim> claims) throws SQLException {
        bind("int4", ordinals(claims.size()));
        texts(claims, claim -> claim.key().name());
        integers(claims, claim -> claim.key().slot());
        texts(claims, Claim::requestId);
        numbers(claims, claim -> claim.terms().leaseMicros());
        numbers(claims, claim -> claim.terms().graceMicros());
        numbers(claims, claim -> Micros.of(claim.keepFor()));
        texts(claims, Claim::owner);
        numbers(claims, Claim::notAfter);
        return this;
    }

    ArrayBinder grants(List<Grant> grants) throws SQLException {
        texts(grants, grant -> grant.key().name());
        integers(grants, grant -> grant.key().slot());
        numbers(grants, Grant::token);
        texts(grants, Grant::requestId);
        return this;
    }

    /** Terms, then the claims, their slot, and until when they may be granted. */
    ArrayBinder uniformClaims(UniformBatch batch) throws SQLException {
        bound = batch.bindTerms(statement, bound + 1) - 1;
        texts(batch.claims(), claim -> claim.key().name());
        texts(batch.claims(), Claim::requestId);
        statement.setInt(++bound, batch.slot());
        statement.setLong(++bound, batch.notAfter());
        return this;
    }

    /** Releases, then their slot. */
    ArrayBinder uniformReleases(UniformBatch batch) throws SQLException {
        texts(batch.releases(), grant -> grant.key().name());
        texts(batch.releases(), Grant::requestId);
        statement.setInt(++bound, batch.slot());
        return this;
    }

    private static Integer[] ordinals(int count) {
        Integer[] ordinals = new Integer[count];
        Arrays.setAll(ordinals, i -> i + 1);
        return ordinals;
    }

    private <T> void texts(List<T> rows, Function<T, String> column) throws SQLException {
        String[] texts = new String[rows.size()];
        Arrays.setAll(texts, i -> column.apply(rows.get(i)));
        bind("varchar", texts);
    }

    private <T> void integers(List<T> rows, ToIntFunction<T> column) throws SQLException {
        Integer[] integers = new Integer[rows.size()];
        Arrays.setAll(integers, i -> column.applyAsInt(rows.get(i)));
        bind("int4", integers);
    }

    private <T> void numbers(List<T> rows, ToLongFunction<T> column) throws SQLException {
        Long[] numbers = new Long[rows.size()];
        Arrays.setAll(numbers, i -> column.applyAsLong(rows.get(i)));
        bind("int8", numbers);
    }

    private void bind(String type, Object[] column) throws SQLException {
        statement.setArray(++bound, connection.createArrayOf(type, column));
    }
}
