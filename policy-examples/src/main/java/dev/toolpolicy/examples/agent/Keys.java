package dev.toolpolicy.examples.agent;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.utils.NonBlockingReader;

/**
 * Single keys of a terminal. What was typed before a question was there is dropped, so that no answer is older than it.
 */
record Keys(Terminal terminal) {
    /** How long nothing must be typed before a question takes keys: longer than a held key needs to repeat. */
    private static final long SILENCE = 250;

    private static final long LOOK_AGAIN = 100;
    /** Returned if no key was typed and the reader no longer waits. */
    static final int NONE = -1;

    /** Drops what is typed until there is silence. */
    void drain() throws IOException {
        raw(reader -> {
            int key = reader.read(SILENCE);
            while (key != NonBlockingReader.READ_EXPIRED && key != NonBlockingReader.EOF) {
                key = reader.read(SILENCE);
            }
            return key;
        });
    }

    /** Returns the next key; {@link #NONE} if the request has ended or the terminal is gone. */
    int next(BooleanSupplier wanted) throws IOException {
        return raw(reader -> {
            while (wanted.getAsBoolean()) {
                int key = reader.read(LOOK_AGAIN);
                if (key != NonBlockingReader.READ_EXPIRED) {
                    return key == NonBlockingReader.EOF ? NONE : key;
                }
            }
            return NONE;
        });
    }

    private int raw(Reading reading) throws IOException {
        Attributes before = terminal.enterRawMode();
        try {
            return reading.read(terminal.reader());
        } finally {
            terminal.setAttributes(before);
        }
    }

    /** Reads while the terminal gives single keys. */
    @FunctionalInterface
    private interface Reading {
        int read(NonBlockingReader reader) throws IOException;
    }
}
