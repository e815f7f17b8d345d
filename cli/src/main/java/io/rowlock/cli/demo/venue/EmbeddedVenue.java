package io.rowlock.cli.demo.venue;

import io.rowlock.cli.database.Access;
import io.rowlock.cli.exit.CliException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.h2.tools.Server;

/**
 * An H2 database in a temporary directory, which this process serves to the clerks: on the loopback address, at a random
 * port, under a random password. Closing it stops the server and deletes the directory.
 */
public final class EmbeddedVenue implements Venue {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int ATTEMPTS = 50;

    /** Below the ports that systems hand out by themselves, so that nobody else is given ours between two attempts. */
    private static final int LOWEST_PORT = 20_000;

    private static final int HIGHEST_PORT = 32_767;

    private final Path directory;
    private final Connection keeper;
    private final Server server;
    private final Access access;

    private EmbeddedVenue(Path directory, Connection keeper, Server server, Access access) {
        this.directory = directory;
        this.keeper = keeper;
        this.server = server;
        this.access = access;
    }

    public static EmbeddedVenue open() {
        System.setProperty("h2.bindAddress", "127.0.0.1"); // H2 knows no other way, and reads it once
        Path directory = newDirectory();
        try {
            return serve(directory, secret());
        } catch (SQLException e) {
            delete(directory);
            throw CliException.failed("cannot start the embedded database: " + e.getMessage(), e);
        }
    }

    @Override
    public Access access() {
        return access;
    }

    @Override
    public String description() {
        return "embedded, served by this process at 127.0.0.1:" + server.getPort();
    }

    @Override
    public void close() throws SQLException {
        try (keeper) {
            server.stop();
        } finally {
            delete(directory);
        }
    }

    private static EmbeddedVenue serve(Path directory, String password) throws SQLException {
        String file = "jdbc:h2:file:" + directory.resolve("shop") + ";DB_CLOSE_ON_EXIT=FALSE";
        Connection keeper = DriverManager.getConnection(file, "shop", password);
        try {
            Server server = startServer(directory, secret());
            String url = "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/shop";
            return new EmbeddedVenue(
                    directory, keeper, server, new Access(url, Optional.of("shop"), Optional.of(password)));
        } catch (SQLException e) {
            keeper.close();
            throw e;
        }
    }

    private static Server startServer(Path directory, String password) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                return server(directory, password).start();
            } catch (SQLException portIsTaken) {
                if (attempt == ATTEMPTS) {
                    throw portIsTaken;
                }
            }
        }
    }

    private static Server server(Path directory, String password) throws SQLException {
        String port = Integer.toString(RANDOM.nextInt(LOWEST_PORT, HIGHEST_PORT + 1));
        return Server.createTcpServer(
                "-tcpPort", port, "-tcpPassword", password, "-baseDir", directory.toString(), "-tcpDaemon");
    }

    private static String secret() {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static Path newDirectory() {
        try {
            return Files.createTempDirectory("rowlock-demo-");
        } catch (IOException e) {
            throw CliException.failed("cannot create a temporary directory: " + e.getMessage(), e);
        }
    }

    private static void delete(Path directory) {
        for (Path path : deepestFirst(directory)) {
            path.toFile().delete();
        }
    }

    private static List<Path> deepestFirst(Path directory) {
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.sorted(Comparator.reverseOrder()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
