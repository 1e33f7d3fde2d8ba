package dev.toolpolicy.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The cards that the page shows, by their keys, in the order in which they came. A card is made when a reader takes it,
 * so one that changes faster than a reader reads costs nothing but its last state. Safe for any thread.
 */
final class Board {
    private final int records;
    private final Map<String, Supplier<ObjectNode>> cards = new LinkedHashMap<>();
    private final Set<String> past = new LinkedHashSet<>();
    private final Set<Reader> readers = new CopyOnWriteArraySet<>();

    /** Creates a board that keeps this many cards of ended calls. */
    Board(int records) {
        this.records = records;
    }

    /** Puts a card up, or another in its place. */
    synchronized void put(String key, Supplier<ObjectNode> card) {
        cards.put(key, card);
        changed(key);
    }

    /** Puts a card up that stays until too many came after it. */
    synchronized void keep(String key, ObjectNode card) {
        put(key, () -> card);
        past.add(key);
        if (past.size() > records) {
            String oldest = past.iterator().next();
            past.remove(oldest);
            remove(oldest);
        }
    }

    /** Takes a card down. */
    synchronized void remove(String key) {
        if (cards.remove(key) != null) {
            changed(key);
        }
    }

    /** Returns the card, or null if it is gone. */
    @Nullable
    ObjectNode card(String key) {
        Supplier<ObjectNode> card;
        synchronized (this) {
            card = cards.get(key);
        }
        return card == null ? null : card.get();
    }

    /** Returns a reader that has seen no card yet. */
    synchronized Reader reader() {
        Reader reader = new Reader(this, new LinkedHashSet<>(cards.keySet()));
        readers.add(reader);
        return reader;
    }

    private void changed(String key) {
        readers.forEach(reader -> reader.changed(key));
    }

    /** Wakes all readers for the last time. */
    void close() {
        readers.forEach(Reader::close);
    }

    /** One who follows the board: the keys of what changed since it looked, each once. */
    static final class Reader implements AutoCloseable {
        private final Board board;
        private final Set<String> keys;
        private boolean closed;

        private Reader(Board board, Set<String> keys) {
            this.board = board;
            this.keys = keys;
        }

        private synchronized void changed(String key) {
            keys.add(key);
            notifyAll();
        }

        /** Waits for the next change; returns null if there is none for a while, or the reader is closed. */
        @SuppressWarnings("WaitNotInLoop") // a spurious wake-up is a heartbeat that comes early
        synchronized @Nullable String next(long millis) throws InterruptedException {
            if (keys.isEmpty() && !closed) {
                wait(millis);
            }
            if (keys.isEmpty()) {
                return null;
            }
            String key = keys.iterator().next();
            keys.remove(key);
            return key;
        }

        synchronized boolean isClosed() {
            return closed;
        }

        @Override
        public void close() {
            synchronized (this) {
                closed = true;
                notifyAll();
            }
            board.readers.remove(this);
        }
    }
}
