package io.rowlock.internal.sql.check;

import io.rowlock.table.LockTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A lock table of another library that Rowlock can share.
 *
 * @param owner the library
 * @param code the description of its table, in Java
 * @param table the description
 */
record KnownTable(String owner, String code, LockTable table) {

    private static final List<KnownTable> ALL = List.of(
            new KnownTable("ShedLock", "LockTable.shedlock()", LockTable.shedlock()),
            new KnownTable("Spring Integration", "LockTable.springIntegration()", LockTable.springIntegration()));

    /** The library whose table has these columns, if there is one. */
    static Optional<KnownTable> of(List<String> columns) {
        return ALL.stream()
                .filter(known -> known.columns().allMatch(columns::contains))
                .findFirst();
    }

    private Stream<String> columns() {
        List<String> columns = new ArrayList<>(table.key().columns());
        columns.add(table.columns().owner());
        columns.add(table.columns().expiry());
        table.columns().acquired().ifPresent(columns::add);
        return columns.stream().map(column -> column.toLowerCase(Locale.ROOT));
    }
}
