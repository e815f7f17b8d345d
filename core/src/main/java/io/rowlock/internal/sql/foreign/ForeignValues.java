package io.rowlock.internal.sql.foreign;

import io.rowlock.LockKey;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.time.Micros;
import io.rowlock.internal.time.Terms;
import io.rowlock.table.LockTable;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The values that statements on a table of others are given, by the names of their parameters. */
final class ForeignValues {
    private final LockTable table;
    private final OwnerValue owners;
    private final TableRounding rounding;

    ForeignValues(LockTable table, OwnerValue owners, TableRounding rounding) {
        this.table = table;
        this.owners = owners;
        this.rounding = rounding;
    }

    Map<String, Object> of(LockKey key) {
        Map<String, Object> values = new HashMap<>();
        List<String> parts = table.key().values(key);
        for (int i = 0; i < parts.size(); i++) {
            values.put("key" + i, parts.get(i));
        }
        return values;
    }

    Map<String, Object> of(Grant grant) {
        Map<String, Object> values = of(grant.key());
        values.put("owner", owners.of(grant.requestId()));
        return values;
    }

    Map<String, Object> of(Claim claim) {
        Map<String, Object> values = of(claim.key());
        values.put("owner", owners.of(claim.requestId()));
        values.put("lease", millis(claim.terms()));
        values.put("late", utc(claim.notAfter()));
        return values;
    }

    static LocalDateTime utc(long micros) {
        return LocalDateTime.ofInstant(Micros.toInstant(micros), ZoneOffset.UTC);
    }

    Map<String, Object> ofOwner(String requestId) {
        return Map.of("owner", owners.of(requestId));
    }

    /** The last grant fills the places that are left, so that few statements serve all sizes. */
    Map<String, Object> of(List<Grant> grants, int size, Terms terms) {
        Map<String, Object> values = new HashMap<>();
        for (int i = 0; i < size; i++) {
            Grant grant = grants.get(Math.min(i, grants.size() - 1));
            List<String> key = table.key().values(grant.key());
            for (int column = 0; column < key.size(); column++) {
                values.put("key" + column + "0000" + i, key.get(column));
            }
            values.put("owner" + i, owners.of(grant.requestId()));
        }
        values.put("lease", millis(terms));
        return values;
    }

    Map<String, Object> prolonging(Grant grant, Duration by) {
        Map<String, Object> values = of(grant);
        values.put("by", rounding.prolongedMillis(ceilingMillis(by)));
        return values;
    }

    private long millis(Terms terms) {
        return ceilingMillis(terms.lease().plus(terms.grace())) + rounding.paddingMillis();
    }

    private static long ceilingMillis(Duration duration) {
        return duration.plusNanos(999_999).toMillis();
    }
}
