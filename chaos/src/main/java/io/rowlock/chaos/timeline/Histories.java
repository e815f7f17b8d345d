package io.rowlock.chaos.timeline;

import io.rowlock.chaos.history.Facts;
import io.rowlock.chaos.history.LedgerEntry;
import io.rowlock.chaos.timeline.Lifetime.Span;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * All that a run left behind, put together. Immutable from the checker's point of view.
 *
 * @param facts what the run was
 * @param requests all requests, in the order in which they were made by each process
 * @param grants all grants
 * @param transactions all transactions
 * @param lifetimes by process
 * @param observedGrants what the observer saw
 * @param snapshots the grants that the database had, each time the observer read them
 * @param rows what the transactions left in the database, if someone has looked
 * @param faults what was broken, and when; what still is, forever
 * @param steps when the database's clock was ahead, and by how much
 * @param cuts how many connections were cut in the middle of something
 */
public record Histories(
        Facts facts,
        List<Request> requests,
        List<RecordedGrant> grants,
        List<Transaction> transactions,
        Map<String, Lifetime> lifetimes,
        Collection<ObservedGrant> observedGrants,
        List<Snapshot> snapshots,
        Optional<List<LedgerEntry>> rows,
        List<Span> faults,
        List<ClockStep> steps,
        long cuts) {
    private static final String POSTGRESQL = "PostgreSQL";

    /** Faults in which the database is killed, or ends itself in the middle of its work. */
    private static final Set<String> CRASHES = Set.of("kill-database", "fill-disk");

    private static final long UNFLUSHED = Duration.ofSeconds(1).toNanos();

    /** The same with what the transactions have left so far; to be read after the histories. */
    public Histories with(List<LedgerEntry> entries) {
        return new Histories(
                facts,
                requests,
                grants,
                transactions,
                lifetimes,
                observedGrants,
                snapshots,
                Optional.of(entries),
                faults,
                steps,
                cuts);
    }

    /** Whether the database's part is there, so that what is missing in it is missing. */
    public boolean isComplete() {
        return rows.isPresent();
    }

    /** The rows that transactions left in the database, as far as is known. */
    public List<LedgerEntry> ledger() {
        return rows.orElse(List.of());
    }

    /** Whether what a transaction wrote is known to be in the database. */
    public Predicate<Transaction> isStored() {
        Set<String> stored = ledger().stream()
                .map(entry -> entry.process() + " " + entry.id())
                .collect(Collectors.toSet());
        return transaction -> stored.contains(transaction.process() + " " + transaction.id());
    }

    public long lease() {
        return facts.millis("lease").toNanos();
    }

    public long grace() {
        return facts.millis("grace").toNanos();
    }

    /** How long the library may take for a call, beside the time that its caller is willing to wait. */
    public long callTimeout() {
        return facts.millis("call-timeout").toNanos();
    }

    /** How far the database's clock stepped at some time in between; what is concluded from a lease of then is so uncertain. */
    public long clockStep(long from, long to) {
        return steps.stream()
                .filter(step -> step.when().touches(from, to))
                .mapToLong(ClockStep::nanos)
                .max()
                .orElse(0);
    }

    /**
     * Whether a crash of the database may have undone a release that was confirmed then. PostgreSQL alone confirms one before it
     * is on disk, where it is after three rounds of the log's writer, which are 0.2 s each.
     */
    public boolean mayHaveBeenUndone(long release) {
        return facts.text("engine").equals(POSTGRESQL)
                && faults.stream()
                        .filter(fault -> CRASHES.contains(fault.name()))
                        .anyMatch(fault -> fault.touches(release, release + UNFLUSHED));
    }

    public Lifetime lifetime(String process) {
        Lifetime lifetime = lifetimes.get(process);
        return lifetime == null ? new Lifetime(process) : lifetime;
    }

    /** Whether the library tells grants apart. */
    public boolean hasTokens() {
        return grants.stream().anyMatch(grant -> grant.token() > 0);
    }

    /** The grants of each lock, in the order in which they were told. */
    public Map<String, List<RecordedGrant>> grantsByLock() {
        return byLock(grants, RecordedGrant::lock, Comparator.comparingLong(RecordedGrant::granted));
    }

    /** The grants of each lock, in the order of their tokens. */
    public Map<String, List<RecordedGrant>> grantsByToken() {
        return byLock(grants, RecordedGrant::lock, Comparator.comparingLong(RecordedGrant::token));
    }

    public Map<String, List<Request>> requestsByLock() {
        return byLock(requests, Request::lock, Comparator.comparingLong(Request::asked));
    }

    private static <T> Map<String, List<T>> byLock(List<T> all, Function<T, String> lock, Comparator<T> order) {
        return all.stream().collect(Collectors.groupingBy(lock, TreeMap::new, Collectors.toList())).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        entry -> entry.getValue().stream().sorted(order).toList(),
                        (one, other) -> one,
                        TreeMap::new));
    }

    /** Grants that the observer saw, and of which nobody was told. */
    public List<ObservedGrant> unknownGrants() {
        Set<String> told =
                grants.stream().map(grant -> grant.lock() + " " + grant.token()).collect(Collectors.toSet());
        return observedGrants.stream()
                .filter(seen -> !told.contains(seen.lock() + " " + seen.token()))
                .toList();
    }

    /** The first moment that anybody wrote down. */
    public long begin() {
        return requests.stream().mapToLong(Request::asked).min().orElse(0);
    }

    /** The last moment at which a lock was asked for or granted. */
    public long end() {
        return Math.max(
                requests.stream().mapToLong(Request::asked).max().orElse(0),
                grants.stream().mapToLong(RecordedGrant::granted).max().orElse(0));
    }
}
