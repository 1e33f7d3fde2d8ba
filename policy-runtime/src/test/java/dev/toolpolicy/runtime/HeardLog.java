package dev.toolpolicy.runtime;

import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The log lines of the engine from a level on, while it is open. */
public final class HeardLog extends Handler implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger = Logger.getLogger("dev.toolpolicy");
    private final Level before = logger.getLevel();

    public HeardLog(Level from) {
        setLevel(from);
        logger.setLevel(from);
        logger.setUseParentHandlers(false);
        logger.addHandler(this);
    }

    @Override
    public void publish(LogRecord line) {
        if (isLoggable(line)) {
            String text = line.getParameters() == null
                    ? line.getMessage()
                    : MessageFormat.format(line.getMessage(), line.getParameters());
            lines.add(line.getLevel() + " " + text + (line.getThrown() == null ? "" : " and a stack trace"));
        }
    }

    /** Returns the lines so far: level, text, and whether there is a stack trace. */
    public List<String> lines() {
        return lines;
    }

    /** Returns the lines of one level, without the level. */
    public List<String> lines(Level level) {
        String start = level + " ";
        return lines.stream()
                .filter(line -> line.startsWith(start))
                .map(line -> line.substring(start.length()))
                .toList();
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
