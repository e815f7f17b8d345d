package io.rowlock.cli.embedded;

import io.rowlock.cli.database.Place;
import io.rowlock.cli.database.PlainSource;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.file.Directories;
import io.rowlock.cli.text.Reasons;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.h2.Driver;

/**
 * The database of those who have named none: an H2 file that all processes of a user on this machine share.
 *
 * <p>Nobody serves it to the others. A process has it open only while it asks something, for a few milliseconds, under a
 * lock of the operating system's:
 *
 * <ol>
 *   <li>The first connection of a process takes the {@link Turn}, in the order of arrival, but before all others if the process
 *       has a lock; then it opens the file.
 *   <li>The last one closes the file, then gives the turn up.
 *   <li>A process that is killed leaves both to the kernel; the next one opens the file as its last commit left it.
 * </ol>
 *
 * So there is no process whose death the others feel, no port, and no password. All processes read the same machine's
 * clock, which is the database's clock here.
 */
public final class EmbeddedDatabase implements Place, PlainSource {

    /** A commit is written at once; no hook is needed that a kill would skip; the turn is the only lock. */
    private static final String SETTINGS = ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;FILE_LOCK=FS;TRACE_LEVEL_FILE=0";

    private final Path directory;
    private final Turn turn;
    private int open;

    private EmbeddedDatabase(Path directory) {
        this.directory = directory;
        turn = new Turn(directory.resolve("locks.turn"), EmbeddedDatabase::loadEngine);
    }

    public static EmbeddedDatabase of(Map<String, String> environment) {
        Path directory = Directories.state(environment);
        try {
            return new EmbeddedDatabase(prepare(directory));
        } catch (IOException rejected) {
            throw CliException.unavailable(
                    "no database is named, and the embedded one cannot be kept in " + directory + ": "
                            + Reasons.of(rejected)
                            + "; name a database with --url or ROWLOCK_URL, or a directory of yours with XDG_STATE_HOME",
                    rejected);
        }
    }

    private static Path prepare(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory.getParent());
            create(directory);
        }
        if (!Files.isWritable(directory)) {
            throw new IOException("it cannot be written");
        }
        requireOurs(directory);
        return directory;
    }

    private static void create(Path directory) throws IOException {
        try {
            Files.createDirectory(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException another) {
            if (!Files.isDirectory(directory)) {
                throw another;
            }
        }
    }

    /** A user who can write there can take any lock and read every ticket's secret. */
    private static void requireOurs(Path directory) throws IOException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(directory);
        if (permissions.stream().anyMatch(permission -> !permission.name().startsWith("OWNER_"))) {
            throw new IOException("others can enter it; make it yours alone: chmod 700 " + directory);
        }
    }

    /** The engine's classes take longer to load than its file to open, and a crowd would wait for each process to do so. */
    private static void loadEngine() {
        try {
            new Driver().connect("jdbc:h2:mem:", new Properties()).close();
        } catch (SQLException harmless) {
            // The file's own opening tells what is wrong.
        }
    }

    @Override
    public EmbeddedDatabase source() {
        return this;
    }

    @Override
    public boolean isOurs() {
        return true;
    }

    /** A connection keeps all others out, so it goes back at once. */
    @Override
    public Optional<Duration> keepConnection() {
        return Optional.of(Duration.ZERO);
    }

    /** A renewal or a release that came behind all who wait for its lock would keep them waiting. */
    @Override
    public void holding(boolean has) {
        turn.urgent(has);
    }

    @Override
    public synchronized Connection getConnection() throws SQLException {
        if (open == 0) {
            turn.take();
        }
        open++;
        try {
            Connection connection =
                    new Driver().connect("jdbc:h2:file:" + directory + "/locks" + SETTINGS, new Properties());
            return ClosingConnection.of(connection, this::closed);
        } catch (SQLException | RuntimeException failure) {
            closed();
            throw failure;
        }
    }

    private synchronized void closed() {
        open--;
        if (open == 0) {
            turn.giveUp();
        }
    }

    @Override
    public String toString() {
        return "the embedded database in " + directory;
    }
}
