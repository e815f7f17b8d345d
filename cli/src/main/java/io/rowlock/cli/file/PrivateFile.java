package io.rowlock.cli.file;

import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.text.Reasons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/** Files that hold a secret, and that nobody but their owner may read. */
public final class PrivateFile {
    private static final Set<PosixFilePermission> OTHERS = EnumSet.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private PrivateFile() {}

    /**
     * The first line of a file that holds a secret.
     *
     * @param path the file
     * @return the line
     * @throws CliException if others can read it, or nobody can
     */
    public static String line(Path path) {
        require(path, "it holds a secret");
        try {
            return Files.readString(path).lines().findFirst().orElse("");
        } catch (IOException unreadable) {
            throw cannotRead(path, unreadable);
        }
    }

    /** Rejects a file that others can read or write. */
    public static void require(Path path, String why) {
        try {
            Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
            permissions.addAll(Files.getPosixFilePermissions(path));
            permissions.retainAll(OTHERS);
            if (isCredential(path)) {
                permissions.remove(PosixFilePermission.GROUP_READ);
            }
            if (!permissions.isEmpty()) {
                throw CliException.configuration(
                        path + " can be read or written by others, and " + why + "; make it yours alone: chmod 600 "
                                + path,
                        null);
            }
        } catch (UnsupportedOperationException notPosix) {
            return; // nothing to compare with on such a file system
        } catch (IOException unreadable) {
            throw cannotRead(path, unreadable);
        }
    }

    /** systemd lets a service's user read its credentials by an access list, which looks as if a group could. */
    private static boolean isCredential(Path path) {
        String directory = System.getenv().getOrDefault("CREDENTIALS_DIRECTORY", "");
        return directory.startsWith("/") && path.toAbsolutePath().normalize().startsWith(directory);
    }

    private static CliException cannotRead(Path path, IOException failure) {
        return CliException.configuration("cannot read " + path + ": " + Reasons.of(failure), failure);
    }
}
