package dev.toolpolicy.runtime.internal.remember;

import dev.toolpolicy.runtime.SessionPolicies;
import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The log lines of policies while it is open, by the logging that {@code System.Logger} has without any library. */
final class LogLines extends Handler implements AutoCloseable {
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final Logger logger = Logger.getLogger(SessionPolicies.class.getName());
    private final Level before = logger.getLevel();

    LogLines() {
        setLevel(Level.ALL);
        logger.setLevel(Level.ALL);
        logger.setUseParentHandlers(false);
        logger.addHandler(this);
    }

    @Override
    public void publish(LogRecord record) {
        records.add(record);
    }

    List<String> debug() {
        return lines(Level.FINE);
    }

    List<String> warnings() {
        return lines(Level.WARNING);
    }

    String all() {
        return records.stream().map(LogLines::text).toList().toString();
    }

    private List<String> lines(Level level) {
        return records.stream()
                .filter(record -> record.getLevel().equals(level))
                .map(LogLines::text)
                .toList();
    }

    private static String text(LogRecord record) {
        return record.getParameters() == null
                ? record.getMessage()
                : MessageFormat.format(record.getMessage(), record.getParameters());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
        logger.setLevel(before);
    }
}
