package io.rowlock.cli.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Standard output in UTF-8, whatever the locale: names are not turned into question marks in a cron job's mail. */
public final class Output {
    private static final PrintStream OUT =
            new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);

    private Output() {}

    /**
     * The stream; flush it.
     *
     * @return standard output
     */
    public static PrintStream out() {
        return OUT;
    }

    /**
     * Whether what was written went nowhere: a full disk, or a reader that has left.
     *
     * @return true from the first failure on
     */
    public static boolean isBroken() {
        return OUT.checkError();
    }

    /**
     * Whether it goes to another program, which may leave when it has seen enough, as {@code head} does. Only Linux tells.
     *
     * @return true if it is known to
     */
    public static boolean isPipe() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString().startsWith("pipe:");
        } catch (IOException | UnsupportedOperationException untold) {
            return false;
        }
    }
}
