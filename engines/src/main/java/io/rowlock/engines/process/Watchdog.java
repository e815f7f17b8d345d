package io.rowlock.engines.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;

/**
 * A small shell beside this JVM which cleans up after it, however it ends, {@code kill -9} included: it reads a pipe
 * that only this JVM holds open, and when that ends, kills the processes and removes the directories it was told of.
 *
 * <p>Not {@code PR_SET_PDEATHSIG}: that signal comes when the <em>thread</em> that started the child ends.
 */
final class Watchdog {

    private static final String SCRIPT = """
            trap '' HUP INT TERM
            pids=
            while read -r verb what; do
                case $verb in
                kill) pids="$pids $what" ;;
                spare)
                    others=
                    for pid in $pids; do [ "$pid" = "$what" ] || others="$others $pid"; done
                    pids=$others ;;
                remove) set -- "$@" "$what" ;;
                esac
            done
            for pid in $pids; do
                kill -9 "$pid" $(cat /proc/"$pid"/task/*/children)
            done
            rm -rf -- "$@" || { sleep 1; rm -rf -- "$@"; }
            """;

    private static final Watchdog INSTANCE = new Watchdog();

    private final Writer orders;

    private Watchdog() {
        try {
            orders = new ProcessBuilder("sh", "-c", SCRIPT, "watchdog")
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start()
                    .outputWriter();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills this process, and its children, after this JVM, unless it ends before. */
    static void kill(Process process) {
        INSTANCE.order("kill", process.pid());
        var unused = process.onExit().thenRun(() -> INSTANCE.order("spare", process.pid()));
    }

    /** Removes this directory after this JVM. */
    static void remove(Path directory) {
        INSTANCE.order("remove", directory);
    }

    private synchronized void order(String verb, Object subject) {
        try {
            orders.write(verb + " " + subject + "\n");
            orders.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the watchdog is gone", e);
        }
    }
}
