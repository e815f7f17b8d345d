package io.rowlock.cli;

import io.rowlock.LockStoreException;
import java.io.PrintWriter;
import java.io.StringWriter;

/** Says in one line on standard error why the command ended, and with its stack trace only when asked. */
final class FailureLine {
    private final boolean verbose;

    FailureLine(boolean verbose) {
        this.verbose = verbose;
    }

    /** Prints the failure and returns the exit status that it means. */
    int print(Exception failure, PrintWriter err) {
        err.println("rowlock: " + Secrets.hideInText(sentence(failure)));
        if (verbose) {
            err.print(Secrets.hideInText(trace(failure)));
        }
        err.flush();
        return status(failure);
    }

    private static String sentence(Exception failure) {
        String message = String.valueOf(failure.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
        return isExpected(failure)
                ? message
                : "unexpected " + failure.getClass().getSimpleName() + ": " + message + " (--verbose shows where)";
    }

    private static boolean isExpected(Exception failure) {
        return failure instanceof CliException || failure instanceof LockStoreException;
    }

    private static int status(Exception failure) {
        if (failure instanceof CliException known) {
            return known.status();
        }
        return failure instanceof LockStoreException ? ExitStatus.UNAVAILABLE : ExitStatus.INTERNAL;
    }

    private static String trace(Exception failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
