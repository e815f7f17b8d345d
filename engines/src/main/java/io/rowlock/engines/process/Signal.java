package io.rowlock.engines.process;

import io.rowlock.engines.machine.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A signal of the operating system. */
public enum Signal {
    INT,
    TERM,
    KILL,
    STOP,
    CONT;

    /** Sends it. A process that is gone already is no error. */
    void send(List<Long> pids) {
        List<String> words = new ArrayList<>(List.of("sh", "-c", "kill -s \"$0\" \"$@\"", name()));
        pids.forEach(pid -> words.add(Long.toString(pid)));
        new Command(words, Map.of()).run();
    }
}
