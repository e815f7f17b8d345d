package io.rowlock.chaos.check.liveness;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Lifetime.Span;
import io.rowlock.chaos.timeline.Moments;
import io.rowlock.chaos.timeline.ObservedGrant;
import io.rowlock.chaos.timeline.Request;
import io.rowlock.chaos.timeline.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Locks that nobody can have had any more, and that were not granted to someone who waited, though nothing was broken for a
 * while. A grant, and a guarded transaction, is taken to have kept its lock as long as it may have. A request that was not
 * granted, as far as anybody was told, has kept it only if the observer saw that.
 */
public final class OrphanCheck implements Check {
    /** How long a waiter may take to look again, on a machine that has other things to do. */
    private static final long PATIENCE = Duration.ofSeconds(2).toNanos();

    /** Faults that keep nobody from the database, but for a worker that is known to be dead or to stand still. */
    private static final Set<String> HARMLESS = Set.of("kill-worker", "stop-worker", "worker-clock", "worker-zone");

    @Override
    public List<Violation> violations(Histories histories) {
        List<Violation> found = new ArrayList<>();
        Map<String, List<Occupation>> occupations = occupations(histories);
        histories.requestsByLock().forEach((lock, requests) -> {
            check(lock, requests, occupations.getOrDefault(lock, List.of()), histories, found);
        });
        return found;
    }

    private static void check(
            String lock,
            List<Request> requests,
            List<Occupation> occupations,
            Histories histories,
            List<Violation> found) {
        List<Request> byEnd = requests.stream()
                .filter(request -> request.isGranted() || request.isBusy())
                .filter(request -> request.ended() - request.asked() > PATIENCE)
                .sorted(Comparator.comparingLong(Request::ended))
                .toList();
        int next = 0;
        long freeAt = Long.MIN_VALUE;
        for (Request waiter : byEnd) {
            long ownEnd = Long.MIN_VALUE;
            for (; next < occupations.size() && occupations.get(next).begin() < waiter.ended(); next++) {
                Occupation occupation = occupations.get(next);
                if (occupation.request() == waiter) {
                    ownEnd = occupation.end();
                } else {
                    freeAt = Math.max(freeAt, occupation.end());
                }
            }
            long since = Math.max(freeAt, waiter.asked());
            freeAt = Math.max(freeAt, ownEnd);
            if (couldHaveHadIt(since, waiter, histories)) {
                found.add(new Violation(
                        Rule.ORPHAN,
                        lock,
                        waiter.ended(),
                        "%s waited for %s though nobody can have had the lock any more"
                                .formatted(waiter.process(), Moments.span(waiter.ended() - since)),
                        List.of()));
            }
        }
    }

    /** The possible holders of a lock, and until when at the latest. */
    private record Occupation(
            String lock, long begin, long end, @Nullable Request request) {}

    /** By lock, in the order in which they begin. */
    private static Map<String, List<Occupation>> occupations(Histories histories) {
        Stream<Occupation> granted = histories.grants().stream()
                .map(grant ->
                        new Occupation(grant.lock(), grant.asked(), grant.occupationEnd(histories), grant.request()));
        Stream<Occupation> unknown = histories.unknownGrants().stream()
                .map(seen -> new Occupation(seen.lock(), seen.first(), end(seen, histories), null));
        Stream<Occupation> guarded = histories.transactions().stream()
                .filter(transaction -> !transaction.isFenced())
                .map(transaction ->
                        new Occupation(transaction.lock(), transaction.began(), end(transaction, histories), null));
        return Stream.of(granted, unknown, guarded)
                .flatMap(Function.identity())
                .sorted(Comparator.comparingLong(Occupation::begin))
                .collect(Collectors.groupingBy(Occupation::lock));
    }

    /** The observer sees what is in its lease, and takes a while until it looks again. */
    private static long end(ObservedGrant seen, Histories histories) {
        long end = seen.last() + histories.callTimeout() + histories.grace();
        return end + histories.clockStep(seen.first(), end);
    }

    /** The database may notice a little later that the other side is gone. */
    private static long end(Transaction transaction, Histories histories) {
        long end = transaction.recovered() == Moments.NEVER
                ? Math.min(
                        transaction.ended(),
                        histories.lifetime(transaction.process()).death())
                : transaction.recovered();
        return Moments.after(end, histories.callTimeout());
    }

    /** Whether for long enough on end nothing can have kept a waiter from a lock that was free. */
    private static boolean couldHaveHadIt(long since, Request waiter, Histories histories) {
        long undisturbedSince = since;
        for (Span trouble : troubles(waiter, histories)) {
            if (Math.min(trouble.begin(), waiter.ended()) - undisturbedSince > PATIENCE) {
                return true;
            }
            undisturbedSince = Math.max(undisturbedSince, Moments.after(trouble.end(), histories.callTimeout()));
        }
        return waiter.ended() - undisturbedSince > PATIENCE;
    }

    private static List<Span> troubles(Request waiter, Histories histories) {
        Stream<Span> faults = histories.faults().stream().filter(fault -> !isHarmless(fault));
        return Stream.concat(faults, histories.lifetime(waiter.process()).stops().stream())
                .sorted(Comparator.comparingLong(Span::begin))
                .toList();
    }

    static boolean isHarmless(Span fault) {
        return HARMLESS.contains(fault.name());
    }
}
