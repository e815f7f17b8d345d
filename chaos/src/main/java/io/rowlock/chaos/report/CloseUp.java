package io.rowlock.chaos.report;

import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Attempt;
import io.rowlock.chaos.timeline.Deed;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Life;
import io.rowlock.chaos.timeline.Life.Span;
import io.rowlock.chaos.timeline.Moments;
import io.rowlock.chaos.timeline.Tenure;
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
                        tenures().map(Tenure::process),
                        violation.tenures().stream().map(Tenure::process))
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
    static long beliefEnd(Histories histories, Tenure tenure) {
        long own = Math.min(Math.min(tenure.releasing(), tenure.lost()), tenure.until());
        return Math.min(own, death(histories, tenure.process()));
    }

    private static long death(Histories histories, String process) {
        Life life = histories.lives().get(process);
        return life == null ? Tenure.NEVER : life.death();
    }

    private LongStream moments() {
        return LongStream.concat(
                LongStream.of(violation.at()),
                violation.tenures().stream()
                        .flatMapToLong(tenure ->
                                LongStream.of(tenure.asked(), tenure.granted(), beliefEnd(histories, tenure))));
    }

    private Stream<Tenure> tenures() {
        return histories.tenures().stream()
                .filter(tenure -> tenure.lock().equals(violation.lock()))
                .filter(tenure -> tenure.asked() < end && databaseEnd(tenure) > begin);
    }

    /** Until when the database kept it, as far as is known: released, or lease and grace over. */
    private long databaseEnd(Tenure tenure) {
        if (tenure.releasing() != Tenure.NEVER) {
            return Math.min(tenure.released(), Math.max(tenure.until(), tenure.releasing()));
        }
        long leased = histories
                .facts()
                .millis("lease")
                .plus(histories.facts().millis("grace"))
                .toNanos();
        return Math.max(tenure.until(), tenure.asked() + leased);
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
        histories.attempts().stream()
                .filter(attempt -> attempt.lock().equals(violation.lock()) && processes.contains(attempt.process()))
                .filter(attempt -> attempt.asked() < end && attempt.ended() > begin)
                .forEach(this::asking);
        tenures().forEach(this::holding);
        histories.deeds().stream()
                .filter(deed -> deed.lock().equals(violation.lock()) && processes.contains(deed.process()))
                .filter(deed -> deed.began() < end && deed.ended() > begin && deed.committing() != Tenure.NEVER)
                .forEach(this::committing);
    }

    private void stops(String process) {
        Life life = histories.lives().get(process);
        if (life == null) {
            return;
        }
        life.stops().stream()
                .filter(stop -> stop.begin() < end && stop.end() > begin)
                .forEach(stop -> drawing.bar(
                        stop.begin(), stop.end(), y(process) + 2, ROW - 6, "class=\"stopped\"", "stopped (SIGSTOP)"));
        if (life.death() > begin && life.death() < end) {
            drawing.line(life.death(), y(process), y(process) + ROW - 4, "class=\"killed\"");
            drawing.text(drawing.x(life.death()) + 3, y(process) + 9, "", "killed");
        }
    }

    private void asking(Attempt attempt) {
        long until = Math.min(attempt.ended(), death(histories, attempt.process()));
        drawing.bar(attempt.asked(), until, y(attempt.process()) + 15, 3, "class=\"asks\"", "asks");
    }

    private void holding(Tenure tenure) {
        double y = y(tenure.process());
        String color = "fill=\"" + Colors.of(tenure.process()) + "\"";
        String tip = "%s: token %d, granted at %s"
                .formatted(tenure.process(), tenure.token(), Moments.moment(tenure.granted() - histories.begin()));
        drawing.bar(tenure.granted(), databaseEnd(tenure), y + 8, 16, color + " opacity=\".3\"", tip);
        drawing.bar(tenure.granted(), beliefEnd(histories, tenure), y + 8, 16, color, tip);
        boolean involved = violation.tenures().contains(tenure);
        if (involved) {
            drawing.text(drawing.x(Math.max(begin, tenure.granted())) + 3, y + 20, "class=\"token\"", token(tenure));
        }
    }

    /** The last digits are what tells tokens apart. */
    private static String token(Tenure tenure) {
        String digits = Long.toString(tenure.token());
        return tenure.token() == 0 ? "" : "…" + digits.substring(Math.max(0, digits.length() - 7));
    }

    private void committing(Deed deed) {
        String tip = deed + (deed.isCommitted() ? " committed" : " did not commit");
        drawing.bar(
                Math.max(deed.began(), begin),
                Math.min(deed.ended(), end),
                y(deed.process()) + 26,
                4,
                deed.isCommitted() ? "class=\"done\"" : "class=\"undone\"",
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
