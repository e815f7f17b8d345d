package io.rowlock.engines.postgres;

import io.rowlock.engines.machine.Availability;
import io.rowlock.engines.process.ScratchDirectory;
import io.rowlock.engines.process.Signal;
import io.rowlock.engines.server.Account;
import io.rowlock.engines.server.Console;
import io.rowlock.engines.server.Launch;
import io.rowlock.engines.server.Server;
import io.rowlock.engines.server.Stop;
import io.rowlock.engines.server.Unprivileged;
import io.rowlock.engines.server.UrlDataSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/**
 * PgBouncer in front of PostgreSQL, in transaction mode: each transaction gets whichever server session is free, with all that
 * others have left in it. No Maven artifact carries it, so the program is the system's: Debian's package {@code pgbouncer}.
 */
public final class PgBouncer implements AutoCloseable {

    private static final Path PROGRAM = Path.of("/usr/sbin/pgbouncer");

    private final Server server;

    private PgBouncer(Server server) {
        this.server = server;
    }

    /** Whether its program is there. */
    public static Availability availability() {
        if (!Files.isExecutable(PROGRAM)) {
            return Availability.unavailable(PROGRAM + " is not there", "apt-get install pgbouncer");
        }
        return Unprivileged.here().isPresent()
                ? Availability.available()
                : Availability.unavailable("PgBouncer does not run as root", "run the tests as another user");
    }

    /**
     * Starts one in front of the test database.
     *
     * @param engine the server
     * @param sessions how many sessions its clients share
     * @return the running pooler
     */
    public static PgBouncer inFrontOf(PostgresEngine engine, int sessions) {
        availability().orThrow();
        Unprivileged user = Unprivileged.here().orElseThrow();
        Path scratch = ScratchDirectory.create("pgbouncer");
        write(
                scratch.resolve("users"),
                "\"%1$s\" \"%1$s\"\n\"%2$s\" \"%2$s\"\n".formatted(Account.ADMIN.user(), Account.TEST.user()));
        user.own(scratch);
        return new PgBouncer(Server.start(new Launch(
                port -> {
                    Path settings = scratch.resolve("settings-" + port);
                    write(settings, settings(engine, scratch, port, sessions));
                    return user.command(List.of(PROGRAM.toString(), settings.toString()));
                },
                Map.of(),
                scratch.resolve("log"),
                Signal.INT,
                port -> Console.at(PostgresEngine.url(port, "rowlock")))));
    }

    private static String settings(PostgresEngine engine, Path scratch, int port, int sessions) {
        return """
                [databases]
                rowlock = host=127.0.0.1 port=%d dbname=rowlock
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = trust
                auth_file = %s
                pool_mode = transaction
                default_pool_size = %d
                max_client_conn = 200
                server_login_retry = 1
                ignore_startup_parameters = extra_float_digits
                """.formatted(engine.address().getPort(), port, scratch.resolve("users"), sessions);
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens connections through the pooler, with the driver's defaults. */
    public DataSource dataSource() {
        return dataSource("");
    }

    /** Opens connections through the pooler, with parameters added to the address, as {@code ?name=value}. */
    public DataSource dataSource(String parameters) {
        return new UrlDataSource(
                PostgresEngine.url(server.address().getPort(), "rowlock") + parameters,
                Account.TEST.user(),
                Account.TEST.password());
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return server.address();
    }

    /** Kills it, with all connections that go through it, and starts it again. */
    public void restart() {
        server.stop(Stop.KILL);
        server.start();
    }

    @Override
    public void close() {
        server.stop(Stop.KILL);
    }
}
