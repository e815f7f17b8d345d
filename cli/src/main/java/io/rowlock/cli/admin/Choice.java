package io.rowlock.cli.admin;

import io.rowlock.LockStatus;
import io.rowlock.LockStatus.State;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.look.LockView;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which locks are listed, and in which order. */
final class Choice {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "PATTERN",
            description = "Only names that match; * stands for any text, ? for one character. Quote it for the shell.")
    private @Nullable String pattern;

    @Option(names = "--all", description = "Free locks too.")
    private boolean all;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            split = ",",
            converter = StateWords.class,
            completionCandidates = StateWords.class,
            description = "Only locks in one of these states: held, expired, kept, revoked, free.")
    private Set<State> states = Set.of();

    @Option(
            names = "--owner",
            paramLabel = "TEXT",
            description = "Only locks whose owner contains this text; * and ? as in PATTERN.")
    private @Nullable String owner;

    @Option(names = "--waiting", description = "Only locks that somebody waits for. On PostgreSQL.")
    private boolean waiting;

    @Option(
            names = "--sort",
            paramLabel = "COLUMN",
            converter = LockOrder.Words.class,
            completionCandidates = LockOrder.Words.class,
            description =
                    "By name, state, owner, since (the longest held first), until (the next to be free first), renewals,"
                            + " waiters or token (the largest first). Default: name.")
    private LockOrder order = LockOrder.NAME;

    @Option(names = "--reverse", description = "In the opposite order.")
    private boolean reverse;

    /**
     * The chosen locks.
     *
     * @param view where the locks are seen
     * @return them, in order
     * @throws CliException if they are chosen by something that is not known
     */
    List<LockStatus> from(LockView view) {
        if (waiting && !view.countsWaiters()) {
            throw CliException.usage("--waiting needs to know who waits, which clients on PostgreSQL alone tell, in the"
                    + " lock table; leave --waiting out");
        }
        Comparator<LockStatus> comparator = order.comparator();
        return view.all().stream()
                .filter(isWanted())
                .sorted(reverse ? comparator.reversed() : comparator)
                .toList();
    }

    private Predicate<LockStatus> isWanted() {
        return byState().and(byName()).and(byOwner()).and(lock -> !waiting || lock.waiters() > 0);
    }

    private Predicate<LockStatus> byState() {
        return states.isEmpty() ? lock -> all || lock.state() != State.FREE : lock -> states.contains(lock.state());
    }

    private Predicate<LockStatus> byName() {
        if (pattern == null) {
            return lock -> true;
        }
        Glob glob = new Glob(pattern);
        return lock -> glob.matches(lock.name());
    }

    private Predicate<LockStatus> byOwner() {
        if (owner == null) {
            return lock -> true;
        }
        Glob glob = new Glob("*" + owner + "*");
        return lock -> glob.matches(lock.owner());
    }
}
