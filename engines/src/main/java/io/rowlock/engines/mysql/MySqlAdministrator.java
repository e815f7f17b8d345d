package io.rowlock.engines.mysql;

import io.rowlock.engines.server.Account;
import io.rowlock.engines.server.Console;
import io.rowlock.engines.server.UrlDataSource;
import io.rowlock.testkit.fixture.Privilege;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * The administration of a MySQL or MariaDB server, outside the tests' connections.
 *
 * @param console the administrator's
 */
record MySqlAdministrator(Console console) {

    private static final String OTHERS = """
            select id from information_schema.processlist
            where user not in ('keeper', 'system user', 'event_scheduler', 'unauthenticated user')
            """;

    /** Options which both servers understand. */
    static List<String> options(Path scratch, int port) {
        return List.of(
                "--datadir=" + scratch.resolve("data"),
                // Not the common one: a server that starts deletes what others have there, and they crash.
                "--tmpdir=" + scratch,
                "--socket=" + scratch.resolve("socket"),
                "--pid-file=" + scratch.resolve("pid"),
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--skip-name-resolve",
                "--skip-log-bin",
                "--init-file=" + scratch.resolve("init.sql"),
                "--default-time-zone=+05:45",
                "--innodb-flush-log-at-trx-commit=1",
                "--innodb-buffer-pool-size=64M",
                "--max-connections=300");
    }

    /** The statements that the server runs at each start. */
    static void writeInitFile(Path scratch, String authentication) {
        try {
            Files.writeString(scratch.resolve("init.sql"), """
                    create user if not exists keeper@'%%' identified %1$s 'keeper';
                    grant all on *.* to keeper@'%%' with grant option;
                    create database if not exists rowlock;
                    create user if not exists rowlock@'%%' identified %1$s 'rowlock';
                    grant all on rowlock.* to rowlock@'%%';
                    create database if not exists rowlock_tenant;
                    grant all on rowlock_tenant.* to rowlock@'%%';
                    """.formatted(authentication));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int liveConnections() {
        return console.numbers(OTHERS).size();
    }

    void killConnections() {
        console.numbers(OTHERS).forEach(id -> console.attempt("kill " + id));
    }

    DataSource restricted(String url, Privilege... granted) {
        Account guest = Account.fresh();
        console.run("create user %s@'%%' identified by '%s'".formatted(guest.user(), guest.password()));
        if (granted.length > 0) {
            String list = Arrays.stream(granted).map(Privilege::name).collect(Collectors.joining(", "));
            console.run("grant %s on rowlock.* to %s@'%%'".formatted(list, guest.user()));
        }
        return new UrlDataSource(url, guest.user(), guest.password());
    }

    void readOnly(boolean on) {
        console.run("set global read_only = " + (on ? "on" : "off"));
    }
}
