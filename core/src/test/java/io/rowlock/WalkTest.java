package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * How many classes a reader meets on the path of an acquire that nobody contends, and of its release. {@link WalkRecorder} notes
 * the classes that act on H2, on the caller's thread and on the workers'. Classes that act are not records, enums, interfaces or
 * exceptions, nor the public API in {@code io.rowlock}. A nested class counts as the class around it.
 *
 * <p>The first limit holds for all of them. The second holds for those from which the path goes on: on the path, one of their
 * methods leads to a method of another class that acts. The others are its ends: a clock, an id generator, a conversion of units.
 *
 * <p>The limits are the numbers that were counted. They are lowered whenever fewer are counted.
 */
class WalkTest {
    private static final int ACQUIRE = 29;
    private static final int ACQUIRE_GOING_ON = 18;
    private static final int RELEASE = 21;
    private static final int RELEASE_GOING_ON = 10;

    private static Map<String, WalkRecorder.Walk> walks = Map.of();

    @BeforeAll
    static void walk() throws Exception {
        walks = new WalkRecorder().run();
    }

    @Test
    void anUncontendedAcquireTouchesFewClasses() {
        assertAtMost(ACQUIRE, "acquire", walks.get("acquire").acting());
    }

    @Test
    void anUncontendedAcquireGoesOnFromFewClasses() {
        assertAtMost(ACQUIRE_GOING_ON, "acquire", walks.get("acquire").goingOn());
    }

    @Test
    void aReleaseTouchesFewClasses() {
        assertAtMost(RELEASE, "release", walks.get("release").acting());
    }

    @Test
    void aReleaseGoesOnFromFewClasses() {
        assertAtMost(RELEASE_GOING_ON, "release", walks.get("release").goingOn());
    }

    private static void assertAtMost(int limit, String path, Set<String> classes) {
        WalkRecorder.Walk walk = walks.get(path);
        assertThat(classes)
                .as(
                        "%d classes act on the path of %s, and from %d of them it goes on. Which leads to which: %s",
                        walk.acting().size(), path, walk.goingOn().size(), walk.steps())
                .isNotEmpty()
                .hasSizeLessThanOrEqualTo(limit);
    }
}
