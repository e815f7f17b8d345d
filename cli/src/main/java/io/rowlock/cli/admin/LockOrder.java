package io.rowlock.cli.admin;

import io.rowlock.LockStatus;
import io.rowlock.cli.text.Text;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The orders in which locks are listed. The most interesting locks come first; locks that are alike come by name. */
enum LockOrder {
    NAME(Comparator.comparing(LockStatus::key)),
    /** Those first that are not as usual. */
    STATE(Comparator.comparingInt(LockOrder::oddness)),
    OWNER(Comparator.comparing(LockStatus::owner)),
    /** The longest held first. */
    SINCE(Comparator.comparing(LockStatus::since)),
    /** The next to be free first. */
    UNTIL(Comparator.comparing(LockStatus::until)),
    RENEWALS(Comparator.comparingLong(LockStatus::renewals).reversed()),
    WAITERS(Comparator.comparingInt(LockStatus::waiters).reversed()),
    /** The latest grant first. */
    TOKEN(Comparator.comparingLong(LockStatus::token).reversed());

    @SuppressWarnings("ImmutableEnumChecker") // comparators of immutable parts
    private final Comparator<LockStatus> comparator;

    LockOrder(Comparator<LockStatus> comparator) {
        this.comparator = comparator;
    }

    Comparator<LockStatus> comparator() {
        return comparator.thenComparing(LockStatus::key);
    }

    private static int oddness(LockStatus lock) {
        return switch (lock.state()) {
            case REVOKED -> 0;
            case EXPIRED -> 1;
            case HELD -> 2;
            case KEPT -> 3;
            case FREE -> 4;
        };
    }

    private static Stream<String> words() {
        return Stream.of(values()).map(order -> order.name().toLowerCase(Locale.ROOT));
    }

    /** Reads an order from the command line, where it is named like a column. */
    static final class Words implements ITypeConverter<LockOrder>, Iterable<String> {
        @Override
        public LockOrder convert(String text) {
            return Stream.of(values())
                    .filter(order -> order.name().equalsIgnoreCase(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("'" + Text.printable(text)
                            + "' is no column; choose from " + words().collect(Collectors.joining(", "))));
        }

        @Override
        public Iterator<String> iterator() {
            return words().iterator();
        }
    }
}
