package io.rowlock.testkit.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.LockLostException;
import io.rowlock.LockTimeoutException;
import io.rowlock.Rowlock;
import io.rowlock.classic.UserLevelLock;
import io.rowlock.classic.UserLevelLockException;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** The classic user-level lock: what its users know, without the defects of its models. */
public interface UserLevelLockContract extends BoundContract {

    @Promise
    default void theWorkRunsUnderTheLockWhichIsFreeBeforeAndAfter(ContractFixture fixture) {
        String name = fixture.name("work");
        Rowlock client = fixture.client(settings -> settings.owner("the worker"));
        UserLevelLock locks = new UserLevelLock(client);
        assertThat(locks.isFree(name)).isTrue();

        String result = locks.executeWithLock(name, 5, () -> {
            assertThat(locks.isFree(name)).isFalse();
            assertThat(locks.holder(name)).contains("the worker");
            return "done";
        });

        assertThat(result).isEqualTo("done");
        assertThat(locks.isFree(name)).isTrue();
        assertThat(locks.holder(name)).isEmpty();
    }

    @Promise
    default void twoThreadsOfOneProcessExcludeEachOther(ContractFixture fixture) {
        UserLevelLock locks = new UserLevelLock(fixture.client());
        AtomicInteger inside = new AtomicInteger();
        AtomicBoolean met = new AtomicBoolean();

        fixture.crew()
                .together(
                        4,
                        number -> locks.executeWithLock(fixture.name("one"), -1, () -> {
                            met.compareAndSet(false, inside.incrementAndGet() > 1);
                            inside.decrementAndGet();
                        }));

        assertThat(met).isFalse();
    }

    @Promise
    default void aLockThatIsNotGotIsAnErrorThatNamesTheLockTheCallAndTheResult(ContractFixture fixture) {
        String name = fixture.name("busy");
        UserLevelLock locks = new UserLevelLock(fixture.client());
        UserLevelLock others = new UserLevelLock(fixture.client());
        AtomicBoolean ran = new AtomicBoolean();

        locks.executeWithLock(name, 5, () -> {
            assertThatExceptionOfType(UserLevelLockException.class)
                    .isThrownBy(() -> others.executeWithLock(name, 0, () -> ran.set(true)))
                    .withMessageContainingAll(name, "acquire within 0 s", "answered with 0")
                    .withCauseInstanceOf(LockTimeoutException.class)
                    .satisfies(error -> assertThat(error.result()).hasValue(0));
            assertThat(others.isFree(name))
                    .as("free because someone did not get it")
                    .isFalse();
        });

        assertThat(ran).isFalse();
        assertThat(locks.isFree(name)).as("free although the other failed").isTrue();
    }

    @Promise
    default void theWorksOwnErrorIsWhatTheCallerSeesAndTheLockIsReleased(ContractFixture fixture) {
        String name = fixture.name("failing");
        UserLevelLock locks = new UserLevelLock(fixture.client());
        IllegalStateException first = new IllegalStateException("the first error");

        assertThatThrownBy(() -> locks.executeWithLock(name, 5, () -> {
                    locks.releaseAll();
                    throw first;
                }))
                .isSameAs(first);

        assertThat(locks.isFree(name)).isTrue();
    }

    @Promise
    default void releaseAllReleasesWhatIsHeldAndTheWorkIsTold(ContractFixture fixture) {
        String name = fixture.name("all");
        UserLevelLock locks = new UserLevelLock(fixture.client());

        assertThatExceptionOfType(UserLevelLockException.class)
                .isThrownBy(() -> locks.executeWithLock(
                        name + 1,
                        5,
                        () -> locks.executeWithLock(name + 2, 5, () -> {
                            assertThat(locks.releaseAll()).isEqualTo(2);
                            assertThat(locks.isFree(name + 1) && locks.isFree(name + 2))
                                    .isTrue();
                        })))
                .withCauseInstanceOf(LockLostException.class);
        assertThat(locks.releaseAll()).isZero();
    }

    @Promise
    default void aLostConnectionInterruptsTheWork(ContractFixture fixture) {
        String name = fixture.name("cut");
        ServerSessions sessions = new ServerSessions(fixture);
        UserLevelLock locks = new UserLevelLock(fixture.client(sessions.source())).interruptingOnLoss();
        CountDownLatch working = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        CompletableFuture<Void> worker = fixture.crew().async(() -> {
            locks.executeWithLock(name, 5, () -> {
                working.countDown();
                interrupted.complete(sleepsUntilInterrupted());
            });
            return null;
        });
        assertThat(fixture.crew().elsewhere(() -> working.await(60, TimeUnit.SECONDS)))
                .isTrue();

        sessions.end();

        assertThat(interrupted).succeedsWithin(60, TimeUnit.SECONDS).isEqualTo(true);
        assertThat(worker)
                .failsWithin(60, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(UserLevelLockException.class)
                .withMessageContainingAll(name, "release");
    }

    private static boolean sleepsUntilInterrupted() {
        try {
            TimeUnit.SECONDS.sleep(60);
            return false;
        } catch (InterruptedException asItShould) {
            return true;
        }
    }
}
