package io.rowlock.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

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
}
