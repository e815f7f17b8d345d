package io.rowlock.cli.demo.clerk;

import io.rowlock.cli.demo.message.Badge;
import io.rowlock.cli.demo.message.Message;
import io.rowlock.cli.demo.message.News;
import io.rowlock.cli.demo.message.Order;
import io.rowlock.cli.exit.CliException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A clerk as the demo has it: a process to give orders to, and to kill. */
public final class ClerkProcess implements AutoCloseable {
    private static final int PARTING_SECONDS = 3;

    private final Badge badge;
    private final Process process;
    private final PrintWriter orders;

    private ClerkProcess(String name, Process process) {
        this.badge = new Badge(name, process.pid());
        this.process = process;
        this.orders = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    }

    /** Starts the process, whose news go to the listener, on a thread of its own, until it ends. */
    static ClerkProcess start(String name, Consumer<Message> listener) {
        try {
            Process process = new ProcessBuilder(command())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new ClerkProcess(name, process).listen(listener);
        } catch (IOException e) {
            throw CliException.failed("cannot start process " + name + ": " + e.getMessage(), e);
        }
    }

    public Badge badge() {
        return badge;
    }

    public void order(Order order) {
        orders.println(order.wire().line());
    }

    /** Ends the process on the spot, as {@code kill -9} does: nothing of it gets a chance to tidy up. */
    void kill() {
        process.destroyForcibly();
    }

    /** Waits a while for the process to end by itself, then kills it. */
    @Override
    public void close() throws InterruptedException {
        if (!process.waitFor(PARTING_SECONDS, TimeUnit.SECONDS)) {
            kill();
            process.waitFor(PARTING_SECONDS, TimeUnit.SECONDS);
        }
    }

    private ClerkProcess listen(Consumer<Message> listener) {
        Thread thread = new Thread(() -> read(listener), badge.toString());
        thread.setDaemon(true);
        thread.start();
        return this;
    }

    private void read(Consumer<Message> listener) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().map(News::parse).forEach(news -> listener.accept(new Message(badge, news)));
        } catch (IOException | UncheckedIOException e) {
            // A pipe that breaks is a process that ends, which is told below.
        } finally {
            listener.accept(new Message(badge, new News.Gone()));
        }
    }

    /** A small, quickly started JVM on the class path of this one. */
    private static List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                ClerkMain.class.getName());
    }
}
