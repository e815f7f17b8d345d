package io.rowlock.engines.migration;

import io.rowlock.engines.server.Engine;
import io.rowlock.testkit.sql.PlainSql;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import liquibase.Contexts;
import liquibase.Liquibase;
import liquibase.UpdateSummaryEnum;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.ClassLoaderResourceAccessor;
import liquibase.resource.CompositeResourceAccessor;
import liquibase.resource.DirectoryResourceAccessor;

/** A run of Liquibase with the changelog of the documentation. It leaves no history. */
final class LiquibaseMigration {
    private static final String CHANGELOG = "changelog.xml";
    private static final List<String> HISTORY = List.of("DATABASECHANGELOG", "DATABASECHANGELOGLOCK");

    /** Kept, because the level of a logger that nobody refers to is forgotten. */
    private static final Logger LOG = Logger.getLogger("liquibase");

    private LiquibaseMigration() {}

    static void run(Engine engine, Path directory) {
        LOG.setLevel(Level.WARNING);
        try (Connection connection = engine.dataSource().getConnection()) {
            Files.writeString(directory.resolve(CHANGELOG), SetupPage.block("xml", engine));
            CompositeResourceAccessor files = new CompositeResourceAccessor(
                    new DirectoryResourceAccessor(directory), new ClassLoaderResourceAccessor());
            Liquibase liquibase = new Liquibase(CHANGELOG, files, new JdbcConnection(connection));
            liquibase.setShowSummary(UpdateSummaryEnum.OFF);
            liquibase.update(new Contexts());
        } catch (Exception e) {
            throw new AssertionError("Liquibase failed on " + engine.name(), e);
        } finally {
            PlainSql sql = new PlainSql(engine.dataSource());
            HISTORY.forEach(table -> sql.run("DROP TABLE IF EXISTS " + table));
        }
    }
}
