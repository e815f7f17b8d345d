package io.rowlock.table;

import io.rowlock.LockKey;
import io.rowlock.TableName;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/** The values behind the parts of a {@link LockTable}: records that nobody outside can name, so that each may gain a component. */
final class TableValues {
    private TableValues() {}

    record Key(TableKey.Form form, List<String> columns, int width, String region) implements TableKey {
        Key {
            Objects.requireNonNull(region, "region");
            columns = List.copyOf(columns);
            columns.forEach(TableName::of);
        }

        @Override
        public List<String> values(LockKey key) {
            return switch (form) {
                case NAME -> List.of(fitting(key.name()));
                case TYPE_AND_ID -> typeAndId(key.name());
                case REGION_AND_UUID ->
                    List.of(
                            region,
                            UUID.nameUUIDFromBytes(key.name().getBytes(StandardCharsets.UTF_8))
                                    .toString());
            };
        }

        private List<String> typeAndId(String name) {
            int colon = name.indexOf(':');
            if (colon < 0) {
                throw new IllegalArgumentException("lock name '" + name
                        + "' has no colon, and this table's locks have a type and an id; name it type:id");
            }
            return List.of(fitting(name.substring(0, colon)), fitting(name.substring(colon + 1)));
        }

        private String fitting(String value) {
            int length = value.codePointCount(0, value.length());
            if (length > width) {
                throw new IllegalArgumentException("'" + value + "' has " + length
                        + " characters, and the key of this lock table holds " + width + "; choose a shorter name");
            }
            return value;
        }
    }

    record Columns(String owner, int ownerWidth, String expiry, Optional<String> acquired, Optional<String> status)
            implements TableColumns {
        Columns {
            TableName.of(owner);
            TableName.of(expiry);
            acquired.ifPresent(TableName::of);
            status.ifPresent(TableName::of);
        }

        @Override
        public TableColumns withAcquired(String column) {
            return new Columns(owner, ownerWidth, expiry, Optional.of(column), status);
        }

        @Override
        public TableColumns withStatus(String column) {
            return new Columns(owner, ownerWidth, expiry, acquired, Optional.of(column));
        }
    }

    record Time(Optional<ZoneId> zone, OptionalInt fraction, Duration skew, LockTable.Comparison comparison)
            implements TableTime {
        Time {
            Objects.requireNonNull(comparison, "comparison");
            requireFraction(fraction);
            if (skew.isNegative()) {
                throw new IllegalArgumentException("skew " + skew + " is negative");
            }
        }

        static Time ofDatabase() {
            return new Time(Optional.empty(), OptionalInt.empty(), Duration.ZERO, LockTable.Comparison.pastExpiry());
        }
    }

    record Comparison(boolean equalIsOver, OptionalInt fraction) implements LockTable.Comparison {
        Comparison {
            requireFraction(fraction);
        }

        @Override
        public LockTable.Comparison withFraction(int digits) {
            return new Comparison(equalIsOver, OptionalInt.of(digits));
        }
    }

    private static void requireFraction(OptionalInt fraction) {
        int digits = fraction.orElse(0);
        if (digits < 0 || digits > 6) {
            throw new IllegalArgumentException("a time has 0 to 6 digits of a second, not " + digits);
        }
    }
}
