package io.rowlock.internal.sql.foreign;

import io.rowlock.LockKey;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.LockRow;
import io.rowlock.table.LockTable;
import io.rowlock.table.TableKey.Form;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A row of a table of others, as it was read.
 *
 * @param row the row; null if there is none, or Rowlock could not lock its name
 * @param now the database's time
 */
record ForeignRow(@Nullable LockRow row, long now) {

    /** Reads rows of one table. */
    record Reader(LockTable table, OwnerValue owners, TableRounding rounding) {

        /** An expiry is read by how far it lies from the table's own time, so no zone is needed to understand it. */
        ForeignRow read(ResultSet row) throws SQLException {
            int keys = table.key().columns().size();
            Optional<LockKey> key = key(row);
            String owner = row.getString(keys + 1);
            LocalDateTime expiry = row.getObject(keys + 2, LocalDateTime.class);
            LocalDateTime now = row.getObject(keys + 3, LocalDateTime.class);
            long utc = micros(row.getObject(keys + 4, LocalDateTime.class));
            boolean taken = owner != null
                    && expiry != null
                    && (table.columns().status().isEmpty() || row.getInt(keys + 5) == 1);
            long expires = taken ? utc + ChronoUnit.MICROS.between(now, expiry) : 0;
            String ownerText = owner == null ? "" : owner.strip();
            return new ForeignRow(
                    key.map(known -> new LockRow(
                                    known,
                                    Grant.UNKNOWN_TOKEN,
                                    taken ? owners.requestId(ownerText) : null,
                                    new LockRow.Times(0, expires, taken ? rounding.delayMicros(expiry) : 0, 0),
                                    new LockRow.Counts(0, 0),
                                    ownerText))
                            .orElse(null),
                    utc);
        }

        private Optional<LockKey> key(ResultSet row) throws SQLException {
            String name = table.key().form() == Form.TYPE_AND_ID
                    ? row.getString(1) + ':' + row.getString(2)
                    : row.getString(table.key().columns().size());
            try {
                return Optional.of(LockKey.of(name));
            } catch (IllegalArgumentException notOurs) {
                return Optional.empty();
            }
        }
    }

    static long micros(LocalDateTime utc) {
        return ChronoUnit.MICROS.between(LocalDateTime.of(1970, 1, 1, 0, 0), utc);
    }

    /** A driver that counts changed rows finds none in a repeat within the same second; a claim too late changed none either. */
    boolean isRepeat(Claim claim) {
        return now <= claim.notAfter()
                && row != null
                && claim.requestId().equals(row.requestId())
                && row.times().expires() > now;
    }

    AcquireResult.Busy busy() {
        return new AcquireResult.Busy(Optional.ofNullable(row), now);
    }
}
