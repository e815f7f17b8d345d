package io.rowlock.cli;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A real shell, in which {@code rowlock} is a command as it is for users: with a home directory, an embedded database and a
 * configuration of its own.
 */
public final class Shell implements AutoCloseable {
    private static final String[] RESET = {"env", "--default-signal=INT,HUP,TERM"};
    private static final boolean RESETS_SIGNALS = resetsSignals();
    public static final Duration SOON = Duration.ofMinutes(5);

    private final Path directory;
    private final Map<String, String> environment = new HashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    private final List<Job> jobs = new CopyOnWriteArrayList<>();

    private Shell(Path directory) {
        this.directory = directory;
    }

    public static Shell in(Path directory) {
        Shell shell = new Shell(directory);
        shell.install();
        return shell.with("HOME", directory.toString())
                .with("LC_ALL", "C.UTF-8")
                .with("PATH", directory + ":" + System.getenv("PATH"));
    }

    private void install() {
        String script = "#!/bin/sh\nexec '" + String.join("' '", Installation.command()) + "' \"$@\"\n";
        try {
            Path file = Files.writeString(directory.resolve("rowlock"), script);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Shell with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    public Path file(String name) {
        return directory.resolve(name);
    }

    public String read(String name) {
        try {
            return Files.exists(file(name)) ? Files.readString(file(name)) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a script to its end. */
    public Job run(String script) throws InterruptedException {
        Job job = start(script);
        job.status();
        return job;
    }

    /** Starts a script; {@code exec} in it makes the command itself the process that is started. */
    public Job start(String script) {
        String name = "job" + count.incrementAndGet();
        ProcessBuilder builder = new ProcessBuilder(shell(script))
                .directory(directory.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(file(name + ".out").toFile())
                .redirectError(file(name + ".err").toFile());
        builder.environment().keySet().removeIf(key -> key.startsWith("ROWLOCK_") || key.startsWith("XDG_"));
        builder.environment().putAll(environment);
        try {
            Job job = new Job(builder.start(), name);
            jobs.add(job);
            return job;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A build that runs in the background has its children ignore SIGINT, as nohup has them ignore SIGHUP, and Java leaves an
     * ignored signal ignored: so the defaults are brought back first, where that can be done.
     */
    private static List<String> shell(String script) {
        List<String> plain = List.of("/bin/sh", "-c", script);
        return RESETS_SIGNALS ? Stream.concat(Stream.of(RESET), plain.stream()).toList() : plain;
    }

    private static boolean resetsSignals() {
        try {
            List<String> trial =
                    Stream.concat(Stream.of(RESET), Stream.of("true")).toList();
            return new ProcessBuilder(trial).start().waitFor() == 0;
        } catch (IOException notThere) {
            return false;
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Waits until a file that a program writes is there, and returns what is in it. */
    public String await(String name) {
        Awaitility.await().atMost(SOON).until(() -> read(name).endsWith("\n"));
        return read(name).strip();
    }

    @Override
    public void close() {
        jobs.forEach(Job::close);
    }

    /** A script that runs, or has run. */
    public final class Job {
        private final Process process;
        private final String name;

        private Job(Process process, String name) {
            this.process = process;
            this.name = name;
        }

        /** Waits for its end. */
        public int status() throws InterruptedException {
            if (!process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("still running after " + SOON + ":\n" + out() + err());
            }
            return process.exitValue();
        }

        public String out() {
            return read(name + ".out");
        }

        public String err() {
            return read(name + ".err");
        }

        public long pid() {
            return process.pid();
        }

        /** Sends it a signal, as the command kill does. */
        public void signal(String signal) throws IOException, InterruptedException {
            new ProcessBuilder("kill", "-" + signal, Long.toString(pid()))
                    .start()
                    .waitFor();
        }

        private void close() {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
