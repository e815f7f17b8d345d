package io.rowlock.engines.doctor;

import static io.rowlock.engines.doctor.DoctorContract.assertAdvises;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Finding.Severity;
import io.rowlock.Rowlock;
import io.rowlock.engines.EngineExtension;
import io.rowlock.engines.Engines;
import io.rowlock.engines.postgres.PostgresEngine;
import io.rowlock.engines.server.UrlDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The findings about the connections to PostgreSQL: sessions that stay, poolers, and addresses of two databases. */
class PostgresConnectionFindingsTest extends FindingsTest {

    @RegisterExtension
    static final EngineExtension NEEDED = new EngineExtension(Engines.postgres());

    @Override
    public PostgresEngine engine() {
        return Engines.postgres();
    }

    @Test
    void sessionsThatOutliveTheirClientsAreFound() throws SQLException {
        try (Rowlock client = patient().client(withOptions("-c tcp_keepalives_idle=7200"))) {
            assertThat(client.admin().diagnose())
                    .singleElement()
                    .satisfies(finding ->
                            assertAdvises(finding, Severity.WARNING, "L1", "idle_in_transaction_session_timeout"));
        }
        try (Rowlock client = patient()
                .client(withOptions("-c tcp_keepalives_idle=7200 -c idle_in_transaction_session_timeout=60s"))) {
            assertThat(client.admin().diagnose()).isEmpty();
        }
    }

    private Detour withOptions(String options) {
        String url = engine().jdbcUrl() + "?options=" + options.replace(" ", "%20");
        return new Detour(() -> DriverManager.getConnection(url, engine().user(), engine().password()));
    }

    /** As behind a pooler in transaction mode: each statement of a connection goes to another server session. */
    @Test
    void aPoolerThatSwitchesSessionsIsFound() throws SQLException {
        try (Rowlock client = patient().client(new Detour(this::switching))) {
            assertThat(client.admin().diagnose())
                    .singleElement()
                    .satisfies(finding -> assertAdvises(finding, Severity.WARNING, "S10", "two server sessions"));
        }
    }

    private Connection switching() throws SQLException {
        List<Connection> sessions = List.of(
                engine().dataSource().getConnection(), engine().dataSource().getConnection());
        AtomicInteger count = new AtomicInteger();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    try {
                        if (method.getName().equals("prepareStatement")) {
                            return method.invoke(sessions.get(count.getAndIncrement() % 2), arguments);
                        }
                        Object answer = method.invoke(sessions.get(1), arguments);
                        method.invoke(sessions.get(0), arguments);
                        return answer;
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                });
    }

    /** As through an address behind which stand two servers. */
    @Test
    void connectionsThatLeadToTwoDatabasesAreFound() throws SQLException {
        String other = patient().table() + "_other";
        UrlDataSource here = (UrlDataSource) engine().dataSource();
        Administrator administrator = Administrator.of(engine());
        administrator.run("CREATE DATABASE " + other + " OWNER " + here.user());
        UrlDataSource there = new UrlDataSource(
                here.url().replaceFirst("/[a-z]+(?=$|\\?)", '/' + other), here.user(), here.password());
        patient().client(there).close();
        patient().client().close();
        AtomicInteger count = new AtomicInteger();
        Detour split = new Detour(() -> (count.getAndIncrement() % 2 == 0 ? here : there).getConnection());
        try (Rowlock client = patient().client(split)) {
            assertThat(client.admin().diagnose())
                    .anySatisfy(finding -> assertAdvises(finding, Severity.IMPOSSIBLE, "S1", "granted one lock"));
        } finally {
            administrator.run("DROP DATABASE " + other + " WITH (FORCE)");
        }
    }
}
