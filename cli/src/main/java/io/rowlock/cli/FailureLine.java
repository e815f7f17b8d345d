package io.rowlock.cli;

import io.rowlock.LockException;
import io.rowlock.LockInterruptedException;
import io.rowlock.LockLostException;
import io.rowlock.LockStoreException;
import io.rowlock.LockTimeoutException;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.exit.ExitStatus;
import io.rowlock.cli.text.Secrets;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;

/** Says in one line on standard error why the command ended, and with its stack trace only when asked. */
final class FailureLine {
    private final boolean verbose;

    FailureLine(boolean verbose) {
        this.verbose = verbose;
    }

    /** Prints the failure and returns the exit status that it means. */
    int print(Throwable failure, PrintWriter err) {
        err.println("rowlock: " + Secrets.hideInText(sentence(failure)));
        if (verbose) {
            err.print(Secrets.hideInText(trace(failure)));
        }
        err.flush();
        return status(failure);
    }

    private static String sentence(Throwable failure) {
        String message = String.valueOf(failure.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
        if (failure instanceof CliException || failure instanceof LockException) {
            return message;
        }
        return failure instanceof SQLException
                ? "the database says: " + message
                : "unexpected " + failure.getClass().getSimpleName() + ": " + message + " (--verbose shows where)";
    }

    private static int status(Throwable failure) {
        if (failure instanceof CliException known) {
            return known.status();
        }
        if (failure instanceof LockTimeoutException) {
            return ExitStatus.BUSY;
        }
        if (failure instanceof LockLostException) {
            return ExitStatus.LOST;
        }
        if (failure instanceof LockInterruptedException) {
            return ExitStatus.STOPPED;
        }
        boolean database = failure instanceof LockStoreException || failure instanceof SQLException;
        return database ? ExitStatus.UNAVAILABLE : ExitStatus.INTERNAL;
    }

    private static String trace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
