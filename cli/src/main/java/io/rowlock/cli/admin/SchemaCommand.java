package io.rowlock.cli.admin;

import io.rowlock.Database;
import io.rowlock.LockSchema;
import io.rowlock.cli.configuration.Configuration;
import io.rowlock.cli.configuration.DatabaseOptions;
import io.rowlock.cli.database.Databases;
import io.rowlock.cli.database.Place;
import io.rowlock.cli.database.Products;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.exit.ExitStatus;
import io.rowlock.cli.output.Output;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code rowlock schema}. */
@Command(
        name = "schema",
        description = {
            "Prints the statements that create the lock table and its status view, or runs them. Running them again changes"
                    + " nothing.",
            ""
        },
        mixinStandardHelpOptions = true)
public final class SchemaCommand implements Callable<Integer> {
    @Option(
            names = "--engine",
            paramLabel = "E",
            description =
                    "For which database: h2, postgresql, mysql, mariadb, oracle, sqlserver. Default: the one that is configured.")
    private @Nullable String engine;

    @Option(names = "--apply", description = "Run the statements on the configured database.")
    private boolean apply;

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Override
    public Integer call() throws SQLException {
        Optional<Database> wanted = Optional.ofNullable(engine).map(Products::parse);
        if (apply) {
            apply(database.configuration(), wanted);
        } else {
            Database printed = wanted.orElseGet(() -> connected(database.configuration()));
            Output.out().print(script(printed, database.table()));
        }
        Output.out().flush();
        return ExitStatus.OK;
    }

    private static void apply(Configuration configuration, Optional<Database> wanted) throws SQLException {
        Place place = configuration.place();
        try (Connection connection = Databases.connect(place);
                Statement statement = connection.createStatement()) {
            Database actual = Products.detect(connection);
            if (wanted.isPresent() && wanted.get() != actual) {
                throw CliException.usage("--engine " + Products.name(wanted.get()) + " does not fit " + place
                        + ", which is " + Products.name(actual) + "; leave --engine out with --apply");
            }
            for (String sql : statements(actual, configuration.table())) {
                statement.execute(sql);
            }
            Output.out().println("table " + configuration.table() + " is there, in " + place);
        }
    }

    private static Database connected(Configuration configuration) {
        if (configuration.access().isEmpty()) {
            return Database.H2;
        }
        try (Connection connection = Databases.connect(configuration.place())) {
            return Products.detect(connection);
        } catch (SQLException failure) {
            throw CliException.unavailable("cannot ask " + configuration.place() + " what it is", failure);
        }
    }

    private static String script(Database database, String table) {
        return valid(() -> LockSchema.script(database, table));
    }

    private static Iterable<String> statements(Database database, String table) {
        return valid(() -> LockSchema.statements(database, table));
    }

    private static <T> T valid(Supplier<T> schema) {
        try {
            return schema.get();
        } catch (IllegalArgumentException rejected) {
            throw CliException.usage(String.valueOf(rejected.getMessage()));
        }
    }
}
