package io.rowlock.chaos.report;

import io.rowlock.chaos.plan.FaultKind;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Lifetime.Span;
import io.rowlock.chaos.timeline.RecordedGrant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The words and the colours of the page, explained. */
final class Terms {
    /** Explains the drawings of violations. */
    static final String CLOSE_UPS = """
            <p class="note">Each drawing shows one lock for a short while: a line for each process, time from left to right.</p>
            <ul class="legend">
            <li><span class="key asks"></span>asks and waits</li>
            <li><span class="key" style="background:#3b6fb5"></span>believes that it holds the lock; the digits end its token</li>
            <li><span class="key" style="background:#3b6fb5;opacity:.3"></span>no longer believes, but the database still keeps it</li>
            <li><span class="key done" style="height:4px"></span>transaction under the lock that was committed</li>
            <li><span class="key undone" style="height:4px"></span>one that was not</li>
            <li><span class="key stopped"></span>process stopped</li>
            <li><span class="key band"></span>a fault, with its name</li>
            <li><span class="key sign" style="width:3px"></span>the moment of the violation</li>
            </ul>
            """;

    private static final Map<String, String> WORDS = words();

    private Terms() {}

    private static Map<String, String> words() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("granted", "The request got the lock. Each grant is an acquisition.");
        words.put(
                "busy",
                "Another holder had the lock until the wait of the request was over. A normal answer, not an error.");
        words.put(
                "failed",
                "The request was neither granted nor answered as busy. "
                        + "Its own table says why. Many are intended: some threads are interrupted on purpose while they wait.");
        words.put("lost", "The library told the holder that its lock is gone, before anyone else could get it.");
        words.put("committed", "A transaction under a lock, which the database has confirmed.");
        words.put(
                "not committed",
                "A transaction under a lock that was rejected or failed. Many are intended: another thread releases the lock while"
                        + " the transaction is open, and the guard must reject it then.");
        words.put("violation", "A promise of the library was broken. There must be none.");
        words.put("lease", "How long the database keeps a lock for a holder that does not renew it.");
        words.put(
                "grace", "How long the database waits after the end of a lease before it grants the lock to another.");
        words.put("belief", "The time in which the library tells a holder that it has the lock.");
        words.put("token", "The number of a grant. A later grant of the same lock has a larger one.");
        words.put(
                "guard",
                "A check inside the transaction of the holder: the transaction commits only if its hold has not ended.");
        words.put(
                "guard race",
                "A guarded transaction whose hold ended, by release or expiry, before the transaction did.");
        words.put("fence", "A check at the data: a write with an older token than the last one is rejected.");
        words.put(
                "take-over after kill -9",
                "The time from the death of a holder to the grant to another who was waiting already.");
        words.put("cut at a byte", "The connection was cut in the middle of a statement or a reply.");
        return words;
    }

    /** Each term of the page. */
    static String all() {
        return list(WORDS);
    }

    /** Each kind of fault of a run. */
    static String faults(Histories histories) {
        Map<String, String> kinds = new TreeMap<>();
        histories.faults().stream()
                .map(Span::name)
                .forEach(name -> kinds.put(name, FaultKind.named(name).words()));
        return kinds.isEmpty() ? "<p>None.</p>\n" : list(kinds);
    }

    /** The colours of all locks' drawing. */
    static String overview(Verdict verdict) {
        Map<String, String> processes = new TreeMap<>();
        verdict.histories().grants().stream()
                .map(RecordedGrant::process)
                .distinct()
                .sorted()
                .forEach(process -> processes.merge(Colors.of(process), process, (one, other) -> one + ", " + other));
        String bars = processes.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(entry -> "<li><span class=\"key\" style=\"background:%s\"></span>%s</li>\n"
                        .formatted(entry.getKey(), Html.escaped(entry.getValue())))
                .collect(Collectors.joining());
        String sign = verdict.isClean()
                ? ""
                : "<li><span class=\"key sign\" style=\"width:10px\"></span>a violation; it leads to its explanation</li>\n";
        return "<ul class=\"legend\">\n<li><span class=\"key band\"></span>a fault, with its name above and below</li>\n"
                + bars + sign + "</ul>\n";
    }

    static String list(Map<String, String> words) {
        return words.entrySet().stream()
                .map(entry -> "<dt>%s</dt><dd>%s</dd>"
                        .formatted(Html.escaped(entry.getKey()), Html.escaped(entry.getValue())))
                .collect(Collectors.joining("\n", "<dl>\n", "\n</dl>\n"));
    }
}
