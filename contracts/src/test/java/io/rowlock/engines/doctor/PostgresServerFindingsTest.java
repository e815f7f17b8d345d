package io.rowlock.engines.doctor;

import static io.rowlock.engines.doctor.DoctorContract.assertAdvises;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.rowlock.Finding.Severity;
import io.rowlock.LockSetupException;
import io.rowlock.Rowlock;
import io.rowlock.engines.EngineExtension;
import io.rowlock.engines.Engines;
import io.rowlock.engines.postgres.PostgresEngine;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The findings about the settings, standbys and extensions of a PostgreSQL server. */
class PostgresServerFindingsTest extends FindingsTest {

    @RegisterExtension
    static final EngineExtension NEEDED = new EngineExtension(Engines.postgres());

    @Override
    public PostgresEngine engine() {
        return Engines.postgres();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fsync", "full_page_writes", "synchronous_commit"})
    void commitsThatACrashCanLoseAreFound(String setting) throws Exception {
        duringSetting(setting, "off", () -> Warnings.assertOnly(patient(), "S1, S3", setting));
        Warnings.assertNone(patient());
    }

    @Test
    void aServerThatTakesNoWritesIsRejectedAndFoundLater() throws SQLException {
        try (Rowlock client = patient().client()) {
            engine().demote();
            try {
                assertThatExceptionOfType(LockSetupException.class)
                        .isThrownBy(patient()::client)
                        .withMessageContainingAll("read-only", "primary");
                await().untilAsserted(() -> assertThat(client.admin().diagnose())
                        .singleElement()
                        .satisfies(finding -> assertAdvises(finding, Severity.IMPOSSIBLE, "S1", "read-only")));
            } finally {
                engine().promote();
            }
        }
    }

    @Test
    void anAsynchronousStandbyIsFound() throws Exception {
        Administrator administrator = Administrator.of(engine());
        String here = administrator.text("select pg_current_wal_lsn()");
        try (PretendedStandby standby = PretendedStandby.attach(engine().jdbcUrl(), here)) {
            await().until(() -> streaming(administrator) == 1);
            Warnings.assertOnly(patient(), "S1, S3", "standbys are attached (1)");
        }
        await().until(() -> streaming(administrator) == 0);
        Warnings.assertNone(patient());
    }

    private static long streaming(Administrator administrator) throws SQLException {
        return Long.parseLong(administrator.text("select count(*) from pg_stat_replication where state = 'streaming'"));
    }

    @Test
    void aSynchronousStandbyThatCommitsDoNotWaitForIsFound() throws Exception {
        duringSetting(
                "synchronous_commit",
                "local",
                () -> duringSetting(
                        "synchronous_standby_names",
                        "'nobody'",
                        () -> Warnings.assertOnly(patient(), "S1, S3", "synchronous_commit = local")));
        Warnings.assertNone(patient());
    }

    @Test
    void anEncodingThatCannotHoldAllNamesIsFound() throws Exception {
        Administrator administrator = Administrator.of(engine());
        administrator.during(
                "create database narrow owner rowlock encoding 'LATIN1' locale_provider libc locale 'C' template template0",
                "drop database narrow with (force)",
                () -> {
                    String url = engine().jdbcUrl().replaceFirst("/rowlock$", "/narrow");
                    Detour narrow =
                            new Detour(() -> DriverManager.getConnection(url, engine().user(), engine().password()));
                    try (Rowlock client = patient().client(narrow)) {
                        assertThat(client.admin().diagnose())
                                .singleElement()
                                .satisfies(finding -> assertAdvises(finding, Severity.WARNING, "S9", "LATIN1"));
                    }
                });
    }

    /** The extension itself is not to be had here, so the catalogue is told that it is there. */
    @ParameterizedTest
    @ValueSource(strings = {"bdr", "spock"})
    void aDatabaseWhoseCatalogueListsAnExtensionForSeveralWritersIsRejected(String extension) throws Exception {
        Administrator administrator = Administrator.of(engine());
        String name = "several_" + extension;
        administrator.during(
                "create database " + name + " owner rowlock", "drop database " + name + " with (force)", () -> {
                    String url = engine().jdbcUrl().replaceFirst("/rowlock$", "/" + name);
                    Detour several =
                            new Detour(() -> DriverManager.getConnection(url, engine().user(), engine().password()));
                    patient().client(several).close();
                    new Administrator(url).run("""
                    insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
                    values (99999, '%s', 10, 11, false, '5.0')
                    """.formatted(extension));
                    assertThatExceptionOfType(LockSetupException.class)
                            .isThrownBy(() -> patient().client(several))
                            .withMessageContainingAll(extension, "several servers take writes");
                });
    }

    private void duringSetting(String name, String value, Administrator.Check check) throws Exception {
        set("alter system set " + name + " = " + value);
        try {
            await().until(() -> !isDefault(name));
            check.run();
        } finally {
            set("alter system reset " + name);
            await().until(() -> isDefault(name));
        }
    }

    private void set(String sql) throws SQLException {
        Administrator.of(engine()).run(sql, "select pg_reload_conf()");
    }

    private boolean isDefault(String name) throws SQLException {
        return Administrator.of(engine())
                .text("select setting = boot_val from pg_settings where name = '" + name + "'")
                .equals("t");
    }
}
