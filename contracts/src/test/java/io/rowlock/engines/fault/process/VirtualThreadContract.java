package io.rowlock.engines.fault.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rowlock.engines.fault.fixture.FaultContract;
import io.rowlock.engines.fault.fixture.FaultFixture;
import io.rowlock.engines.process.ChildJvm;
import io.rowlock.engines.process.JvmLaunch;
import io.rowlock.engines.worker.VirtualWorker;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Callers that are virtual threads, of which hundreds share one carrier: one that kept it would stop them all. */
public interface VirtualThreadContract extends FaultContract {

    /** How many threads there are. */
    int THREADS = 150;

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void hundredsOfVirtualThreadsOnOneCarrierLoseNothingAndPinNothing(FaultFixture fixture) {
        assumeTrue(Runtime.version().feature() >= 21, "virtual threads came with JDK 21");
        try (ChildJvm worker = JvmLaunch.of(VirtualWorker.class)
                .option("-Djdk.virtualThreadScheduler.parallelism=1")
                .option("-Djdk.virtualThreadScheduler.maxPoolSize=1")
                .start(
                        engine().jdbcUrl(),
                        engine().user(),
                        engine().password(),
                        fixture.table(),
                        fixture.name(),
                        Integer.toString(THREADS))) {
            List<Integer> numbers = numbers(worker.expect("counted ", FaultFixture.PATIENCE));
            int entries = numbers.get(1);
            int interrupted = numbers.get(2);
            assertThat(numbers.get(0)).as("steps counted").isEqualTo(entries);
            assertThat(interrupted).as("threads that were stopped").isPositive();
            assertThat(entries)
                    .as("entries, all of the others' among them")
                    .isGreaterThanOrEqualTo((THREADS - interrupted) * 3);
            assertThat(numbers.get(3)).as("waits that kept the carrier").isZero();
            assertThat(worker.awaitExit(FaultFixture.PATIENCE)).isZero();
        }
        assertThat(fixture.isFree(fixture.name())).as("free after the end").isTrue();
    }

    private static List<Integer> numbers(String line) {
        return Pattern.compile("\\d+")
                .matcher(line)
                .results()
                .map(found -> Integer.valueOf(found.group()))
                .toList();
    }
}
