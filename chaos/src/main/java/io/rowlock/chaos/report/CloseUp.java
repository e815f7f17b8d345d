package io.rowlock.chaos.report;

import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Lifetime;
import io.rowlock.chaos.timeline.Lifetime.Span;
import io.rowlock.chaos.timeline.Moments;
import io.rowlock.chaos.timeline.RecordedGrant;
import io.rowlock.chaos.timeline.Request;
import io.rowlock.chaos.timeline.Transaction;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** One lock around the moment of a violation: a line for each process, with what it asked, believed and did. */
final class CloseUp {
    private static final int ROW = 34;
    private static final int TOP = 48;
    private static final long LEAST = Duration.ofMillis(40).toNanos();
    private static final long MOST = Duration.ofSeconds(8).toNanos();

    private final Histories histories;
    private final Violation violation;
    private final long begin;
    private final long end;
    private final List<String> processes;
    private final Drawing drawing;

    private CloseUp(Histories histories, Violation violation) {
        this.histories = histories;
        this.violation = violation;
        long first = moments().min().orElse(violation.at());
        long last = moments().max().orElse(violation.at());
        long margin = Math.max(LEAST, (last - first) / 8);
        begin = Math.max(first - margin, violation.at() - MOST);
        end = Math.min(last + margin, violation.at() + MOST);
        processes = Stream.concat(
                        grants().map(RecordedGrant::process),
                        violation.grants().stream().map(RecordedGrant::process))
                .distinct()
                .sorted(Comparator.comparingInt(String::length).thenComparing(name -> name))
                .toList();
        drawing = new Drawing(begin, end, Drawing.WIDTH, TOP + ROW * processes.size() + 14);
    }

    static String of(Histories histories, Violation violation) {
        CloseUp picture = new CloseUp(histories, violation);
        picture.faults();
        picture.rows();
        picture.axis();
        picture.mark();
        return picture.drawing.toString();
    }

    /** When a holder believed for the last time. */
    static long beliefEnd(Histories histories, RecordedGrant grant) {
        long own = Math.min(Math.min(grant.releasing(), grant.lost()), grant.until());
        return Math.min(own, death(histories, grant.process()));
    }

    private static long death(Histories histories, String process) {
        Lifetime lifetime = histories.lifetimes().get(process);
        return lifetime == null ? Moments.NEVER : lifetime.death();
    }

    private LongStream moments() {
        return LongStream.concat(
                LongStream.of(violation.at()),
                violation.grants().stream()
                        .flatMapToLong(
                                grant -> LongStream.of(grant.asked(), grant.granted(), beliefEnd(histories, grant))));
    }

    private Stream<RecordedGrant> grants() {
        return histories.grants().stream()
                .filter(grant -> grant.lock().equals(violation.lock()))
                .filter(grant -> grant.asked() < end && databaseEnd(grant) > begin);
    }

    /** Until when the database kept it, as far as is known: released, or lease and grace over. */
    private long databaseEnd(RecordedGrant grant) {
        if (grant.releasing() != Moments.NEVER) {
            return Math.min(grant.released(), Math.max(grant.until(), grant.releasing()));
        }
        long leased = histories
                .facts()
                .millis("lease")
                .plus(histories.facts().millis("grace"))
                .toNanos();
        return Math.max(grant.until(), grant.asked() + leased);
    }

    private double y(String process) {
        return TOP + ROW * processes.indexOf(process);
    }

    /** Their names stand in two rows, by turns, so that short faults leave room for each other's. */
    private void faults() {
        List<Span> shown = histories.faults().stream()
                .filter(fault -> fault.begin() < end && fault.end() > begin)
                .sorted(Comparator.comparingLong(Span::begin))
                .toList();
        shown.forEach(fault -> drawing.bar(fault.begin(), fault.end(), 16, 28, "class=\"band\"", fault.name()));
        for (int number = 0; number < shown.size(); number++) {
            Span fault = shown.get(number);
            drawing.text(drawing.x(fault.begin()) + 4, number % 2 == 0 ? 27 : 41, "", fault.name());
        }
    }

    private void rows() {
        processes.forEach(process -> {
            drawing.text(0, y(process) + 20, "", process);
            stops(process);
        });
        histories.requests().stream()
                .filter(request -> request.lock().equals(violation.lock()) && processes.contains(request.process()))
                .filter(request -> request.asked() < end && request.ended() > begin)
                .forEach(this::asking);
        grants().forEach(this::holding);
        histories.transactions().stream()
                .filter(transaction ->
                        transaction.lock().equals(violation.lock()) && processes.contains(transaction.process()))
                .filter(transaction -> transaction.began() < end
                        && transaction.ended() > begin
                        && transaction.committing() != Moments.NEVER)
                .forEach(this::committing);
    }

    private void stops(String process) {
        Lifetime lifetime = histories.lifetimes().get(process);
        if (lifetime == null) {
            return;
        }
        lifetime.stops().stream()
                .filter(stop -> stop.begin() < end && stop.end() > begin)
                .forEach(stop -> drawing.bar(
                        stop.begin(), stop.end(), y(process) + 2, ROW - 6, "class=\"stopped\"", "stopped (SIGSTOP)"));
        if (lifetime.death() > begin && lifetime.death() < end) {
            drawing.line(lifetime.death(), y(process), y(process) + ROW - 4, "class=\"killed\"");
            drawing.text(drawing.x(lifetime.death()) + 3, y(process) + 9, "", "killed");
        }
    }

    private void asking(Request request) {
        long until = Math.min(request.ended(), death(histories, request.process()));
        drawing.bar(request.asked(), until, y(request.process()) + 15, 3, "class=\"asks\"", "asks");
    }

    private void holding(RecordedGrant grant) {
        double y = y(grant.process());
        String color = "fill=\"" + Colors.of(grant.process()) + "\"";
        String tip = "%s: token %d, granted at %s"
                .formatted(grant.process(), grant.token(), Moments.moment(grant.granted() - histories.begin()));
        drawing.bar(grant.granted(), databaseEnd(grant), y + 8, 16, color + " opacity=\".3\"", tip);
        drawing.bar(grant.granted(), beliefEnd(histories, grant), y + 8, 16, color, tip);
        boolean involved = violation.grants().contains(grant);
        if (involved) {
            drawing.text(drawing.x(Math.max(begin, grant.granted())) + 3, y + 20, "class=\"token\"", token(grant));
        }
    }

    /** The last digits are what tells tokens apart. */
    private static String token(RecordedGrant grant) {
        String digits = Long.toString(grant.token());
        return grant.token() == 0 ? "" : "…" + digits.substring(Math.max(0, digits.length() - 7));
    }

    private void committing(Transaction transaction) {
        String tip = transaction + (transaction.isCommitted() ? " committed" : " did not commit");
        drawing.bar(
                Math.max(transaction.began(), begin),
                Math.min(transaction.ended(), end),
                y(transaction.process()) + 26,
                4,
                transaction.isCommitted() ? "class=\"done\"" : "class=\"undone\"",
                tip);
    }

    private void axis() {
        for (int part = 0; part <= 4; part++) {
            long at = begin + (end - begin) / 4 * part;
            drawing.text(drawing.x(at), 11, "text-anchor=\"middle\"", Moments.moment(at - histories.begin()));
        }
    }

    private void mark() {
        drawing.line(violation.at(), 14, TOP + ROW * processes.size(), "class=\"mark\"");
    }
}
