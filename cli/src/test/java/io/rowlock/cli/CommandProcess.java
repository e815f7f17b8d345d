package io.rowlock.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The command as a process of its own, with a temporary directory of its own, as a shell would run it. */
public final class CommandProcess implements AutoCloseable {
    private final Process process;
    private final Path directory;

    private CommandProcess(Process process, Path directory) {
        this.process = process;
        this.directory = directory;
    }

    /** Starts the command. Its temporary files are in {@code directory/tmp}. */
    public static CommandProcess start(Path directory, Map<String, String> environment, String... args)
            throws IOException {
        Path tmp = Files.createDirectories(directory.resolve("tmp"));
        List<String> command = new ArrayList<>(Installation.command("-Djava.io.tmpdir=" + tmp));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile());
        builder.environment().put("HOME", directory.toString());
        builder.environment().putAll(environment);
        return new CommandProcess(builder.start(), directory);
    }

    /** Waits for its end, and returns its exit status. */
    public int status() throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new AssertionError("still running after a minute:\n" + out() + err());
        }
        return process.exitValue();
    }

    public String out() {
        return read("out");
    }

    public String err() {
        return read("err");
    }

    public Process process() {
        return process;
    }

    /** The files in its temporary directory. */
    public List<Path> temporaryFiles() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("tmp"))) {
            return files.toList();
        }
    }

    /** The processes that it has started and that live. */
    public List<ProcessHandle> children() {
        return process.descendants().toList();
    }

    @Override
    public void close() {
        children().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private String read(String name) {
        try {
            return Files.readString(directory.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
