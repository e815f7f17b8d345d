package io.rowlock.internal.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionTest {

    @ParameterizedTest
    @CsvSource({
        "2.5.252 (2026-01-01), 2.5.252",
        "8.0.31, 8.0.31",
        "8.0.36-0ubuntu0.22.04.1, 8.0.36",
        "11.4.5-MariaDB, 11.4.5",
        "5.5.5-10.6.12-MariaDB-0ubuntu0.22.04.1, 10.6.12",
        "5.5.5-10.6.12-8-MariaDB-enterprise-log, 10.6.12",
    })
    void itIsReadFromTheTextWhereThatBeginsWithThreeNumbersOrNamesMariaDb(String text, String version)
            throws SQLException {
        assertThat(Version.read(driver(0, 0), text)).hasToString(version);
    }

    @ParameterizedTest
    @CsvSource({
        "18.6",
        "14.11 (Ubuntu 14.11-0ubuntu0.22.04.1)",
        "15.19 (Debian 15.19-0+deb12u1)",
        "16.2 (Ubuntu 16.2-1.pgdg22.04+1)"
    })
    void otherwiseTheDriverTellsIt(String text) throws SQLException {
        assertThat(Version.read(driver(18, 6), text)).isEqualTo(new Version(18, 6, 0));
    }

    @Test
    void versionsCompareByNumber() {
        assertThat(new Version(10, 6, 0)).isGreaterThan(new Version(9, 9, 9));
        assertThat(new Version(10, 10, 0)).isGreaterThan(new Version(10, 6, 21));
        assertThat(new Version(8, 0, 17)).isGreaterThan(new Version(8, 0, 3));
    }

    private static DatabaseMetaData driver(int major, int minor) {
        return (DatabaseMetaData) Proxy.newProxyInstance(
                VersionTest.class.getClassLoader(),
                new Class<?>[] {DatabaseMetaData.class},
                (proxy, method, arguments) -> method.getName().equals("getDatabaseMajorVersion") ? major : minor);
    }
}
