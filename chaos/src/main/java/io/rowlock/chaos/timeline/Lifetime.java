package io.rowlock.chaos.timeline;

import java.util.ArrayList;
import java.util.List;

/** When a process lived, and when it stood still. Filled while the histories are read, and not changed afterwards. */
public final class Lifetime {

    /**
     * A stretch of time.
     *
     * @param begin its begin
     * @param end its end
     * @param name what it was
     */
    public record Span(long begin, long end, String name) {
        public boolean touches(long from, long to) {
            return begin <= to && from <= end;
        }
    }

    /**
     * Releases of grants that are held, which the library dropped.
     *
     * @param at when that was seen
     * @param count how many
     */
    public record DroppedReleases(long at, long count) {}

    private final String process;
    private long killed = Moments.NEVER;
    private long ended = Moments.NEVER;
    private String leaks = "";
    private long stoppedAt = Moments.NEVER;
    private final List<Span> stops = new ArrayList<>();
    private final List<DroppedReleases> droppedReleases = new ArrayList<>();

    Lifetime(String process) {
        this.process = process;
    }

    void kill(long at) {
        killed = at;
    }

    void end(long at, String leaked) {
        ended = at;
        leaks = leaked;
    }

    void releaseDropped(long at, long count) {
        droppedReleases.add(new DroppedReleases(at, count));
    }

    void stop(long at) {
        stoppedAt = at;
    }

    void goOn(long at) {
        stops.add(new Span(stoppedAt, at, "stopped"));
        stoppedAt = Moments.NEVER;
    }

    public String process() {
        return process;
    }

    /** When it was killed; never, if it was not. */
    public long death() {
        return killed;
    }

    /** When it had closed everything; never, if it did not. */
    public long ended() {
        return ended;
    }

    /** The threads and connections that it could not close, in its own words. */
    public String leaks() {
        return leaks;
    }

    public List<DroppedReleases> droppedReleases() {
        return List.copyOf(droppedReleases);
    }

    /** When it stood still; if it still does, forever. */
    public List<Span> stops() {
        if (stoppedAt == Moments.NEVER) {
            return stops;
        }
        List<Span> all = new ArrayList<>(stops);
        all.add(new Span(stoppedAt, Moments.NEVER, "stopped"));
        return all;
    }

    /** Whether it stood still at some time in between. */
    public boolean stoppedWithin(long from, long to) {
        return stops().stream().anyMatch(stop -> stop.touches(from, to));
    }
}
