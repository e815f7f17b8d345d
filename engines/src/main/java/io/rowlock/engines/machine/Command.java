package io.rowlock.engines.machine;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A short program, run to its end. Immutable.
 *
 * @param words the program and its arguments
 * @param environment what is added to the environment
 */
public record Command(List<String> words, Map<String, String> environment) {

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /**
     * How it ended.
     *
     * @param exit its exit code; 127 when there is no such program
     * @param output what it wrote, errors included
     */
    public record Result(int exit, String output) {

        public boolean succeeded() {
            return exit == 0;
        }
    }

    public static Command of(String... words) {
        return new Command(List.of(words), Map.of());
    }

    public Command with(Map<String, String> more) {
        return new Command(words, more);
    }

    /** Runs it and throws with its output when it fails. */
    public String output() {
        return succeeded(run());
    }

    /** Runs it, feeds it {@code input}, and throws with its output when it fails. */
    public void feed(InputStream input) {
        succeeded(run(input));
    }

    /** Runs it; failure is an answer, too. */
    public Result run() {
        return run(InputStream.nullInputStream());
    }

    private Result run(InputStream input) {
        try {
            Path output = Files.createTempFile("rowlock-command", ".out");
            try {
                return new Result(
                        exitCode(input, output), Files.readString(output).strip());
            } finally {
                Files.delete(output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int exitCode(InputStream input, Path output) throws IOException {
        Process process;
        try {
            process = builder(output).start();
        } catch (IOException noSuchProgram) {
            Files.writeString(output, String.valueOf(noSuchProgram.getMessage()));
            return 127;
        }
        try (OutputStream stdin = process.getOutputStream()) {
            input.transferTo(stdin);
        } catch (IOException endedEarly) {
            // Its exit code and output tell why.
        }
        return ended(process);
    }

    private ProcessBuilder builder(Path output) {
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().putAll(environment);
        return builder.redirectErrorStream(true).redirectOutput(output.toFile());
    }

    private int ended(Process process) {
        try {
            if (process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue();
            }
            throw new IllegalStateException(words + " did not end within " + PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while running " + words, e);
        } finally {
            process.destroyForcibly();
        }
    }

    private String succeeded(Result result) {
        if (!result.succeeded()) {
            throw new IllegalStateException(words + " ended with " + result.exit() + ": " + result.output());
        }
        return result.output();
    }
}
