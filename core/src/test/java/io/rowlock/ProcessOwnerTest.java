package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessOwnerTest {

    @Test
    void itNamesHostProcessAndProgramInWhatTheTableCanHold() {
        String owner = ProcessOwner.describe();
        assertThat(owner).matches("[^/]+/" + ProcessHandle.current().pid() + "/.*");
        assertThat(LockDefinition.of("a").withOwner(owner).owner()).contains(owner);
    }
}
