package dev.toolpolicy.agents.internal.gateway;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that a server has given to its clients over HTTP, the last ones, and the last events that each client has
 * been sent, so that it may ask for those that it has missed. The events of a session are found in it alone.
 * Thread-safe.
 */
final class ClientSessions {
    /** As many as the engine's memory of sessions. */
    private static final int MOST = 10_000;

    /** Why missed events can't be had. */
    static final String LOST = "the gateway has not kept the events that were missed; it keeps the last 1,000 of a"
            + " session, and at most 32 MB";

    private static final int MOST_EVENTS = 1_000;
    private static final long MOST_BYTES = 32 << 20;

    /** Differs for each run, so that ids of an earlier one are none. */
    private final String run = UUID.randomUUID().toString();

    private final Map<String, Session> sessions = new LinkedHashMap<>();
    /** The kept events of all sessions, the oldest first. */
    private final Set<Event> kept = new LinkedHashSet<>();

    private final int mostEvents;
    private final long mostBytes;
    private long bytes;
    private long streams;

    ClientSessions() {
        this(MOST_EVENTS, MOST_BYTES);
    }

    /** Keeps at most so many events and bytes of a session, and four times as many bytes of all sessions. */
    ClientSessions(int mostEvents, long mostBytes) {
        this.mostEvents = mostEvents;
        this.mostBytes = mostBytes;
    }

    private static final class Session {
        private final Deque<Event> events = new ArrayDeque<>();
        private long bytes;
        private boolean ended;
    }

    /** An event as the client gets it. */
    private static final class Event {
        private final Stream stream;
        private final long number;
        private final byte[] text;

        Event(Stream stream, long number, String text) {
            this.stream = stream;
            this.number = number;
            this.text = ("id: " + stream.name + number + "\n" + text + "\n\n").getBytes(StandardCharsets.US_ASCII);
        }
    }

    /**
     * A place in a stream.
     *
     * @param after the number of the event that the client has; empty if that isn't kept any more
     */
    record Place(Stream stream, Optional<Long> after) {}

    /** Receives events. */
    interface Output {
        void write(byte[] events) throws IOException;
    }

    /** Takes up a session that the server has given. */
    synchronized void give(String id) {
        sessions.computeIfAbsent(id, any -> new Session());
        if (sessions.size() > MOST) {
            String eldest = sessions.keySet().iterator().next();
            forget(eldest);
            sessions.remove(eldest);
        }
    }

    /** Returns the session of a client's request, if the server has given it. */
    synchronized Optional<String> of(Headers client) {
        return Optional.ofNullable(client.getFirst(Upstream.SESSION)).filter(sessions::containsKey);
    }

    /** Drops the events of a session that has ended. */
    synchronized void forget(String id) {
        Session session = sessions.get(id);
        if (session != null) {
            sessions.replace(id, new Session());
            session.ended = true;
            while (!session.events.isEmpty()) {
                drop(session.events.getFirst());
            }
            notifyAll();
        }
    }

    /** Finds what a client of a session has seen last, by the event's id; empty if nothing of its stream is kept. */
    synchronized Optional<Place> find(String session, String event) {
        for (Event each : sessions.getOrDefault(session, new Session()).events) {
            String name = each.stream.name;
            if (event.equals(name + each.number)) {
                return Optional.of(new Place(each.stream, Optional.of(each.number)));
            }
        }
        return sessions.getOrDefault(session, new Session()).events.stream()
                .map(each -> each.stream)
                .filter(each -> event.startsWith(each.name))
                .findFirst()
                .map(stream -> new Place(stream, Optional.empty()));
    }

    /**
     * Opens a stream of events to a client.
     *
     * @param session a session that the server has given
     * @param request the request that it answers; empty for messages outside of requests
     * @param reader the connection that reads it
     */
    synchronized Stream open(String session, Optional<Message> request, Object reader) {
        return new Stream(sessions.getOrDefault(session, new Session()), request, reader);
    }

    private void drop(Event oldest) {
        Session session = oldest.stream.session;
        session.events.removeFirst();
        session.bytes -= oldest.text.length;
        kept.remove(oldest);
        bytes -= oldest.text.length;
    }

    /** A stream of events. One connection reads it at a time, the last that wanted to. Thread-safe. */
    final class Stream {
        private final Session session;
        private final String name = run + "-" + ++streams + "-";
        private final Optional<Message> request;
        private @Nullable Object reader;
        private long leftAt;
        private long count;
        private boolean ended;

        private Stream(Session session, Optional<Message> request, Object reader) {
            this.session = session;
            this.request = request;
            this.reader = reader;
        }

        /** Returns the request that the stream answers; empty for messages outside of requests. */
        Optional<Message> request() {
            return request;
        }

        /** Keeps an event, and writes it to the connection that the stream began with, if that still reads it. */
        void write(String text, Object from, Output to) throws IOException {
            Event event;
            synchronized (ClientSessions.this) {
                if (ended) {
                    return; // the answer took too long
                }
                event = new Event(this, ++count, text);
                keep(event);
                if (reader != from) {
                    return;
                }
            }
            try {
                to.write(event.text);
            } catch (IOException e) {
                left(from); // the client may come again
            }
        }

        private void keep(Event event) {
            if (session.ended) {
                return;
            }
            session.events.add(event);
            session.bytes += event.text.length;
            kept.add(event);
            bytes += event.text.length;
            while (session.events.size() > mostEvents || session.bytes > mostBytes) {
                drop(session.events.getFirst());
            }
            while (bytes > 4 * mostBytes) {
                drop(kept.iterator().next());
            }
            ClientSessions.this.notifyAll();
        }

        /** Says that no more events come. */
        void end() {
            synchronized (ClientSessions.this) {
                ended = true;
                ClientSessions.this.notifyAll();
            }
        }

        private void left(Object from) {
            synchronized (ClientSessions.this) {
                if (reader == from) {
                    reader = null;
                    leftAt = System.nanoTime();
                }
            }
        }

        /** Returns whether the stream has had no connection for some time. */
        boolean isLeft(Duration time) {
            synchronized (ClientSessions.this) {
                return reader == null && System.nanoTime() - leftAt >= time.toNanos();
            }
        }

        /** Returns whether this is a stream of a client's session. */
        boolean isOf(String id) {
            synchronized (ClientSessions.this) {
                return sessions.get(id) == session;
            }
        }

        /**
         * Writes the events behind one, and those that come, until the stream ends or another connection reads it.
         *
         * @return false if the next event isn't kept any more
         * @throws IOException if they can't be written
         */
        boolean follow(long after, Object connection, Output to) throws IOException {
            synchronized (ClientSessions.this) {
                reader = connection;
                ClientSessions.this.notifyAll();
            }
            try {
                long written = after;
                for (Optional<List<Event>> next = behind(written, connection);
                        next.isPresent();
                        next = behind(written, connection)) {
                    if (next.get().isEmpty()) {
                        return true;
                    }
                    for (Event event : next.get()) {
                        to.write(event.text);
                        written = event.number;
                    }
                }
                return false;
            } finally {
                left(connection);
            }
        }

        /** Waits for events: none at the end, or if another connection reads them; empty if they aren't kept. */
        private Optional<List<Event>> behind(long after, Object connection) throws IOException {
            synchronized (ClientSessions.this) {
                while (reader == connection && count == after && !ended && !session.ended) {
                    try {
                        ClientSessions.this.wait();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        throw new IOException("interrupted", e);
                    }
                }
                if (reader != connection || count == after || session.ended) {
                    return Optional.of(List.of());
                }
                List<Event> behind = session.events.stream()
                        .filter(event -> event.stream == this && event.number > after)
                        .toList();
                return Optional.of(behind).filter(all -> all.size() == count - after);
            }
        }
    }
}
