package io.rowlock.errors;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** The warnings that Rowlock logs while it is open. */
final class LoggedLines implements AutoCloseable {
    private static final Logger ROWLOCK = (Logger) LoggerFactory.getLogger("io.rowlock");

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    LoggedLines() {
        lines.start();
        ROWLOCK.addAppender(lines);
    }

    List<String> warnings() {
        return List.copyOf(lines.list).stream()
                .filter(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Override
    public void close() {
        ROWLOCK.detachAppender(lines);
    }
}
