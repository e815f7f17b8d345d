package io.rowlock.engines.h2;

import io.rowlock.engines.machine.Lazy;
import io.rowlock.engines.process.ScratchDirectory;
import io.rowlock.engines.process.Signal;
import io.rowlock.engines.server.Launch;
import io.rowlock.engines.server.Server;
import io.rowlock.engines.server.ServerEngine;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** An H2 server in a JVM of its own, with its data in a file, or in its memory, where it ends with the server. */
public final class H2Server implements H2Engine, ServerEngine {
    private final String name;
    private final String database;
    private final Lazy<Server> server = new Lazy<>(this::launch);

    private H2Server(String name, String database) {
        this.name = name;
        this.database = database;
    }

    public static H2Server withAFile() {
        return new H2Server("H2 (server)", "./data");
    }

    public static H2Server inMemory() {
        return new H2Server("H2 (server, in memory)", "mem:data");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Server server() {
        return server.get();
    }

    /** Asks for durable commits with each connection, as setup.md advises: H2 obeys only who asks since it was opened. */
    @Override
    public String jdbcUrl(InetSocketAddress address) {
        return administrator(address.getPort()).url() + H2Administrator.DURABLE;
    }

    @Override
    public String toString() {
        return name();
    }

    private Server launch() {
        H2Administrator.availability().orThrow();
        Path scratch = ScratchDirectory.create("h2-server");
        Server started = Server.start(new Launch(
                port -> command(scratch, port),
                Map.of(),
                scratch.resolve("log"),
                Signal.TERM,
                port -> administrator(port).console()));
        administrator(started.address().getPort()).found();
        return started;
    }

    private static List<String> command(Path directory, int port) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-Duser.timezone=Asia/Kathmandu",
                "-Dh2.bindAddress=127.0.0.1",
                "-cp",
                H2Administrator.jar().toString(),
                "org.h2.tools.Server",
                "-tcp",
                "-tcpPort",
                Integer.toString(port),
                "-baseDir",
                directory.toString(),
                "-ifNotExists");
    }

    @Override
    public H2Administrator administrator() {
        return administrator(address().getPort());
    }

    private H2Administrator administrator(int port) {
        return H2Administrator.of("jdbc:h2:tcp://127.0.0.1:" + port + "/" + database);
    }
}
