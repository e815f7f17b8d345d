package io.rowlock.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.chaos.bug.SeededBug;
import io.rowlock.chaos.client.Contestant;
import io.rowlock.chaos.plan.FaultKind;
import io.rowlock.chaos.plan.RunPlan;
import io.rowlock.chaos.report.TextReport;
import io.rowlock.chaos.report.Verdict;
import io.rowlock.chaos.run.ChaosRun;
import io.rowlock.chaos.run.DatabaseSystem;
import io.rowlock.chaos.trial.Trial.Outcome;
import io.rowlock.engines.machine.Prerequisite;
import io.rowlock.engines.process.SystemFaults;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The least of a run: every part does its work, no promise is broken, and some bugs are caught. */
class ChaosTest {
    private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

    /** Quick ones, one of each way to break something. */
    private static final List<FaultKind> FAULTS =
            List.of(FaultKind.STOP_WORKER, FaultKind.BYTE_CUT, FaultKind.BLOCK_REPLIES, FaultKind.DATABASE_CLOCK);

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2_MEMORY"})
    void noPromiseIsBrokenInAShortRun(EngineName name) throws Exception {
        require(name);
        RunPlan plan = new RunPlan(
                name.engine(), Contestant.ROWLOCK, "", FAULTS, Duration.ofSeconds(7), 1, RunPlan.Size.SMALL, directory);
        new ChaosRun(plan, DatabaseSystem.faults()).run(Runs.facts(plan, ""), new Progress(plan, Goal.NONE, NOWHERE));
        Verdict verdict = Verdict.of(directory);
        assertThat(verdict.violations()).as(TextReport.of(verdict)).isEmpty();
        assertThat(verdict.acquisitions()).isPositive();
        assertThat(verdict.faultKinds()).isPositive();
        assertThat(verdict.histories().ledger()).isNotEmpty();
        assertThat(verdict.histories().observedGrants()).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"IMPATIENT_TAKE_OVER", "GUARD_ONLY_READS", "LOST_INTERRUPT"})
    void aBugIsCaught(SeededBug bug) throws Exception {
        require(EngineName.POSTGRESQL);
        Outcome outcome = new Trials(EngineName.POSTGRESQL, directory, 1, NOWHERE).run(Optional.of(bug));
        assertThat(outcome.isCaught()).as(bug.words()).isTrue();
    }

    @Test
    void aBugWhoseFaultCannotBeHadIsSkippedAndReported() throws Exception {
        Prerequisite.require(SystemFaults.availability());
        Trials trials = new Trials(EngineName.H2_MEMORY, directory, 1, NOWHERE);
        assertThat(trials.run(List.of("statement-mistaken", "read-only-is-released"))
                        .text())
                .contains("pooler: not on h2-memory", "read-only: not on h2-memory", "remedy: ")
                .endsWith("  2 bugs: 0 caught, 2 skipped\n");
    }

    @ParameterizedTest
    @EnumSource
    void aFaultThatADatabaseIsNotPutThroughHasAnObstacle(EngineName name) {
        for (FaultKind fault : FaultKind.values()) {
            assertThat(name.obstacle(fault).isEmpty())
                    .as("%s on %s", fault, name)
                    .isEqualTo(name.faults().contains(fault));
        }
    }

    @Test
    void everyBugHasANameOfItsOwnThatWorkersUnderstand() {
        for (SeededBug bug : SeededBug.values()) {
            assertThat(SeededBug.named(bug.toString())).contains(bug);
        }
        assertThat(SeededBug.values()).hasSizeGreaterThanOrEqualTo(20);
    }

    private static void require(EngineName name) {
        Prerequisite.require(SystemFaults.availability());
        DatabaseSystem.faults();
        Prerequisite.require(name.engine().availability());
    }
}
