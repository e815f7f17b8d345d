package io.rowlock.engines.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** The log lines at a client's start: every finding that does not prevent the start, once. */
final class Warnings {
    private Warnings() {}

    static List<String> atStart(Patient patient) {
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger("io.rowlock");
        logged.start();
        logger.addAppender(logged);
        try {
            patient.client().close();
        } finally {
            logger.detachAppender(logged);
        }
        return List.copyOf(logged.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(message -> message.contains("lock table " + patient.table() + " "))
                .toList();
    }

    static void assertOnly(Patient patient, String promises, String hint) {
        assertThat(atStart(patient))
                .singleElement()
                .asString()
                .contains("WARNING (" + promises + "): ", hint)
                .doesNotContain("password", "\n");
    }

    static void assertNone(Patient patient) {
        assertThat(atStart(patient)).isEmpty();
    }
}
