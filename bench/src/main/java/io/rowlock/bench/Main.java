package io.rowlock.bench;

import picocli.CommandLine;

/** Runs the benchmark and ends the process with its status. */
public final class Main {
    private Main() {}

    public static void main(String... args) {
        System.exit(new CommandLine(new BenchCommand()).execute(args));
    }
}
