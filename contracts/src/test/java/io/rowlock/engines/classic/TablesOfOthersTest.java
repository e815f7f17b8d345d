package io.rowlock.engines.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.rowlock.LockSetupException;
import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import io.rowlock.table.LockTable;
import io.rowlock.table.TableLocks;
import io.rowlock.testkit.classic.ClassicFixture;
import io.rowlock.testkit.classic.ClassicTable;
import io.rowlock.testkit.source.LentDataSource;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** The error at startup about a lock table whose description is right and whose types or key are not. */
class TablesOfOthersTest {

    static Stream<Engine> all() {
        return Stream.of(Engines.h2Memory(), Engines.postgres(), Engines.mySql(), Engines.mariaDb());
    }

    static Stream<Engine> innoDb() {
        return Stream.of(Engines.mySql(), Engines.mariaDb());
    }

    static Stream<Engine> withZonedTimes() {
        return Stream.of(Engines.h2Memory(), Engines.postgres());
    }

    static Stream<Engine> withLooseCollations() {
        return Stream.of(Engines.h2Memory(), Engines.mySql(), Engines.mariaDb());
    }

    @ParameterizedTest
    @MethodSource("all")
    void aTableThatIsAsItShouldBeIsNoMatter(Engine engine) throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(engine)) {
            String table = fixture.create(ClassicTable.DIST_LOCK);
            if (fixture.isInnoDb()) {
                fixture.run("ALTER TABLE " + table + " CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
            }
            assertThat(warnings(fixture.source(), table)).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("withLooseCollations")
    void aTableThatTakesTwoSpellingsForOneLockIsWarnedOf(Engine engine) throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(engine)) {
            String table = fixture.create(ClassicTable.DIST_LOCK);
            if (!fixture.isInnoDb()) {
                fixture.run("ALTER TABLE " + table + " ALTER COLUMN name SET DATA TYPE VARCHAR_IGNORECASE(100)");
            }
            assertThat(warnings(fixture.source(), table))
                    .singleElement()
                    .asString()
                    .contains("WARNING (S9)", "column name", "differ in case", "binary collation");
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void aTableWithoutItsPrimaryKeyIsWarnedOf(Engine engine) throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(engine)) {
            String table = fixture.create(ClassicTable.DIST_LOCK);
            fixture.run("ALTER TABLE " + table
                    + (fixture.kind().equals("postgresql")
                            ? " DROP CONSTRAINT " + table + "_pkey"
                            : " DROP PRIMARY KEY"));
            assertThat(warnings(fixture.source(), table)).anyMatch(line -> line.contains("WARNING (S1)"));
        }
    }

    @ParameterizedTest
    @MethodSource("withZonedTimes")
    void aColumnWhoseTimesHaveAZoneIsRejected(Engine engine) throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(engine)) {
            String table = fixture.create(ClassicTable.SHEDLOCK);
            fixture.run("ALTER TABLE " + table + " ALTER COLUMN lock_until SET DATA TYPE TIMESTAMP WITH TIME ZONE");
            LockTable like = LockTable.shedlock().named(table);
            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(() -> TableLocks.on(fixture.source(), like))
                    .withMessageContainingAll(table, "lock_until", "without a time zone");
        }
    }

    /** Outside strict mode {@code utf8} and short columns cut what does not fit, and two names become one. */
    @ParameterizedTest
    @MethodSource("innoDb")
    void sessionsThatCutWhatDoesNotFitAreRejected(Engine engine) throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(engine)) {
            LockTable like = LockTable.locks().named(fixture.create(ClassicTable.LOCKS));
            DataSource careless = new LentDataSource(fixture.source(), connection -> {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("SET SESSION sql_mode = ''");
                }
            });
            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(() -> TableLocks.on(careless, like))
                    .withMessageContainingAll("strict", "STRICT_TRANS_TABLES");
        }
    }

    private static List<String> warnings(DataSource source, String table) {
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger("io.rowlock");
        logged.start();
        logger.addAppender(logged);
        try {
            TableLocks.on(source, LockTable.distLock().named(table)).close();
        } finally {
            logger.detachAppender(logged);
        }
        return List.copyOf(logged.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(message -> message.contains("lock table " + table + " "))
                .toList();
    }
}
