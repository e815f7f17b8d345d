package io.rowlock.cli.lock;

import io.rowlock.LockDefinition;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The owner of a lock, for people to read: user, host, process id and program. */
public final class Owner {
    /** Where Linux keeps it; asking the resolver instead can take seconds where names are not in order. */
    private static final Path HOSTNAME = Path.of("/proc/sys/kernel/hostname");

    private Owner() {}

    /**
     * This process.
     *
     * @param doing the command or the program it runs, without arguments: those may hold secrets
     * @return the text, cut to what the lock table holds
     */
    public static String describe(String doing) {
        String text = System.getProperty("user.name")
                + '@'
                + host()
                + ' '
                + ProcessHandle.current().pid()
                + ' '
                + doing;
        return text.codePoints()
                .filter(point -> !Character.isISOControl(point) && Character.getType(point) != Character.SURROGATE)
                .limit(LockDefinition.MAX_OWNER)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static String host() {
        return fromKernel().orElseGet(Owner::fromResolver);
    }

    private static Optional<String> fromKernel() {
        try {
            return Optional.of(Files.readString(HOSTNAME).strip()).filter(name -> !name.isEmpty());
        } catch (IOException notLinux) {
            return Optional.empty();
        }
    }

    private static String fromResolver() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException nameless) {
            return "localhost";
        }
    }
}
