package io.rowlock.cli.exit;

import org.jspecify.annotations.Nullable;

/** Ends the command with one line for the person who ran it, and a status for the script that did. */
public final class CliException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    private CliException(int status, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    /**
     * The command ends with a status of its own.
     *
     * @param status one of {@link ExitStatus}, or what the caller asked for
     * @param message what happened, and what to do
     * @return the exception to throw
     */
    public static CliException of(int status, String message) {
        return new CliException(status, message, null);
    }

    /**
     * The command was called wrongly.
     *
     * @param message what is wrong, and what to do
     * @return the exception to throw
     */
    public static CliException usage(String message) {
        return new CliException(ExitStatus.USAGE, message, null);
    }

    /**
     * The configuration cannot be used.
     *
     * @param message what is wrong with which file, and what to do
     * @param cause why, if another exception tells
     * @return the exception to throw
     */
    public static CliException configuration(String message, @Nullable Throwable cause) {
        return new CliException(ExitStatus.CONFIGURATION, message, cause);
    }

    /**
     * The database cannot be reached, or cannot serve.
     *
     * @param message what was tried and what came of it
     * @param cause what the database or its driver said
     * @return the exception to throw
     */
    public static CliException unavailable(String message, Throwable cause) {
        return new CliException(ExitStatus.UNAVAILABLE, message, cause);
    }

    /**
     * The command could not do its work.
     *
     * @param message what happened
     * @param cause why, if another exception tells
     * @return the exception to throw
     */
    public static CliException failed(String message, @Nullable Throwable cause) {
        return new CliException(ExitStatus.FAILED, message, cause);
    }

    public int status() {
        return status;
    }
}
