package io.rowlock.chaos.timeline;

import io.rowlock.chaos.history.Event;
import io.rowlock.chaos.history.Facts;
import io.rowlock.chaos.history.HistoryFile;
import io.rowlock.chaos.history.Kind;
import io.rowlock.chaos.history.LedgerEntry;
import io.rowlock.chaos.timeline.Life.Span;
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
    private final List<Attempt> attempts = new ArrayList<>();
    private final List<Tenure> tenures = new ArrayList<>();
    private final List<Deed> deeds = new ArrayList<>();
    private final Map<String, Life> lives = new HashMap<>();
    private final Map<String, Sighting> sightings = new HashMap<>();
    private final List<Event> recovered = new ArrayList<>();
    private final List<Look> looks = new ArrayList<>();
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
            repaired(Tenure.NEVER);
        }
        Map<String, Deed> byName = new HashMap<>();
        deeds.forEach(deed -> byName.put(deed.process() + " " + deed.id(), deed));
        for (Event event : recovered) {
            Deed deed = byName.get(event.lock() + " " + event.id());
            if (deed != null) {
                deed.recovered(event.note().equals("commit"), event.at(), event.until());
            }
        }
        return new Histories(
                facts, attempts, tenures, deeds, lives, sightings.values(), looks, ledger, faults, steps, cuts);
    }

    /** A line of the nemesis or of the onlooker. */
    private void accept(Event event) {
        switch (event.kind()) {
            case SEEN -> {
                Sighting seen =
                        new Sighting(event.lock(), event.token(), event.note(), event.at(), event.until(), event.at());
                sightings.merge(event.lock() + " " + event.token(), seen, Sighting::and);
            }
            case LOOK -> looks.add(Look.of(event.at(), event.until(), event.note()));
            case FAULT -> struck(event);
            case HEALED -> repaired(event.at());
            case RECOVERED -> recovered.add(event);
            case KILL -> life(event.lock()).kill(event.at());
            case STOP -> life(event.lock()).stop(event.at());
            case CONT -> life(event.lock()).goOn(event.at());
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

    private Life life(String process) {
        return lives.computeIfAbsent(process, Life::new);
    }

    /** The lines of one worker. */
    private final class Worker {
        private final String process;
        private final Map<Long, Attempt> asked = new HashMap<>();
        private final Map<String, Tenure> held = new HashMap<>();
        private final Map<Long, Deed> begun = new HashMap<>();

        Worker(String process) {
            this.process = process;
            life(process);
        }

        void accept(Event event) {
            switch (event.kind()) {
                case START -> {}
                case END -> life(process).end(event.at(), event.note());
                case ASK -> ask(event);
                case GRANTED -> granted(event);
                case BUSY, FAILED, INTERRUPTED -> ended(event);
                case INTERRUPT -> attempt(event).interrupt(event.at());
                case FLAGGED -> attempt(event).flag();
                case HELD, RENEWING, RELEASING, ANSWERED, RELEASED, LOST, TOLD -> noted(event);
                case GUARDING, FENCING -> begun(event);
                case COMMITTING -> deed(event).committing(event.at());
                case COMMITTED, ABORTED, UNCLEAR, FENCED, UNFENCED -> finished(event);
                case SEEN, LOOK, FAULT, HEALED, RECOVERED, KILL, STOP, CONT ->
                    throw new IllegalArgumentException("no worker writes " + event.kind());
            }
        }

        private void ask(Event event) {
            Attempt attempt = new Attempt(process, event.id(), event.lock(), event.at(), event.until());
            asked.put(event.id(), attempt);
            attempts.add(attempt);
        }

        private Attempt attempt(Event event) {
            Attempt attempt = asked.get(event.id());
            if (attempt == null) {
                throw new IllegalArgumentException(process + " never asked for " + event);
            }
            return attempt;
        }

        private void granted(Event event) {
            Attempt attempt = attempt(event);
            attempt.end(Kind.GRANTED, event.at(), "");
            Tenure tenure = new Tenure(attempt, event.token(), event.at(), event.until());
            held.put(name(event), tenure);
            tenures.add(tenure);
            asked.remove(event.id());
        }

        private void ended(Event event) {
            attempt(event).end(event.kind(), event.at(), event.note());
            asked.remove(event.id());
        }

        /** A grant is known by its token, or, where there is none, by its request. */
        private String name(Event event) {
            return event.token() > 0 ? event.lock() + " " + event.token() : "request " + event.id();
        }

        /** The library may report a grant whose holder was stopped before it could write it down; no tenure is known for it yet. */
        private void noted(Event event) {
            Tenure tenure = held.get(name(event));
            if (tenure != null) {
                tenure.note(event);
            }
        }

        private void begun(Event event) {
            boolean fenced = event.kind() == Kind.FENCING;
            Deed deed = new Deed(process, event.id(), event.lock(), event.token(), fenced, event.at());
            begun.put(event.id(), deed);
            deeds.add(deed);
        }

        private Deed deed(Event event) {
            Deed deed = begun.get(event.id());
            if (deed == null) {
                throw new IllegalArgumentException(process + " never began " + event);
            }
            return deed;
        }

        /** A transaction that got no connection never began. */
        private void finished(Event event) {
            Deed deed = begun.get(event.id());
            if (deed != null) {
                deed.end(event.kind(), event.at(), event.note());
            }
        }
    }
}
