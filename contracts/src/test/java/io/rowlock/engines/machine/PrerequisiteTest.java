package io.rowlock.engines.machine;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

class PrerequisiteTest {

    private static final Availability MISSING =
            Availability.unavailable("MySQL needs libaio.so.1", "apt-get install libaio1");

    @Test
    void aPrerequisiteThatIsThereIsNoObstacle() {
        assertThatCode(() -> Prerequisite.require(Availability.available())).doesNotThrowAnyException();
    }

    @Test
    void aMissingPrerequisiteSkipsTheTestAndNamesTheRemedy() {
        assertThatThrownBy(() -> Prerequisite.require(MISSING, false))
                .isInstanceOf(TestAbortedException.class)
                .hasMessageContainingAll("libaio.so.1", "apt-get install libaio1");
    }

    @Test
    void aMissingPrerequisiteFailsTheTestInContinuousIntegration() {
        assertThatThrownBy(() -> Prerequisite.require(MISSING, true))
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageContaining("apt-get install libaio1");
    }
}
