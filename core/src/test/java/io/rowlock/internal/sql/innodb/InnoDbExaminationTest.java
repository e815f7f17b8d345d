package io.rowlock.internal.sql.innodb;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Finding;
import io.rowlock.internal.sql.check.Examination;
import io.rowlock.internal.sql.innodb.InnoDbExamination.Variables;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Findings from variables that no server of the tests can be given: clusters, and settings fixed at startup. */
class InnoDbExaminationTest {

    @Test
    void aGaleraNodeIsFound() throws SQLException {
        assertThat(judge(InnoDbExamination::cluster, Map.of("wsrep_on", "ON")))
                .singleElement()
                .satisfies(finding -> assertThat(finding.problem()).contains("Galera"));
        assertThat(judge(InnoDbExamination::cluster, Map.of("wsrep_on", "OFF"))).isEmpty();
    }

    @Test
    void sessionsThatMayBeSilentForHoursAreFound() throws SQLException {
        assertThat(judge(InnoDbExamination::silence, Map.of("wait_timeout", "28800")))
                .singleElement()
                .satisfies(finding -> assertThat(finding.problem()).contains("wait_timeout is 28800 s"));
        assertThat(judge(InnoDbExamination::silence, Map.of("wait_timeout", "600")))
                .isEmpty();
        assertThat(judge(InnoDbExamination::silence, Map.of("wait_timeout", "28800", "idle_transaction_timeout", "60")))
                .as("MariaDB ends the transaction sooner")
                .isEmpty();
    }

    @Test
    void severalPrimariesAreFoundAndOneIsNot() throws SQLException {
        assertThat(judge(InnoDbExamination::cluster, group("OFF")))
                .singleElement()
                .satisfies(finding -> assertThat(finding.problem()).contains("several primaries"));
        assertThat(judge(InnoDbExamination::cluster, group("ON"))).isEmpty();
        assertThat(judge(InnoDbExamination::cluster, Map.of("group_replication_single_primary_mode", "OFF")))
                .as("the plugin alone is no group")
                .isEmpty();
    }

    @Test
    void semiSynchronousReplicationThatGivesUpIsFound() throws SQLException {
        assertThat(judge(InnoDbExaminationTest::withReplica, semiSynchronous("10000")))
                .singleElement()
                .satisfies(finding -> assertThat(finding.problem()).contains("after 10000 ms"));
        assertThat(judge(InnoDbExaminationTest::withReplica, semiSynchronous("4294967295")))
                .isEmpty();
    }

    @Test
    void settingsThatAreFixedAtStartupAreFound() throws SQLException {
        assertThat(judge(InnoDbExamination::durability, Map.of("innodb_doublewrite", "OFF")))
                .hasSize(1);
        assertThat(judge(InnoDbExamination::durability, Map.of("innodb_flush_method", "nosync")))
                .hasSize(1);
        assertThat(judge(InnoDbExamination::durability, Map.of("innodb_flush_log_at_trx_commit", "3")))
                .as("MariaDB's 3 writes even more often")
                .isEmpty();
    }

    @Test
    void readOnlyHasMoreNamesThanOne() throws SQLException {
        assertThat(judge(InnoDbExamination::writable, Map.of("read_only", "NO_LOCK_NO_ADMIN")))
                .hasSize(1);
        assertThat(judge(InnoDbExamination::writable, Map.of("super_read_only", "ON")))
                .hasSize(1);
    }

    private static void withReplica(Examination examination, Variables variables) {
        InnoDbExamination.replicas(examination, variables, 1);
    }

    private static Map<String, String> group(String singlePrimary) {
        return Map.of(
                "group_replication_group_name",
                "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa",
                "group_replication_single_primary_mode",
                singlePrimary);
    }

    private static Map<String, String> semiSynchronous(String timeout) {
        return Map.of("rpl_semi_sync_source_enabled", "ON", "rpl_semi_sync_source_timeout", timeout);
    }

    private static List<Finding> judge(BiConsumer<Examination, Variables> judgement, Map<String, String> values)
            throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            Examination examination = new Examination(connection);
            judgement.accept(examination, new Variables(values));
            return examination.findings();
        }
    }
}
