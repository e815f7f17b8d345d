package io.rowlock.engines.h2;

import io.rowlock.engines.machine.Availability;
import io.rowlock.engines.machine.ClassPath;
import io.rowlock.engines.server.Account;
import io.rowlock.engines.server.Console;
import io.rowlock.engines.server.Stop;
import io.rowlock.engines.server.UrlDataSource;
import io.rowlock.testkit.fixture.Privilege;
import java.nio.file.Path;
import javax.sql.DataSource;

/**
 * The administration of an H2 database, outside the tests' connections.
 *
 * @param url the database's address
 */
record H2Administrator(String url) {

    /** A session's zone that is not the JVM's. */
    private static final String ELSEWHERE = ";TIME ZONE=Asia/Kathmandu";

    private static final String DRIVER = "org.h2.Driver";

    static Availability availability() {
        return ClassPath.has(DRIVER)
                ? Availability.available()
                : Availability.unavailable(
                        "H2 is not on the class path", "add com.h2database:h2 to the test class path");
    }

    /** The end of an address whose connections ask for durable commits; only an administrator may. */
    static final String DURABLE = ";WRITE_DELAY=0";

    /** Where H2's classes are. */
    static Path jar() {
        return ClassPath.jarOf(DRIVER);
    }

    static H2Administrator of(String address) {
        return new H2Administrator(address + ELSEWHERE);
    }

    /** Prepares a new database. The first user to connect becomes its administrator. */
    H2Administrator found() {
        availability().orThrow();
        console().run("set db_close_delay -1", "create user if not exists rowlock password 'rowlock' admin");
        return this;
    }

    int liveConnections() {
        return console().number("select count(*) from information_schema.sessions where user_name <> current_user");
    }

    void killConnections() {
        console()
                .run(
                        "select abort_session(session_id) from information_schema.sessions where user_name <> current_user");
    }

    void shutdown(Stop how) {
        console().run(how == Stop.GRACEFUL ? "shutdown" : "shutdown immediately");
    }

    DataSource restricted(Privilege... granted) {
        Account guest = Account.fresh();
        console().run("create user %s password '%s'".formatted(guest.user(), guest.password()));
        for (Privilege privilege : granted) {
            console().run(grant(privilege) + " to " + guest.user());
        }
        return new UrlDataSource(url, guest.user(), guest.password());
    }

    /** Each time it connects it asks for durable commits: H2 keeps that setting, but forgets to obey it when reopened. */
    Console console() {
        return Console.at(url + DURABLE);
    }

    private static String grant(Privilege privilege) {
        return privilege == Privilege.CREATE ? "grant alter any schema" : "grant " + privilege + " on schema public";
    }
}
