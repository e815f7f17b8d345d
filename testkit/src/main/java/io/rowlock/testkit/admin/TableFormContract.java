package io.rowlock.testkit.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.Database;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockSchema;
import io.rowlock.LockSetupException;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.foreign.TableHandbook;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** The table explains itself: a row says what it is, and a column means one thing. {@code docs/sql.md} says which. */
public interface TableFormContract extends Contract {

    /** The table as version 1 of the protocol had it. */
    List<String> OLDER_FORM = List.of("""
            CREATE TABLE {table} (
                name VARCHAR(200) NOT NULL, slot INT NOT NULL, token BIGINT NOT NULL, request_id VARCHAR(32),
                released_request VARCHAR(32), session_id VARCHAR(32), acquired_us BIGINT DEFAULT 0 NOT NULL,
                expires_us BIGINT DEFAULT 0 NOT NULL, lease_us BIGINT DEFAULT 0 NOT NULL, grace_us BIGINT DEFAULT 0 NOT NULL,
                keep_until_us BIGINT DEFAULT 0 NOT NULL, grants BIGINT DEFAULT 0 NOT NULL, renewals BIGINT DEFAULT 0 NOT NULL,
                guards BIGINT DEFAULT 0 NOT NULL, owner VARCHAR(200) DEFAULT '' NOT NULL, PRIMARY KEY (name, slot))""", "INSERT INTO {table} (name, slot, token) VALUES ('rowlock', -1, 1)");

    @Promise
    default void everyRowSaysWhatItIsAndUsesOnlyTheColumnsOfItsKind(ContractFixture fixture) {
        fixture.useOwnTable();
        Map<String, Set<String>> columns = TableHandbook.columns();

        useEveryKindOfRow(
                fixture,
                rows -> assertThat(rows).allSatisfy(row -> {
                    assertThat(row.keySet()).isEqualTo(columns.keySet());
                    assertThat(TableHandbook.kinds()).contains(column(row, "kind"));
                    assertThat(used(row))
                            .as("columns that a row of this kind uses, of %s", row)
                            .isSubsetOf(columnsOf(columns, column(row, "kind")));
                }));
    }

    private static Set<String> columnsOf(Map<String, Set<String>> columns, String kind) {
        return columns.entrySet().stream()
                .filter(column ->
                        column.getValue().contains("all") || column.getValue().contains(kind))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private static String column(Map<String, String> row, String name) {
        return String.valueOf(row.get(name));
    }

    private static Set<String> used(Map<String, String> row) {
        return row.entrySet().stream()
                .filter(column -> !Set.of("null", "0", "").contains(column.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Promise
    default void eachKindIsFoundByItsName(ContractFixture fixture) {
        fixture.useOwnTable();

        useEveryKindOfRow(fixture, rows -> {
            assertThat(kindsOf(rows, "plain")).contains("lock");
            assertThat(kindsOf(rows, "rowlock")).containsExactly("protocol");
            assertThat(rows)
                    .filteredOn(row -> column(row, "name").startsWith("session."))
                    .isNotEmpty()
                    .allMatch(row -> column(row, "kind").equals("session"));
            assertThat(rows).extracting(row -> column(row, "kind")).contains(ofBoundLocks(fixture.database()));
            if (fixture.database() == Database.POSTGRESQL) {
                assertThat(kindsOf(rows, "plain")).containsExactlyInAnyOrder("lock", "waiter");
            }
        });
    }

    private static List<String> kindsOf(List<Map<String, String>> rows, String name) {
        return rows.stream()
                .filter(row -> column(row, "name").equals(name))
                .map(row -> column(row, "kind"))
                .toList();
    }

    private static String[] ofBoundLocks(Database database) {
        return switch (database) {
            case H2 -> new String[] {"native-lock"};
            case MYSQL, MARIADB, SQL_SERVER -> new String[] {"native-number", "native-name"};
            case POSTGRESQL, ORACLE -> new String[] {"native-number"};
        };
    }

    @Promise
    default void theViewShowsLocksAndTheirKindAndNoOtherRows(ContractFixture fixture) {
        fixture.useOwnTable();

        useEveryKindOfRow(
                fixture,
                rows -> assertThat(fixture.sql()
                                .rows("SELECT name, kind FROM " + fixture.table() + "_status ORDER BY name"))
                        .containsExactly(
                                Map.of("name", "bound", "kind", "lock"),
                                Map.of("name", "kept", "kind", "lock"),
                                Map.of("name", "plain", "kind", "lock")));
    }

    /** Looks at the rows while a session keeps a lock, another process waits for it, and a connection has another. */
    private static void useEveryKindOfRow(ContractFixture fixture, RowCheck check) {
        Rowlock client = fixture.client();
        Rowlock other = fixture.client();
        LockDefinition plain = LockDefinition.of("plain").withLease(Duration.ofSeconds(3));
        client.lock(LockDefinition.of("kept").withKeepFor(Duration.ofMinutes(1)))
                .acquire()
                .close();
        Rowlock bound = fixture.client(settings -> settings.connectionBound());
        try (Hold kept = client.lock(plain).acquire();
                Hold tied = bound.lock("bound").acquire()) {
            CompletableFuture<Hold> waiting =
                    other.lock(plain).acquireAsync(Duration.ofMinutes(1)).toCompletableFuture();
            fixture.await().until(() -> isKeptBySession(fixture) && isAwaited(fixture));
            check.of(fixture.sql().rows("SELECT t.* FROM " + fixture.table() + " t"));
            assertThat(kept.isHeld() && tied.isHeld()).isTrue();
            kept.close();
            waiting.join().close();
        }
        check.of(fixture.sql().rows("SELECT t.* FROM " + fixture.table() + " t"));
    }

    private static boolean isKeptBySession(ContractFixture fixture) {
        Optional<String> session = fixture.rows().sessionOf("plain");
        return session.isPresent() && fixture.rows().sessionLives(session.get());
    }

    private static boolean isAwaited(ContractFixture fixture) {
        return fixture.database() != Database.POSTGRESQL
                || fixture.sql().number("SELECT COUNT(*) FROM " + fixture.table() + " WHERE kind = 'waiter'") > 0;
    }

    /** Looks at all rows of the table. */
    @FunctionalInterface
    interface RowCheck {
        void of(List<Map<String, String>> rows);
    }

    @Promise
    default void aTableOfAnOlderFormIsRejectedAndTheErrorNamesTheMissingColumn(ContractFixture fixture) {
        fixture.useOwnTable();
        fixture.run(OLDER_FORM.stream()
                .map(sql -> sql.replace("{table}", fixture.table()))
                .toList());

        for (boolean create : new boolean[] {true, false}) {
            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(() -> fixture.client(settings -> settings.createTable(create)))
                    .withMessageContainingAll(fixture.table(), "lacks the column", "kind", "older", "LockSchema");
        }
    }

    /** Such a client goes on only if the token of this row is 1. */
    @Promise
    default void aClientOfTheFirstProtocolFindsNoTableThatItKnows(ContractFixture fixture) throws SQLException {
        fixture.useOwnTable();
        fixture.run(LockSchema.statements(fixture.database(), fixture.table()));

        assertThat(fixture.sql()
                        .number("SELECT token FROM " + fixture.table() + " WHERE name = 'rowlock' AND slot = -1"))
                .isNotEqualTo(1);
    }

    @Promise
    default void aPurgeOfOldLocksSparesTheRowOfTheProtocol(ContractFixture fixture) {
        fixture.useOwnTable();
        fixture.client();
        fixture.rows().addFree(List.of("free").stream());

        fixture.run(List.of("UPDATE " + fixture.table() + " SET token = 1 WHERE kind = 'lock'"));
        fixture.client().admin().purge(Duration.ofDays(1));

        assertThat(fixture.sql().rows("SELECT kind FROM " + fixture.table()))
                .containsExactly(Map.of("kind", "protocol"));
    }
}
