package io.rowlock.bench.contestant;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Rowlock;
import io.rowlock.engines.Engines;
import io.rowlock.engines.machine.Prerequisite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlushedCommitsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "set_config('synchronous_commit', 'off', true)",
                "SET LOCAL synchronous_commit = off",
                "set local synchronous_commit TO 'off'"
            })
    void aStatementThatWouldNotWaitForTheDiskIsToldToWait(String sql) {
        assertThat(FlushedCommits.flushed(sql)).isEqualToIgnoringCase(sql.replace("off", "on"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"SELECT current_setting('synchronous_commit')", "set_config('enable_seqscan', 'off', true)"})
    void allOtherStatementsStayAsTheyAre(String sql) {
        assertThat(FlushedCommits.flushed(sql)).isEqualTo(sql);
    }

    /** Else the contestant would be Rowlock itself, under another name. */
    @Test
    void aReleaseOfRowlockIsAmongThose() {
        Prerequisite.require(Engines.postgres().availability());
        FlushedCommits source = new FlushedCommits(Engines.postgres().dataSource());
        try (Rowlock rowlock = Rowlock.create(source)) {
            rowlock.lock("flushed").acquire().close();
        }
        assertThat(source.changedAny()).isTrue();
    }
}
