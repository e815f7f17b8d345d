package io.rowlock.testkit.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rowlock.Hold;
import io.rowlock.LockStatus;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.ClientContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.HeavyPromise;
import io.rowlock.testkit.fixture.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** S9: names compare byte for byte on every engine, or are rejected. */
public interface NameContract extends ClientContract {

    @Promise
    default void namesThatPeopleMightTakeForEqualAreDifferentLocks(ClientFixture fixture) {
        String base = fixture.name("name");
        assertThatAllAreDifferentLocks(
                fixture,
                Stream.of(
                                "report",
                                "Report",
                                "REPORT", // case
                                "r\u00e9port",
                                "re\u0301port", // accent: composed, decomposed
                                "k",
                                "K",
                                "\u212a", // Kelvin
                                "stra\u00dfe",
                                "strasse",
                                "stra\u1e9ee", // sharp s
                                "i",
                                "I",
                                "\u0131",
                                "\u0130", // Turkish i
                                "\ufb01n",
                                "fin", // ligature
                                "\uff41",
                                "a",
                                "\u00e4",
                                "ae",
                                "\u00c4", // width, umlaut
                                "a b",
                                "a  b",
                                "a\u00a0b",
                                "ab",
                                "a\u200bb", // blanks, zero-width
                                "\u0441",
                                "c", // Cyrillic and Latin
                                "1",
                                "01",
                                "1.0",
                                "1e0", // numbers
                                "null",
                                "NULL",
                                "\ufeffx",
                                "x",
                                "\ud83d\ude00",
                                "\ud83d\ude01",
                                "\ud83d\udc69\u200d\ud83d\udd27",
                                "\ud83d\udc69")
                        .map(suffix -> base + suffix + '.')
                        .toList());
    }

    @Promise
    default void namesMayHoldAnythingThatMeansSomethingToSql(ClientFixture fixture) {
        String base = fixture.name("sql");
        assertThatAllAreDifferentLocks(
                fixture,
                Stream.of(
                                "'",
                                "''",
                                "\"",
                                "`",
                                "\\",
                                "\\\\",
                                "\\'",
                                "%",
                                "%%",
                                "_",
                                "__",
                                "?",
                                ":a",
                                "$1",
                                "${x}",
                                "{fn now()}",
                                "--",
                                "/* */",
                                "#",
                                ";",
                                "; DROP TABLE rowlock; --",
                                "' OR '1'='1",
                                "[a]",
                                "*",
                                "\\x41",
                                "\\u0041")
                        .map(suffix -> base + suffix)
                        .toList());
    }

    @Promise
    default void theLongestNameOfTheWidestCharactersIsKeptWhole(ClientFixture fixture) {
        String tail = fixture.name("");
        String longest = "\ud83d\ude00".repeat(200 - tail.length()) + tail;
        String other = "\ud83d\ude01" + longest.substring(2);
        assertThatAllAreDifferentLocks(fixture, List.of(longest, other, longest.substring(2)));
    }

    @Promise
    default void aTypeAndAnIdAreOneName(ClientFixture fixture) {
        Rowlock client = fixture.client();
        String id = fixture.name("1");
        try (Hold hold = client.lock("Order", id).acquire()) {
            assertThat(hold.key().name()).isEqualTo("Order:" + id);
            assertThat(client.lock("Order:" + id).tryAcquire()).isEmpty();
            assertThat(client.lock("order", id).tryAcquire().map(ClientFixture::closed))
                    .contains(true);
            assertThat(client.lock("Order", id + ":1").tryAcquire().map(ClientFixture::closed))
                    .contains(true);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.lock("Order:Item", id))
                .withMessageContaining("colon");
    }

    @Promise
    default void namesThatDatabasesCompareDifferentlyAreRejected(ClientFixture fixture) {
        Rowlock client = fixture.client();
        List<String> blank = List.of("", " ", "a ", " a", "a\u00a0", "a\u2003", "\u3000a");
        List<String> control = List.of("a\t", "a\n", "a\u0000b", "a\u001fb", "a\u007fb", "a\u0085b");

        Stream.concat(blank.stream(), control.stream())
                .forEach(name -> assertThatIllegalArgumentException()
                        .isThrownBy(() -> client.lock(name))
                        .withMessageContaining("name"));
    }

    @Promise
    default void halfASurrogatePairIsRejected(ClientFixture fixture) {
        Rowlock client = fixture.client();
        for (String half : List.of("a\ud83d", "\ude00a", "a\ude00\ud83da")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> client.lock(half))
                    .withMessageContaining("surrogate");
        }
    }

    @Promise
    default void aNameTooLongIsRejectedAndNeverCut(ClientFixture fixture) {
        Rowlock client = fixture.client();
        for (String character : List.of("a", "\u00e9", "\ud83d\ude00")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> client.lock(character.repeat(201)))
                    .withMessageContaining("200");
        }
    }

    @HeavyPromise
    default void aThousandNamesAreAThousandLocks(ClientFixture fixture) {
        assertAsManyLocksAsNames(fixture, 1_000);
    }

    @HeavyPromise
    @Tag("long")
    default void tenThousandNamesAreTenThousandLocks(ClientFixture fixture) {
        assertAsManyLocksAsNames(fixture, 10_000);
    }

    /**
     * All held at once, and all released at once: more than go into one statement. Most of them are known to the table,
     * which spares the first use of each.
     */
    private static void assertAsManyLocksAsNames(ClientFixture fixture, int names) {
        fixture.useOwnTable();
        Rowlock client = fixture.client();
        String base = fixture.name("n");
        fixture.rows().addFree(IntStream.range(0, names - 100).mapToObj(number -> base + number));
        ConcurrentHashMap<String, Hold> holds = new ConcurrentHashMap<>();
        int each = names / 20;

        fixture.crew()
                .together(
                        20,
                        number -> IntStream.range(0, each).forEach(step -> {
                            String name = base + (number * each + step);
                            holds.put(name, client.lock(name).tryAcquire().orElseThrow());
                        }));

        assertThat(holds)
                .hasSize(names)
                .allSatisfy((name, hold) -> assertThat(hold.isHeld()).isTrue());
        assertThat(client.admin().locks()).hasSize(names);
        assertThat(client.lock(base + (names - 1)).tryAcquire()).isEmpty();
        client.close();
        assertThat(fixture.client().admin().locks()).isEmpty();
    }

    private static void assertThatAllAreDifferentLocks(ClientFixture fixture, List<String> names) {
        Rowlock client = fixture.client();
        Rowlock other = fixture.client();
        List<Hold> holds = new ArrayList<>();
        for (String name : names) {
            holds.add(client.lock(name)
                    .tryAcquire()
                    .orElseThrow(() -> new AssertionError("taken for another name: " + name)));
        }
        for (Hold hold : holds) {
            String name = hold.key().name();
            assertThat(other.lock(name).tryAcquire()).as(name).isEmpty();
            assertThat(other.admin().find(name))
                    .hasValueSatisfying(status -> assertThat(status)
                            .returns(name, LockStatus::name)
                            .returns(hold.token(), LockStatus::token));
        }
        assertThat(other.admin().locks()).extracting(LockStatus::name).containsAll(names);
        holds.forEach(Hold::close);
        for (String name : names) {
            assertThat(other.lock(name).tryAcquire().map(ClientFixture::closed))
                    .as(name)
                    .contains(true);
        }
    }
}
