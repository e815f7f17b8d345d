package io.rowlock.testkit.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.Hold;
import io.rowlock.LockInterruptedException;
import io.rowlock.LockTimeoutException;
import io.rowlock.Rowlock;
import io.rowlock.RowlockBuilder;
import io.rowlock.classic.UserLevelLock;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;

/** Waiters who share names with programs that wait inside {@code GET_LOCK} wait in the same queue of the server. */
public interface GetLockQueueContract extends GetLockPoolContract {
    /** The work of each while it has the lock. */
    Duration WORK = Duration.ofMillis(5);

    private static Rowlock sharing(ContractFixture fixture) {
        return fixture.client(RowlockBuilder::sharingLockNames);
    }

    /**
     * A client that only polls gets nothing here: the server hands the lock from one of the others to the next. In the plain build it
     * is enough that each of two nodes gets the lock at least a third as often as the lesser of two originals, within three seconds.
     */
    @Promise
    default void aBusyLockIsSharedWithProgramsThatWaitInsideTheServer(ContractFixture fixture) {
        List<Integer> grants = compete(fixture, 2, 2, Duration.ofSeconds(3));
        int leastOriginal = Math.min(grants.get(0), grants.get(1));
        assertThat(leastOriginal).as("%s", grants).isPositive();
        assertThat(grants.subList(2, 4)).as("%s", grants).allMatch(each -> each * 3 >= leastOriginal);
    }

    /** Only with {@code -Plong}: 20 seconds, four originals and two nodes. The largest share of all six is at most twice the smallest. */
    @Promise
    @Tag("long")
    default void overALongTimeTheSharesOfABusyLockAreWithinAFactorOfTwo(ContractFixture fixture) {
        List<Integer> grants = compete(fixture, 4, 2, Duration.ofSeconds(20));
        int most = grants.stream().mapToInt(each -> each).max().orElseThrow();
        assertThat(grants).allMatch(each -> each * 2 >= most);
    }

    /** How often each got the lock, the originals first. */
    private static List<Integer> compete(ContractFixture fixture, int originals, int clients, Duration time) {
        String name = fixture.name("busy");
        List<UserLevelLock> nodes = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            nodes.add(new UserLevelLock(sharing(fixture)));
        }
        nodes.forEach(node -> node.executeWithLock(name, 60, () -> {}));
        long end = System.nanoTime() + time.toNanos();
        List<CompletableFuture<Integer>> counts = new ArrayList<>();
        for (int i = 0; i < originals; i++) {
            counts.add(fixture.crew().async(() -> original(fixture, name, end)));
        }
        for (UserLevelLock node : nodes) {
            counts.add(fixture.crew()
                    .async(() -> count(
                            end,
                            () -> node.executeWithLock(
                                    name, 60, () -> fixture.crew().pause(WORK)))));
        }
        return counts.stream()
                .map(each -> each.orTimeout(120, TimeUnit.SECONDS).join())
                .toList();
    }

    private static int original(ContractFixture fixture, String name, long end) throws Exception {
        try (Connection connection = fixture.source().getConnection()) {
            return count(end, () -> {
                assertThat(GetLockSessions.ask(connection, "SELECT GET_LOCK(?, 60)", name))
                        .isOne();
                fixture.crew().pause(WORK);
                assertThat(GetLockSessions.ask(connection, "SELECT RELEASE_LOCK(?)", name))
                        .isOne();
            });
        }
    }

    /** How often it was done in time. */
    private static int count(long end, Step step) throws Exception {
        for (int count = 0; ; count++) {
            step.run();
            if (end - System.nanoTime() <= 0) {
                return count;
            }
        }
    }

    /** A step that is repeated. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    @Promise
    default void aWaitThatTimesOutInTheQueueLeavesNoLockBehind(ContractFixture fixture) throws Exception {
        String name = fixture.name("timeout");
        Rowlock client = sharing(fixture);
        abandoned(fixture, name, () -> {
            assertThatExceptionOfType(LockTimeoutException.class)
                    .isThrownBy(() -> client.lock(name).acquire(Duration.ofMillis(1_500)));
            return true;
        });
        assertThat(client.lock(name).tryAcquire().map(ContractFixture::closed)).contains(true);
    }

    @Promise
    default void anInterruptEndsAWaitInTheQueueAndLeavesNoLockBehind(ContractFixture fixture) throws Exception {
        String name = fixture.name("interrupt");
        Rowlock client = sharing(fixture);
        abandoned(fixture, name, () -> {
            CompletableFuture<Boolean> ended = new CompletableFuture<>();
            Thread waiting = fixture.crew().thread(() -> ended.complete(isInterrupted(client, name)));
            GetLockSessions.awaitQueued(fixture, name);
            waiting.interrupt();
            return ended.get(10, TimeUnit.SECONDS);
        });
        assertThat(client.lock(name).tryAcquire().map(ContractFixture::closed)).contains(true);
    }

    private static boolean isInterrupted(Rowlock client, String name) {
        try (Hold hold = client.lock(name).acquire(Duration.ofMinutes(2))) {
            return false;
        } catch (LockInterruptedException interrupted) {
            return true;
        }
    }

    @Promise
    default void closingTheClientEndsAWaitInTheQueueAndLeavesNoLockBehind(ContractFixture fixture) throws Exception {
        String name = fixture.name("close");
        Rowlock client = sharing(fixture);
        abandoned(fixture, name, () -> {
            CompletableFuture<Hold> waiting =
                    client.lock(name).acquireAsync(Duration.ofMinutes(2)).toCompletableFuture();
            GetLockSessions.awaitQueued(fixture, name);
            client.close();
            assertThat(waiting).failsWithin(Duration.ofSeconds(10));
            return true;
        });
    }

    /** Has a wait given up while a program holds the lock; afterwards nobody has it. */
    private static void abandoned(ContractFixture fixture, String name, Callable<Boolean> wait) throws Exception {
        try (Connection original = fixture.source().getConnection()) {
            assertThat(GetLockSessions.ask(original, "SELECT GET_LOCK(?, 0)", name))
                    .isOne();
            assertThat(wait.call()).isTrue();
            assertThat(GetLockSessions.ask(original, "SELECT RELEASE_LOCK(?)", name))
                    .isOne();
            fixture.await().until(() -> GetLockSessions.ask(original, "SELECT IS_FREE_LOCK(?)", name) == 1);
            fixture.await().until(() -> GetLockSessions.queued(original, name) == 0);
            assertThat(GetLockSessions.ask(original, "SELECT IS_USED_LOCK(?) IS NULL", name))
                    .isOne();
        }
    }
}
