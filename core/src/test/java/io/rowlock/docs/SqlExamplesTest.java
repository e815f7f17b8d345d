package io.rowlock.docs;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.rowlock.Hold;
import io.rowlock.Rowlock;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every SQL block of the documentation that is marked as H2's, or not marked at all, runs on H2. */
class SqlExamplesTest {

    @TestFactory
    Stream<DynamicTest> everyBlockRuns() {
        return Document.all().stream()
                .flatMap(page -> page.blocks("sql").stream())
                .filter(block -> block.mark().isEmpty() || block.mark().startsWith("H2"))
                .map(block -> dynamicTest(block.place(), () -> run(block.code())));
    }

    private static void run(String script) throws SQLException {
        try (EmptyDatabase database = new EmptyDatabase();
                Rowlock rowlock = Rowlock.create(database.dataSource());
                Hold hold = rowlock.lock(EmptyDatabase.TAKEN).acquire();
                Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE USER app PASSWORD 'app'");
            statement.execute("CREATE USER viewer PASSWORD 'viewer'");
            for (String sql : script.split(";", -1)) {
                if (!sql.isBlank()) {
                    statement.execute(sql);
                }
            }
        }
    }
}
