package io.rowlock.engines.postgres;

import io.rowlock.DistributedLock;
import io.rowlock.testkit.fixture.ContractFixture;

/** The registrations of waiters, which are rows of the lock table. */
final class Registrations {
    private Registrations() {}

    /** Waits until so many clients are registered for a lock. */
    static void await(ContractFixture fixture, DistributedLock lock, int number) {
        fixture.await().until(() -> count(fixture, lock) == number);
    }

    /** How many clients are registered for a lock and wait. */
    static long count(ContractFixture fixture, DistributedLock lock) {
        return fixture.sql()
                .number(
                        "SELECT count(*) FROM %s WHERE kind = 'waiter' AND expires_us > 0 AND name = ?"
                                .formatted(fixture.table()),
                        lock.definition().name());
    }

    /** How many rows there are, for all locks, with those that nobody uses. */
    static long countAll(ContractFixture fixture) {
        return fixture.sql().number("SELECT count(*) FROM %s WHERE kind = 'waiter'".formatted(fixture.table()));
    }

    /** Waits until each row may be used again: a release keeps the one that it has used up for a moment, with the lock. */
    static void awaitReusable(ContractFixture fixture) {
        fixture.await().until(() -> fixture.sql().number("""
                                SELECT count(*) FROM %s
                                WHERE kind = 'waiter' AND greatest(expires_us, keep_until_us) > extract(epoch FROM clock_timestamp()) * 1000000
                                """.formatted(fixture.table())) == 0);
    }

    /** Makes all of them look as if they had not been used for long. */
    static void makeOld(ContractFixture fixture) {
        fixture.sql()
                .run("UPDATE %s SET since_us = 1, expires_us = 1 WHERE kind = 'waiter'".formatted(fixture.table()));
    }
}
