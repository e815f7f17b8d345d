package io.rowlock.chaos.check;

import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.history.Event;
import io.rowlock.chaos.history.Facts;
import io.rowlock.chaos.history.HistoryFile;
import io.rowlock.chaos.history.Kind;
import io.rowlock.chaos.history.LedgerEntry;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.HistoryReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Histories written by hand: a lease of 2000 ms, a grace of 1000, all times in milliseconds, all about one lock. Each grant
 * is named by its token, which is the number of its request, too.
 */
public final class HistoryBuilder {
    static final String LOCK = "lock-01";

    private final Map<String, List<Event>> events = new LinkedHashMap<>();
    private final List<LedgerEntry> ledger = new ArrayList<>();
    private Facts facts = new Facts(new Properties())
            .with("lease", "2000")
            .with("grace", "1000")
            .with("call-timeout", "1000");

    /** Asked for, and granted a moment later, to be believed for 1930 ms from the asking. */
    public HistoryBuilder granted(String process, long token, long asked, long granted) {
        return granted(process, token, token, asked, granted);
    }

    HistoryBuilder granted(String process, long request, long token, long asked, long granted) {
        add(process, Kind.REQUEST, asked, request, 0, granted, "");
        return add(process, Kind.GRANTED, granted, request, token, asked + 1_930, "");
    }

    /** Asked for and not granted, or without an answer when {@code how} is {@link Kind#REQUEST}. */
    public HistoryBuilder asked(String process, long request, long asked, Kind how, long ended) {
        return waited(process, request, asked, Math.max(asked, ended), how, ended);
    }

    /** Asked for, and failed with an exception of that name. */
    public HistoryBuilder failed(String process, long request, long asked, long ended, String exception) {
        add(process, Kind.REQUEST, asked, request, 0, ended, "");
        return add(process, Kind.FAILED, ended, request, 0, 0, exception);
    }

    /** The same by someone who was willing to wait until then. */
    HistoryBuilder waited(String process, long request, long asked, long until, Kind how, long ended) {
        add(process, Kind.REQUEST, asked, request, 0, until, "");
        return how == Kind.REQUEST ? this : add(process, how, ended, request, 0, 0, "");
    }

    /** Released, and confirmed by the database one millisecond later. */
    public HistoryBuilder released(String process, long token, long at) {
        add(process, Kind.RELEASING, at, token, token, 0, "");
        return add(process, Kind.RELEASED, at + 1, 0, token, 0, "");
    }

    /** Released by a release that is answered a millisecond later; the lock shall stay taken for so long. */
    HistoryBuilder answered(String process, long token, long at, long keepFor, String answer) {
        add(process, Kind.RELEASING, at, token, token, at + keepFor, "");
        if (answer.equals("true")) {
            add(process, Kind.RELEASED, at + 1, 0, token, 0, "");
        }
        return add(process, Kind.ANSWERED, at + 1, token, token, 0, answer);
    }

    /** Renewed for so long. */
    HistoryBuilder renewed(String process, long token, long at, long lease) {
        return add(process, Kind.RENEWING, at, token, token, at + lease, "");
    }

    public HistoryBuilder event(String process, Kind kind, long at, long token, String note) {
        return add(process, kind, at, token, token, 0, note);
    }

    HistoryBuilder held(String process, long token, long at, long until) {
        return add(process, Kind.HELD, at, token, token, until, "");
    }

    /** A guarded transaction: the time of its commit, and how it ended one millisecond later. */
    public HistoryBuilder guarded(String process, long id, long token, long committing, Kind how) {
        return guarded(process, id, token, committing, how, "");
    }

    public HistoryBuilder guarded(String process, long id, long token, long committing, Kind how, String why) {
        add(process, Kind.GUARDING, committing - 1, id, token, 0, "");
        add(process, Kind.COMMITTING, committing, id, token, 0, "");
        return add(process, how, committing + 1, id, token, 0, why);
    }

    HistoryBuilder fenced(String process, long id, long token, long at) {
        add(process, Kind.FENCING, at, id, token, 0, "");
        return add(process, Kind.FENCED, at + 1, id, token, 0, "");
    }

    /** A row in the database. */
    HistoryBuilder stored(boolean fenced, long number, long token, String process, long id) {
        ledger.add(new LedgerEntry(fenced, LOCK, number, token, process, id));
        return this;
    }

    HistoryBuilder seen(long token, String owner, long from, long to) {
        return observedOnce(token, owner, from, from).observedOnce(token, owner, to, to);
    }

    /** Observed in one read, which took a while. */
    HistoryBuilder observedOnce(long token, String owner, long from, long to) {
        return add(HistoryFile.OBSERVER, Kind.OBSERVED, from, 0, token, to, owner);
    }

    /** All locks that were taken at one moment, as {@code lock=token}. */
    HistoryBuilder snapshot(long from, long to, String taken) {
        return add(HistoryFile.OBSERVER, Kind.SNAPSHOT, from, 0, 0, to, taken);
    }

    public HistoryBuilder fault(String kind, long from, long to) {
        nemesis(Kind.FAULT, from, Event.NONE, 0, kind);
        return nemesis(Kind.REPAIRED, to, Event.NONE, 0, kind);
    }

    /** The database's clock is ahead by so much, for a while. */
    HistoryBuilder stepped(long by, long from, long to) {
        return stepping(by, from).nemesis(Kind.REPAIRED, to, Event.NONE, 0, "database-clock");
    }

    /** It is ahead from then on. */
    HistoryBuilder stepping(long by, long from) {
        return nemesis(Kind.FAULT, from, Event.NONE, 0, "database-clock").nemesis(Kind.FAULT, from, "-", by, "step");
    }

    HistoryBuilder nemesis(Kind kind, long at, String process, long amount, String note) {
        events.computeIfAbsent(HistoryFile.NEMESIS, unused -> new ArrayList<>())
                .add(new Event(nanos(at), kind, process, 0, 0, nanos(amount), note));
        return this;
    }

    public HistoryBuilder killed(String process, long at) {
        return nemesis(Kind.KILL, at, process, 0, "");
    }

    HistoryBuilder stopped(String process, long from, long to) {
        nemesis(Kind.STOP, from, process, 0, "");
        return nemesis(Kind.CONT, to, process, 0, "");
    }

    public HistoryBuilder fact(String name, String value) {
        facts = facts.with(name, value);
        return this;
    }

    private HistoryBuilder add(String process, Kind kind, long at, long id, long token, long until, String note) {
        events.computeIfAbsent(process, unused -> new ArrayList<>())
                .add(new Event(nanos(at), kind, LOCK, id, token, nanos(until), note));
        return this;
    }

    private static long nanos(long millis) {
        return millis * 1_000_000;
    }

    public Histories histories() {
        return HistoryReader.of(facts, events, Optional.of(ledger));
    }

    List<Rule> broken() {
        return Checker.violations(histories()).stream()
                .map(Violation::rule)
                .distinct()
                .toList();
    }
}
