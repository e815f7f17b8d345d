package io.rowlock.chaos.report;

import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Moments;
import io.rowlock.chaos.timeline.Request;
import io.rowlock.chaos.timeline.Transaction;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Counts requests that failed, and transactions that did not commit, by the reason and the circumstances. */
final class Failures {
    /** The titles of the tables. */
    static final String REQUESTS = "why requests failed";

    static final String TRANSACTIONS = "why transactions did not commit";

    private static final String INTERRUPTED = "interrupted on purpose";
<<<<<<< HEAD
    private static final String REJECTED_BY_GUARD = "rejected by the guard: the hold had ended";
    private static final String REJECTED_BY_FENCE = "rejected by the fence: a newer token was there";
    private static final Set<String> INTENDED = Set.of(INTERRUPTED, REJECTED_BY_GUARD, REJECTED_BY_FENCE);
=======
    private static final String GUARD_REJECTED = "rejected by the guard: the hold had ended";
    private static final String FENCE_REJECTED = "rejected by the fence: a newer token was there";
    private static final Set<String> INTENDED = Set.of(INTERRUPTED, GUARD_REJECTED, FENCE_REJECTED);
>>>>>>> chaos

    private final Histories histories;
    private final FaultTimes faults;
    private final Map<String, Map<Circumstance, Long>> counts = new TreeMap<>();

    private Failures(Histories histories) {
        this.histories = histories;
        this.faults = FaultTimes.of(histories);
    }

    /** The requests that were neither granted nor answered as busy. */
    static Failures ofRequests(Histories histories) {
        Failures failures = new Failures(histories);
        histories.requests().stream()
                .filter(Request::isUnsettled)
                .forEach(request ->
                        failures.count(failures.reason(request), request.process(), request.asked(), request.ended()));
        return failures;
    }

    /** The transactions that are not known to have committed. */
    static Failures ofTransactions(Histories histories) {
        Failures failures = new Failures(histories);
        histories.transactions().stream()
                .filter(transaction -> !transaction.isCommitted())
                .forEach(transaction -> failures.count(
                        failures.reason(transaction), transaction.process(), transaction.began(), transaction.ended()));
        return failures;
    }

    private void count(String reason, String process, long began, long ended) {
        long last = Math.min(ended, histories.lifetime(process).death());
        Circumstance circumstance = faults.circumstance(began, last == Moments.NEVER ? began : last);
        boolean intended = INTENDED.contains(reason) && circumstance != Circumstance.DURING;
        counts.computeIfAbsent(reason, unused -> new EnumMap<>(Circumstance.class))
                .merge(intended ? Circumstance.INTENDED : circumstance, 1L, Long::sum);
    }

    private String reason(Request request) {
        if (request.isInterrupted()) {
            return INTERRUPTED;
        }
        return request.isUnanswered() ? unanswered(request.process()) : explained(request.note());
    }

    private String reason(Transaction transaction) {
        if (transaction.isUnanswered()) {
            return unanswered(transaction.process());
        }
        if (transaction.isOutcomeUnknown()) {
            return "commit sent, outcome unknown";
        }
<<<<<<< HEAD
        return deed.note().equals("lost") ? REJECTED_BY_GUARD : explained(simpleName(deed.note()));
=======
        return transaction.note().equals("lost") ? GUARD_REJECTED : explained(simpleName(transaction.note()));
>>>>>>> chaos
    }

    private String unanswered(String process) {
        return histories.lifetime(process).death() == Moments.NEVER ? "no end on record" : "worker killed meanwhile";
    }

    private static String explained(String exception) {
        return switch (exception) {
            case "LockOutcomeUnknownException" -> "outcome unknown";
            case "LockStoreException" -> "no answer, or an error";
<<<<<<< HEAD
            case "StaleTokenException" -> REJECTED_BY_FENCE;
=======
            case "StaleTokenException" -> FENCE_REJECTED;
>>>>>>> chaos
            default -> "error (" + exception + ")";
        };
    }

    /** An exception in its own words begins with the name of its class. */
    private static String simpleName(String words) {
        String name = words.split(":", 2)[0];
        return name.substring(name.lastIndexOf('.') + 1);
    }

    boolean isEmpty() {
        return counts.isEmpty();
    }

    /** A row for each reason, the most frequent of the time without a fault first, and the sums. */
    Grid grid(String title) {
        List<String> head = new ArrayList<>(List.of(title, Circumstance.DURING.toString(), "nothing broken"));
        withoutFault()
                .map(circumstance -> (head.size() == 3 ? "= " : "+ ") + circumstance)
                .forEach(head::add);
        List<List<String>> rows = new ArrayList<>();
        counts.entrySet().stream()
                .sorted((one, other) -> Long.compare(withoutFault(other.getValue()), withoutFault(one.getValue())))
                .forEach(entry -> rows.add(row(entry.getKey(), entry.getValue())));
        rows.add(row("all", sums()));
        return new Grid(head, rows, 1);
    }

    /** The columns, in words. */
    Map<String, String> columns() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("in a fault", "It began while something was broken.");
        words.put("nothing broken", "It began while nothing was broken. The columns that follow divide this number.");
        words.put(
                "intended", "Threads are interrupted on purpose, and transactions go on after the end of their hold.");
        words.put("meanwhile", "A fault began before it had ended.");
        words.put(
                "soon after",
                "It began at most " + Moments.span(faults.aftermath())
                        + " after a fault: a lease and the time of a call.");
        words.put("at startup", "It ended before the first fault, while processes and database warmed up.");
        words.put("otherwise", "None of these. Another reason must be looked for, such as a busy machine.");
        return words;
    }

    private static Stream<Circumstance> withoutFault() {
        return Stream.of(Circumstance.values()).filter(circumstance -> circumstance != Circumstance.DURING);
    }

    private static long withoutFault(Map<Circumstance, Long> row) {
        return withoutFault()
                .mapToLong(circumstance -> row.getOrDefault(circumstance, 0L))
                .sum();
    }

    private Map<Circumstance, Long> sums() {
        Map<Circumstance, Long> sums = new EnumMap<>(Circumstance.class);
        counts.values()
                .forEach(row -> row.forEach((circumstance, count) -> sums.merge(circumstance, count, Long::sum)));
        return sums;
    }

    private static List<String> row(String reason, Map<Circumstance, Long> counted) {
        List<String> cells = new ArrayList<>(List.of(reason, number(counted, Circumstance.DURING)));
        cells.add(Numbers.of(withoutFault(counted)));
        withoutFault().forEach(circumstance -> cells.add(number(counted, circumstance)));
        return cells;
    }

    private static String number(Map<Circumstance, Long> counted, Circumstance circumstance) {
        return Numbers.of(counted.getOrDefault(circumstance, 0L));
    }
}
