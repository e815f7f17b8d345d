package io.rowlock.api;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.rowlock.DistributedLock;
import io.rowlock.Rowlock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The warning of a hold that nobody closed names the lock, the time and the place, and says what to do. */
class DroppedHoldWarningTest {
    private static final String WHERE =
            "io\\.rowlock\\.api\\.DroppedHoldWarningTest\\.%s\\(DroppedHoldWarningTest\\.java:\\d+\\)";

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.rowlock.internal.hold.Release");
    private final Lines lines = new Lines();

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void detach() {
        logger.detachAppender(lines);
    }

    @Test
    void itNamesTheCallerIfCallersAreRecorded() {
        try (Rowlock client =
                Rowlock.builder(database("recorded")).recordCallers(true).build()) {
            drop(client.lock("report"));
            awaitLine(warning("report", WHERE.formatted("drop")));
            assertThat(client.lock("report").tryAcquire()).isEmpty();
            dropStage(client.lock("later"));
            awaitLine(warning("later", WHERE.formatted("dropStage")));
        }
    }

    @Test
    void otherwiseItSaysHowToRecordThem() {
        try (Rowlock client = Rowlock.create(database("unrecorded"))) {
            drop(client.lock("report"));
            awaitLine(warning("report", "an unknown place, which RowlockBuilder\\.recordCallers\\(true\\) would tell"));
        }
    }

    private static String warning(String lock, String where) {
        return "lock '" + lock
                + "' \\(token \\d+\\) stays taken although its hold is garbage, after \\d+ ms;"
                + " it was acquired at " + where
                + "; close each hold, best in a try statement, or detach it; to free the lock now,"
                + " revoke it or end this process";
    }

    private static JdbcDataSource database(String name) {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:dropped-" + name + ";DB_CLOSE_DELAY=-1");
        return source;
    }

    private static void drop(DistributedLock lock) {
        assertThat(lock.acquire().isHeld()).isTrue();
    }

    private static void dropStage(DistributedLock lock) {
        assertThat(lock.acquireAsync().toCompletableFuture()).succeedsWithin(30, TimeUnit.SECONDS);
    }

    private void awaitLine(String pattern) {
        Awaitility.await()
                .pollInterval(Duration.ofSeconds(1))
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> {
                    System.gc();
                    assertThat(lines.written).anyMatch(line -> line.matches(pattern));
                });
    }

    private static final class Lines extends AppenderBase<ILoggingEvent> {
        private final List<String> written = new CopyOnWriteArrayList<>();

        @Override
        protected void append(ILoggingEvent event) {
            written.add(event.getFormattedMessage());
        }
    }
}
