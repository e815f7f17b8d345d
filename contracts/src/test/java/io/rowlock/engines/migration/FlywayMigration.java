package io.rowlock.engines.migration;

import io.rowlock.engines.server.Engine;
import io.rowlock.testkit.sql.PlainSql;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.flywaydb.core.Flyway;

/** A run of Flyway with the settings of the documentation, on a database that has tables already. It leaves no history. */
final class FlywayMigration {
    private static final String HISTORY = "rowlock_migrations";

    private FlywayMigration() {}

    static void run(Engine engine) {
        try {
            Flyway.configure()
                    .configuration(settings(engine))
                    .dataSource(engine.dataSource())
                    .baselineOnMigrate(true)
                    .table(HISTORY)
                    .load()
                    .migrate();
        } finally {
            new PlainSql(engine.dataSource()).run("DROP TABLE IF EXISTS " + quoted(engine));
        }
    }

    private static Properties settings(Engine engine) {
        try {
            Properties settings = new Properties();
            settings.load(new StringReader(SetupPage.block("properties", engine)));
            return settings;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String quoted(Engine engine) {
        return switch (engine.product()) {
            case H2, POSTGRESQL -> '"' + HISTORY + '"';
            case MYSQL, MARIADB, ORACLE, SQL_SERVER -> HISTORY;
        };
    }
}
