package io.rowlock.chaos.timeline;

import io.rowlock.chaos.history.Event;
import io.rowlock.chaos.history.Facts;
import io.rowlock.chaos.history.HistoryFile;
import io.rowlock.chaos.history.Kind;
import io.rowlock.chaos.history.LedgerEntry;
import io.rowlock.chaos.timeline.Lifetime.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts the lines of all processes together, event by event. */
public final class HistoryReader {
    private final List<Request> requests = new ArrayList<>();
    private final List<RecordedGrant> grants = new ArrayList<>();
    private final List<Transaction> transactions = new ArrayList<>();
    private final Map<String, Lifetime> lifetimes = new HashMap<>();
    private final Map<String, ObservedGrant> observedGrants = new HashMap<>();
    private final List<Event> recovered = new ArrayList<>();
    private final List<Snapshot> snapshots = new ArrayList<>();
    private final List<Span> faults = new ArrayList<>();
    private final List<ClockStep> steps = new ArrayList<>();
    private String broken = "";
    private long struckAt;
    private long step;
    private long cuts;

    /** Reads what lies in the directory of a run; also of one that still goes on. */
    public static Histories read(Path directory) {
        try {
            HistoryReader reader = new HistoryReader();
            HistoryFile.all(directory).forEach(reader::read);
            return reader.histories(Facts.read(directory), ledger(directory.resolve(LedgerEntry.FILE)));
        } catch (IllegalArgumentException damaged) {
            throw new IllegalStateException(
                    "the histories in " + directory + " are damaged: " + damaged.getMessage(), damaged);
        }
    }

    private static Optional<List<LedgerEntry>> ledger(Path file) {
        try {
            return Files.exists(file)
                    ? Optional.of(Files.readAllLines(file).stream()
                            .map(LedgerEntry::parse)
                            .toList())
                    : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(HistoryFile file) {
        if (file.isWorkers()) {
            Worker worker = new Worker(file.process());
            file.read(worker::accept);
        } else {
            file.read(this::accept);
        }
    }

    /** For tests: the histories of processes as they would stand in their files. */
    public static Histories of(Facts facts, Map<String, List<Event>> events, Optional<List<LedgerEntry>> ledger) {
        HistoryReader reader = new HistoryReader();
        events.forEach((process, lines) -> {
            Worker worker = reader.new Worker(process);
            boolean isWorker = new HistoryFile(process, Path.of(process)).isWorkers();
            lines.forEach(isWorker ? worker::accept : reader::accept);
        });
        return reader.histories(facts, ledger);
    }

    private Histories histories(Facts facts, Optional<List<LedgerEntry>> ledger) {
        if (!broken.isEmpty()) {
            repaired(Moments.NEVER);
        }
        Map<String, Transaction> byName = new HashMap<>();
        transactions.forEach(transaction -> byName.put(transaction.process() + " " + transaction.id(), transaction));
        for (Event event : recovered) {
            Transaction transaction = byName.get(event.lock() + " " + event.id());
            if (transaction != null) {
                transaction.recovered(event.note().equals("commit"), event.at(), event.until());
            }
        }
        return new Histories(
                facts,
                requests,
                grants,
                transactions,
                lifetimes,
                observedGrants.values(),
                snapshots,
                ledger,
                faults,
                steps,
                cuts);
    }

    /** A line of the nemesis or of the observer. */
    private void accept(Event event) {
        switch (event.kind()) {
            case OBSERVED -> {
                ObservedGrant seen = new ObservedGrant(
                        event.lock(), event.token(), event.note(), event.at(), event.until(), event.at());
                observedGrants.merge(event.lock() + " " + event.token(), seen, ObservedGrant::merge);
            }
            case SNAPSHOT -> snapshots.add(Snapshot.of(event.at(), event.until(), event.note()));
            case FAULT -> struck(event);
            case REPAIRED -> repaired(event.at());
            case RECOVERED -> recovered.add(event);
            case KILL -> lifetime(event.lock()).kill(event.at());
            case STOP -> lifetime(event.lock()).stop(event.at());
            case CONT -> lifetime(event.lock()).goOn(event.at());
            default -> throw new IllegalArgumentException("nobody expects " + event.kind() + " here");
        }
    }

    private void struck(Event event) {
        switch (event.note()) {
            case "step" -> step = event.until();
            case "cuts" -> cuts += event.until();
            default -> {
                broken = event.note();
                struckAt = event.at();
            }
        }
    }

    /** Ends the present fault at that moment. */
    private void repaired(long at) {
        Span span = new Span(struckAt, at, broken);
        faults.add(span);
        if (step > 0) {
            steps.add(new ClockStep(span, step));
        }
        broken = "";
        step = 0;
    }

    private Lifetime lifetime(String process) {
        return lifetimes.computeIfAbsent(process, Lifetime::new);
    }

    /** The lines of one worker. */
    private final class Worker {
        private final String process;
        private final Map<Long, Request> asked = new HashMap<>();
        private final Map<String, RecordedGrant> held = new HashMap<>();
        private final Map<Long, Transaction> begun = new HashMap<>();

        Worker(String process) {
            this.process = process;
            lifetime(process);
        }

        void accept(Event event) {
            switch (event.kind()) {
                case START -> {}
                case END -> lifetime(process).end(event.at(), event.note());
                case REQUEST -> ask(event);
                case GRANTED -> granted(event);
                case BUSY, FAILED, INTERRUPTED -> ended(event);
                case INTERRUPT -> request(event).interrupt(event.at());
                case FLAGGED -> request(event).flag();
                case RELEASE_DROPPED -> lifetime(process).releaseDropped(event.at(), Long.parseLong(event.note()));
                case HELD, RENEWING, RELEASING, ANSWERED, RELEASED, LOST, LOSS_REPORTED -> noted(event);
                case GUARDING, FENCING -> begun(event);
                case COMMITTING -> transaction(event).committing(event.at());
                case COMMITTED, ABORTED, UNKNOWN, FENCED, UNFENCED -> finished(event);
                case OBSERVED, SNAPSHOT, FAULT, REPAIRED, RECOVERED, KILL, STOP, CONT ->
                    throw new IllegalArgumentException("no worker writes " + event.kind());
            }
        }

        private void ask(Event event) {
            Request request = new Request(process, event.id(), event.lock(), event.at(), event.until());
            asked.put(event.id(), request);
            requests.add(request);
        }

        private Request request(Event event) {
            Request request = asked.get(event.id());
            if (request == null) {
                throw new IllegalArgumentException(process + " never asked for " + event);
            }
            return request;
        }

        private void granted(Event event) {
            Request request = request(event);
            request.end(Kind.GRANTED, event.at(), "");
            RecordedGrant grant = new RecordedGrant(request, event.token(), event.at(), event.until());
            held.put(name(event), grant);
            grants.add(grant);
            asked.remove(event.id());
        }

        private void ended(Event event) {
            request(event).end(event.kind(), event.at(), event.note());
            asked.remove(event.id());
        }

        /** A grant is known by its token, or, where there is none, by its request. */
        private String name(Event event) {
            return event.token() > 0 ? event.lock() + " " + event.token() : "request " + event.id();
        }

        /** The library may report a grant whose holder was stopped before it could write it down; nothing is recorded of it yet. */
        private void noted(Event event) {
            RecordedGrant grant = held.get(name(event));
            if (grant != null) {
                grant.note(event);
            }
        }

        private void begun(Event event) {
            boolean fenced = event.kind() == Kind.FENCING;
            Transaction transaction =
                    new Transaction(process, event.id(), event.lock(), event.token(), fenced, event.at());
            begun.put(event.id(), transaction);
            transactions.add(transaction);
        }

        private Transaction transaction(Event event) {
            Transaction transaction = begun.get(event.id());
            if (transaction == null) {
                throw new IllegalArgumentException(process + " never began " + event);
            }
            return transaction;
        }

        /** A transaction that got no connection never began. */
        private void finished(Event event) {
            Transaction transaction = begun.get(event.id());
            if (transaction != null) {
                transaction.end(event.kind(), event.at(), event.note());
            }
        }
    }
}
