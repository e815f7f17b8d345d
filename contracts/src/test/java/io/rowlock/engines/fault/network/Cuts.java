package io.rowlock.engines.fault.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.engines.network.Direction;
import io.rowlock.engines.network.Proxy;
import io.rowlock.engines.network.Traffic;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The places at which an exchange can be cut: none of its bytes passed, some, or all. They are spread evenly over each
 * direction, as long as an exchange that was left alone.
 *
 * @param proxy where the cuts are made
 * @param places into how many parts they divide each direction
 */
record Cuts(Proxy proxy, int places) {

    /** The cuts of an act, which is measured first; what comes before and after it is not. */
    <A, B> Stream<Cut> of(Supplier<A> before, Function<A, B> act, Consumer<B> after) {
        A prepared = before.get();
        Traffic start = proxy.traffic();
        B done = act.apply(prepared);
        Traffic whole = proxy.traffic().since(start);
        after.accept(done);
        assertThat(whole.toServer()).as("bytes of the act").isPositive();
        return Stream.concat(
                places(whole.toServer()).mapToObj(bytes -> new Cut(proxy, Direction.TO_SERVER, bytes)),
                places(whole.toClient()).mapToObj(bytes -> new Cut(proxy, Direction.TO_CLIENT, bytes)));
    }

    private LongStream places(long bytes) {
        return LongStream.rangeClosed(0, places).map(i -> i * bytes / places).distinct();
    }

    /**
     * One cut.
     *
     * @param proxy where
     * @param direction in which direction
     * @param bytes after how many
     */
    record Cut(Proxy proxy, Direction direction, long bytes) {

        /** Does something while the cut waits for it. */
        <T> T during(Supplier<T> act) {
            if (direction == Direction.TO_SERVER) {
                proxy.cutAfterClientBytes(bytes);
            } else {
                proxy.cutAfterServerBytes(bytes);
            }
            try {
                return act.get();
            } finally {
                proxy.heal();
            }
        }

        @Override
        public String toString() {
            return "cut " + direction + " after " + bytes + " bytes";
        }
    }
}
