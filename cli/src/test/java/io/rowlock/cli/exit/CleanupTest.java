package io.rowlock.cli.exit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CleanupTest {
    private final List<String> undone = new ArrayList<>();
    private final Cleanup cleanup = new Cleanup();

    @Test
    void theLastThingAddedIsUndoneFirst() {
        cleanup.add(() -> undone.add("directory"));
        cleanup.add(() -> undone.add("server"));

        cleanup.close();

        assertThat(undone).containsExactly("server", "directory");
    }

    @Test
    void nothingIsUndoneTwice() {
        cleanup.add(() -> undone.add("server"));

        cleanup.close();
        cleanup.close();

        assertThat(undone).containsExactly("server");
    }

    @Test
    void aStepThatFailsKeepsNoOtherFromBeingUndone() {
        cleanup.add(() -> undone.add("directory"));
        cleanup.add(() -> {
            throw new IllegalStateException("this failure is part of the test");
        });

        cleanup.close();

        assertThat(undone).containsExactly("directory");
    }

    @Test
    void anActionAddedTooLateRunsAtOnce() {
        cleanup.close();

        cleanup.add(() -> undone.add("process"));

        assertThat(undone).containsExactly("process");
    }
}
