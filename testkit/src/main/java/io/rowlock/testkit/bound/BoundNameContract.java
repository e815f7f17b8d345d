package io.rowlock.testkit.bound;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;
import java.util.List;

/** The names under which a server knows the locks that are bound to connections. */
public interface BoundNameContract extends Contract {
    /** They are not purged, because clients remember them; so there must be no more of them than names. */
    @Promise
    default void aNameLeavesTwoRowsForTheServersNameAtMostHoweverOftenItIsUsed(ContractFixture fixture) {
        String name = fixture.name("named");
        String sql = "SELECT COUNT(*) FROM " + fixture.table() + " WHERE kind LIKE 'native-%' AND (name = '" + name
                + "' OR lock_name = '" + name + "')";
        fixture.client().lock(name).run(() -> {});
        long first = fixture.sql().number(sql);
        for (Rowlock client : List.of(fixture.client(), fixture.client())) {
            client.lock(name).run(() -> {});
            client.lock(name).run(() -> {});
        }

        fixture.client().admin().purge(Duration.ofDays(1));

        assertThat(first).isBetween(1L, 2L);
        assertThat(fixture.sql().number(sql)).isEqualTo(first);
    }

    /** The operator's way to remove them: stop the clients, delete, start. */
    @Promise
    default void rowsForServersNamesThatWereDeletedWhileNoClientRanAreMadeAgain(ContractFixture fixture) {
        fixture.useOwnTable();
        String name = fixture.name("renamed");
        try (Rowlock before = fixture.client()) {
            before.lock(name).run(() -> {});
        }

        fixture.sql().run("DELETE FROM " + fixture.table() + " WHERE kind LIKE 'native-%'");

        Rowlock other = fixture.client();
        try (Hold hold = fixture.client().lock(name).acquire()) {
            assertThat(other.lock(name).tryAcquire()).isEmpty();
            assertThat(hold.check()).isTrue();
        }
        assertThat(other.lock(name).tryAcquire().map(ContractFixture::closed)).contains(true);
    }

    @Promise
    default void namesThatAServerMightMistakeForOneAnotherAreDifferentLocks(ContractFixture fixture) {
        Rowlock one = fixture.client();
        Rowlock other = fixture.client();
        String common = fixture.name("n");
        String longName = common + "x".repeat(199 - common.length());

        assertDifferent(one, other, common + "order", common + "Order");
        assertDifferent(one, other, common + "Case", common + "case");
        assertDifferent(one, other, longName + 'a', longName + 'b');
        assertDifferent(one, other, common + "\u00e9", common + "e\u0301");
        assertDifferent(one, other, common + "\u00df", common + "ss");
        assertDifferent(one, other, common + "\ud83d\ude00", common + "\ud83d\ude01");
        assertDifferent(one, other, "rowlock:" + common, "Rowlock:" + common);
    }

    private static void assertDifferent(Rowlock one, Rowlock other, String name, String alike) {
        try (Hold hold = one.lock(name).acquire();
                Hold second = other.lock(alike).tryAcquire().orElseThrow(() -> new AssertionError(alike))) {
            assertThat(other.lock(name).tryAcquire()).as(name).isEmpty();
            assertThat(one.lock(alike).tryAcquire()).as(alike).isEmpty();
            assertThat(hold.check() && second.check()).isTrue();
        }
    }
}
