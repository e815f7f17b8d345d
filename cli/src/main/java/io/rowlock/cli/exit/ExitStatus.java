package io.rowlock.cli.exit;

/** The command's exit status, for the script that ran it. Numbers from 64 on are those of sysexits.h. */
public final class ExitStatus {

    /** It did what was asked. */
    public static final int OK = 0;

    /** It ran, and its finding is not as it should be. */
    public static final int FAILED = 1;

    /** It was called wrongly. */
    public static final int USAGE = 2;

    /** The database cannot be reached, or cannot serve. */
    public static final int UNAVAILABLE = 69;

    /** Something went wrong that should not be able to. */
    public static final int INTERNAL = 70;

    /** The lock is someone else's: try again later. */
    public static final int BUSY = 75;

    /** The lock was had, and is no longer. */
    public static final int LOST = 76;

    /** The configuration, or a file with a secret in it, cannot be used. */
    public static final int CONFIGURATION = 78;

    /** The program to run is there, but cannot be executed. */
    public static final int NOT_EXECUTABLE = 126;

    /** The program to run is not there. */
    public static final int NOT_FOUND = 127;

    /** Add the number of the signal that stopped it. */
    public static final int SIGNALLED = 128;

    /** It was stopped from outside, as by Ctrl-C. */
    public static final int STOPPED = 130;

    /** The reader of its output has left, as by SIGPIPE. */
    public static final int READER_LEFT = 141;

    private ExitStatus() {}
}
