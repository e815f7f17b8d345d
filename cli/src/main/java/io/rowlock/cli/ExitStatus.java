package io.rowlock.cli;

/** What the command's exit status means to the script that ran it. */
public final class ExitStatus {

    /** It did what was asked. */
    public static final int OK = 0;

    /** It ran, and what it found is not as it should be. */
    public static final int FAILED = 1;

    /** It was called wrongly. */
    public static final int USAGE = 2;

    /** The database cannot be reached, or cannot serve. */
    public static final int UNAVAILABLE = 69;

    /** Something went wrong that should not be able to. */
    public static final int INTERNAL = 70;

    /** It was stopped from outside, as by Ctrl-C. */
    public static final int STOPPED = 130;

    private ExitStatus() {}
}
