package io.rowlock.testkit.classic;

import io.rowlock.testkit.fixture.TestDatabase;
import io.rowlock.testkit.source.CountingDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * The fixture of one test of a classic system: a table of its own, and everything it opened. Closing closes all of it, last
 * opened first, and every connection must be back.
 */
public final class ClassicFixture implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ATTEMPTS = 20;

    private final TestDatabase testDatabase;
    private final CountingDataSource source;
    private final String id = UUID.randomUUID().toString().replace("-", "").substring(0, 12);
    private final Deque<AutoCloseable> opened = new ConcurrentLinkedDeque<>();
    private int tables;

    /**
     * A fixture.
     *
     * @param database the database to work on
     */
    public ClassicFixture(TestDatabase database) {
        database.require();
        testDatabase = database;
        source = new CountingDataSource(database.dataSource());
    }

    /** The database. */
    public TestDatabase testDatabase() {
        return testDatabase;
    }

    /** A way to it, counted. */
    public CountingDataSource source() {
        return source;
    }

    /** The database's kind, as it stands in its JDBC address. */
    public String kind() {
        return testDatabase.product().name().toLowerCase(Locale.ROOT);
    }

    public boolean isInnoDb() {
        return kind().equals("mysql") || kind().equals("mariadb");
    }

    /** Creates a table of the test's own, and returns its name. */
    public String create(ClassicTable table) {
        String name = reserve(table.name());
        table.create(kind(), name).forEach(this::run);
        return name;
    }

    /** Creates a table of the test's own whose times keep so many digits of a second, and returns its name. */
    public String create(ClassicTable table, int digits) {
        String name = reserve(table.name());
        table.create(kind(), name, digits).forEach(this::run);
        return name;
    }

    /** The name of a table that someone else will create, and that is dropped in the end. */
    public String reserve(String like) {
        // Spring Integration completes its table's name by this ending.
        String name = like + '_' + id + '_' + tables++ + "_LOCK";
        opened.push(() -> run("DROP TABLE IF EXISTS " + name));
        opened.push(() -> run("DROP VIEW IF EXISTS " + name + "_status"));
        return name;
    }

    /** Keeps something to be closed. */
    public <C extends AutoCloseable> C open(C resource) {
        opened.push(resource);
        return resource;
    }

    /** Runs a statement past Rowlock; H2 makes those that change tables wait for one another, and not for long. */
    public int run(String sql, Object... values) {
        for (int attempt = 1; ; attempt++) {
            try (Connection connection = testDatabase.dataSource().getConnection();
                    PreparedStatement statement = connection.prepareStatement(sql)) {
                bind(statement, values);
                return statement.executeUpdate();
            } catch (SQLException failure) {
                if (attempt == ATTEMPTS || !(failure instanceof SQLTimeoutException)) {
                    throw new IllegalStateException("the test's own statement failed: " + sql, failure);
                }
            }
        }
    }

    /** The first column of all rows, as text. */
    public List<String> column(String sql, Object... values) {
        try (Connection connection = testDatabase.dataSource().getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            try (ResultSet rows = statement.executeQuery()) {
                List<String> all = new ArrayList<>();
                while (rows.next()) {
                    all.add(String.valueOf(rows.getString(1)));
                }
                return all;
            }
        } catch (SQLException failure) {
            throw new IllegalStateException("the test's own statement failed: " + sql, failure);
        }
    }

    private static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int index = 0; index < values.length; index++) {
            statement.setObject(index + 1, values[index]);
        }
    }

    /** A condition to be awaited. */
    public ConditionFactory await() {
        return Awaitility.await().atMost(PATIENCE).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(20));
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable resource : opened) {
            resource.close();
        }
        await().until(() -> source.open() == 0);
    }
}
