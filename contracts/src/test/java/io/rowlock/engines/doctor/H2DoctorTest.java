package io.rowlock.engines.doctor;

import static io.rowlock.engines.doctor.DoctorContract.assertAdvises;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.Finding.Severity;
import io.rowlock.LockSetupException;
import io.rowlock.Rowlock;
import io.rowlock.engines.Engines;
import io.rowlock.engines.h2.H2File;
import io.rowlock.engines.server.Engine;
import io.rowlock.engines.server.Stop;
import io.rowlock.engines.server.UrlDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.slf4j.LoggerFactory;

/**
 * The three ways to run H2 share nothing, and an examination waits more than it works: so they go side by side. The tests of
 * each have its database for themselves, one after the other.
 */
class H2DoctorTest {

    /** A logger that is asked for while another thread starts the logging is a stand-in, which logs nothing. */
    @BeforeAll
    static void startLogging() {
        LoggerFactory.getILoggerFactory();
    }

    @Nested
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock("H2 in memory")
    class InMemory implements DoctorContract {
        @Override
        public Engine engine() {
            return Engines.h2Memory();
        }

        /** They end with their JVM whatever they write, and everybody who uses them too. */
        @Test
        void aDelayIsNothingToADatabaseInMemory() throws SQLException {
            try (Patient patient = new Patient(engine())) {
                patient.run("SET WRITE_DELAY 500");
                try (Rowlock client = patient.client()) {
                    assertThat(client.admin().diagnose()).isEmpty();
                } finally {
                    patient.run("SET WRITE_DELAY 0");
                }
            }
        }

        @Test
        void connectionsThatLeadToTwoDatabasesAreFound() throws SQLException {
            AtomicInteger count = new AtomicInteger();
            Detour split = new Detour(() -> splitDatabase(count.getAndIncrement() % 2));
            try (Patient patient = new Patient(engine())) {
                patient.client(new Detour(() -> splitDatabase(0))).close();
                patient.client(new Detour(() -> splitDatabase(1))).close();
                try (Rowlock client = patient.client(split)) {
                    assertThat(client.admin().diagnose())
                            .singleElement()
                            .satisfies(
                                    finding -> assertAdvises(finding, Severity.IMPOSSIBLE, "S1", "granted one lock"));
                }
            }
        }

        private static Connection splitDatabase(int number) throws SQLException {
            return DriverManager.getConnection("jdbc:h2:mem:split" + number + ";DB_CLOSE_DELAY=5");
        }

        /** As those of a transaction manager are. */
        @Test
        void connectionsThatStayInATransactionAreRejected() throws SQLException {
            try (Patient patient = new Patient(engine())) {
                patient.client().close();
                assertThatExceptionOfType(LockSetupException.class)
                        .isThrownBy(() -> patient.client(new Detour(InMemory.this::managed)))
                        .withMessageContaining("transaction manager");
            }
        }

        private Connection managed() throws SQLException {
            Connection connection = engine().dataSource().getConnection();
            connection.setAutoCommit(false);
            return (Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                        try {
                            return method.getName().equals("setAutoCommit")
                                    ? null
                                    : method.invoke(connection, arguments);
                        } catch (InvocationTargetException failure) {
                            throw failure.getCause();
                        }
                    });
        }
    }

    @Nested
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock("H2 file")
    class InAFile implements DoctorContract {
        @Override
        public H2File engine() {
            return Engines.h2File();
        }

        @BeforeEach
        @AfterEach
        void writeAtOnce() throws SQLException {
            delay(engine(), 0);
        }

        @Test
        void aDelayIsFoundAtStartupAndOnDemand() throws SQLException {
            delay(engine(), 500);
            assertFindsDelay(engine());
            try (Patient patient = new Patient(engine());
                    Rowlock client = patient.client()) {
                assertThat(client.admin().diagnose())
                        .singleElement()
                        .satisfies(finding -> assertAdvises(finding, Severity.WARNING, "S1, S3", "500 ms late"));
            }
        }

        /** The stored delay is shown, and another one is in force. */
        @Test
        void aStoredDelayThatIsNotHonouredIsFound() throws SQLException {
            engine().restart(Stop.GRACEFUL);
            assertFindsDelay(engine());
        }

        @Test
        void aDatabaseOpenForReadingIsRejected() throws SQLException {
            String url = engine().jdbcUrl();
            try (Patient patient = new Patient(engine())) {
                patient.client().close();
                engine().restart(Stop.GRACEFUL);
                Detour reading = new Detour(
                        () -> DriverManager.getConnection(url + ";ACCESS_MODE_DATA=r", "rowlock", "rowlock"));
                assertThatExceptionOfType(LockSetupException.class)
                        .isThrownBy(() -> patient.client(reading))
                        .withMessageContaining("reading only");
                engine().restart(Stop.GRACEFUL);
            }
        }
    }

    @Nested
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock("H2 server")
    class AsServer implements DoctorContract {
        @Override
        public Engine engine() {
            return Engines.h2Server();
        }

        @BeforeEach
        @AfterEach
        void writeAtOnce() throws SQLException {
            delay(engine(), 0);
        }

        @Test
        void aDelayIsFound() throws SQLException {
            delay(engine(), 500);
            assertFindsDelay(engine());
        }
    }

    /** Connections that take the delay as it is. */
    private static DataSource askingForNothing(Engine engine) {
        return new UrlDataSource(engine.jdbcUrl().replace(";WRITE_DELAY=0", ""), engine.user(), engine.password());
    }

    private static void delay(Engine engine, int millis) throws SQLException {
        try (Patient patient = new Patient(engine, askingForNothing(engine))) {
            patient.run("SET WRITE_DELAY " + millis);
        }
    }

    private static void assertFindsDelay(Engine engine) throws SQLException {
        try (Patient patient = new Patient(engine, askingForNothing(engine))) {
            Warnings.assertOnly(patient, "S1, S3", "500 ms late");
        }
    }
}
