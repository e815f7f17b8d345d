package io.rowlock.engines.postgres;

import static org.awaitility.Awaitility.await;

import io.rowlock.engines.machine.Tree;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/**
 * Two PostgreSQL servers: a primary, and a standby for which every commit of the primary waits. Both begin as copies of one
 * empty cluster, so the standby needs no base backup.
 */
public final class PostgresPair implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String STANDBY = "standby";

    private final Server primary;
    private final Server standby;

    private PostgresPair(Server primary, Server standby) {
        this.primary = primary;
        this.standby = standby;
    }

    /** Starts both, with the test database and its user, and returns when commits wait for the standby. */
    public static PostgresPair start() {
        new PostgresEngine().availability().orThrow();
        Server primary = server("postgres-primary", List.of());
        Console console = primary.console();
        Server standby = server("postgres-standby", following(primary.address().getPort()));
        console.run("create role rowlock login password 'rowlock'", "create database rowlock owner rowlock");
        console.run("alter system set synchronous_standby_names = '" + STANDBY + "'", "select pg_reload_conf()");
        await("the synchronous standby")
                .atMost(PATIENCE)
                .until(() -> console.number("select count(*) from pg_stat_replication where sync_state = 'sync'") == 1);
        return new PostgresPair(primary, standby);
    }

    private static List<String> following(int port) {
        return List.of(
                "-c",
                "primary_conninfo=host=127.0.0.1 port=%d user=%s password=%s application_name=%s"
                        .formatted(port, Account.ADMIN.user(), Account.ADMIN.password(), STANDBY));
    }

    private static Server server(String name, List<String> settings) {
        Unprivileged user = Unprivileged.here().orElseThrow();
        Path scratch = ScratchDirectory.create(name);
        Path data = scratch.resolve("data");
        Tree.copy(PostgresEngine.template(user), data);
        if (!settings.isEmpty()) {
            touch(data.resolve("standby.signal"));
        }
        user.own(scratch);
        return Server.start(new Launch(
                port -> {
                    List<String> command = new ArrayList<>(PostgresEngine.command(data, port));
                    command.addAll(settings);
                    return user.command(command);
                },
                Map.of(),
                scratch.resolve("log"),
                Signal.INT,
                port -> Console.at(PostgresEngine.url(port, "postgres"))));
    }

    private static void touch(Path file) {
        try {
            Files.createFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens connections to the primary. */
    public DataSource primary() {
        return source(primary, "");
    }

    /** Opens connections to the primary with another parameter in the driver's URL. */
    public DataSource primary(String parameter) {
        return source(primary, parameter);
    }

    /** Opens connections to the standby, which takes writes only after {@link #failOver}. */
    public DataSource standby() {
        return source(standby, "");
    }

    private static DataSource source(Server server, String parameter) {
        String url = PostgresEngine.url(server.address().getPort(), "rowlock");
        return new UrlDataSource(
                parameter.isEmpty() ? url : url + (url.contains("?") ? '&' : '?') + parameter,
                Account.TEST.user(),
                Account.TEST.password());
    }

    /** Stops the standby, so that commits on the primary wait from now on. */
    public void stopStandby() {
        standby.stop(Stop.GRACEFUL);
    }

    /** Starts the standby again, so that the commits that wait for it end. */
    public void startStandby() {
        standby.start();
    }

    /** Cancels every statement whose commit waits for the standby, and tells how many there were. */
    public int cancelWaits() {
        return end("pg_cancel_backend");
    }

    /** Ends every session whose commit waits for the standby, and tells how many there were. */
    public int terminateWaits() {
        return end("pg_terminate_backend");
    }

    private int end(String function) {
        return primary.console().number("""
                select count(%s(pid)) from pg_stat_activity where wait_event = 'SyncRep'
                """.formatted(function));
    }

    /** Loses the primary and makes the standby the new one. */
    public void failOver() {
        primary.stop(Stop.KILL);
        standby.start();
        standby.console().run("select pg_promote(true, 30)");
    }

    @Override
    public void close() {
        for (Server server : List.of(primary, standby)) {
            if (server.isRunning()) {
                server.stop(Stop.KILL);
            }
        }
    }
}
