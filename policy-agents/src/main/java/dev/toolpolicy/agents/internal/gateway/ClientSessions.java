package dev.toolpolicy.agents.internal.gateway;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

    private final int mostEvents;
    private final long mostBytes;
    /** Differs for each run, so that ids of an earlier one are not found. */
    private final String run = UUID.randomUUID().toString();

    private final Map<String, Session> sessions = new LinkedHashMap<>();
    /** The kept events of all sessions, the oldest first. */
    private final Set<Event> kept = new LinkedHashSet<>();

    private long bytes;
    private long streams;

    /** Keeps at most so many events and bytes of a session, and four times as many bytes of all sessions. */
    ClientSessions(int mostEvents, long mostBytes) {
        this.mostEvents = mostEvents;
        this.mostBytes = mostBytes;
    }

    private static final class Session {
        private final Deque<Event> events = new ArrayDeque<>();
        private long bytes;
    }

    /** An event as the client gets it. */
    private record Event(Stream stream, String id, byte[] text) {}

    /** A connection to a client. */
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
        Session session = sessions.replace(id, new Session());
        if (session != null) {
            while (!session.events.isEmpty()) {
                drop(session.events.getFirst());
            }
        }
    }

    /**
     * Opens a stream of events to a client.
     *
     * @param session a session that the server has given
     * @param request the request that it answers; empty for messages outside of requests
     */
    synchronized Stream open(String session, Optional<Message> request, Output reader) {
        return new Stream(sessions.getOrDefault(session, new Session()), request, reader);
    }

    /** Finds the stream of an event of a session; empty if no event of that stream is kept. */
    synchronized Optional<Stream> find(String session, String event) {
        return sessions.getOrDefault(session, new Session()).events.stream()
                .map(Event::stream)
                .filter(each -> event.startsWith(each.name))
                .findFirst();
    }

    private synchronized void keep(Event event) {
        Session session = event.stream.session;
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
    }

    /** Drops the oldest event of a session. */
    private void drop(Event oldest) {
        Session session = oldest.stream.session;
        session.events.removeFirst();
        session.bytes -= oldest.text.length;
        kept.remove(oldest);
        bytes -= oldest.text.length;
    }

    /** Returns the events of a stream behind one; empty if that one isn't kept. */
    private synchronized Optional<List<Event>> behind(Stream stream, String id) {
        List<Event> all = stream.session.events.stream()
                .filter(each -> each.stream == stream)
                .toList();
        List<String> ids = all.stream().map(Event::id).toList();
        return ids.contains(id) ? Optional.of(all.subList(ids.indexOf(id) + 1, all.size())) : Optional.empty();
    }

    /**
     * A stream of events. One connection reads it at a time, the last that wanted to. Events are written outside of the
     * monitor, since a client that has hung holds up a write until the next connection ends it. Thread-safe.
     */
    final class Stream {
        /** Held by the one thread that writes. */
        private final Object turn = new Object();

        private @Nullable Thread writing;
        /** The last connection that wanted to read the stream. */
        private Output taker;

        private final Session session;
        private final Optional<Message> request;
        private final String name = run + "-" + ++streams + "-";
        private @Nullable Output reader;
        private long count;
        private boolean ended;
        /** The last event of the server in the stream, from which it may go on. */
        private String place = "";

        private Stream(Session session, Optional<Message> request, Output reader) {
            this.session = session;
            this.request = request;
            this.reader = reader;
            this.taker = reader;
        }

        /** Returns the request that the stream answers; empty for messages outside of requests. */
        Optional<Message> request() {
            return request;
        }

        /** Keeps an event, and writes it to the connection that reads the stream, if there is one. */
        void write(String text) {
            synchronized (turn) {
                Event event;
                Output to;
                synchronized (this) {
                    if (ended) {
                        return; // the answer took too long
                    }
                    String id = name + ++count;
                    String whole = "id: " + id + "\n" + text + "\n\n";
                    event = new Event(this, id, whole.getBytes(StandardCharsets.US_ASCII));
                    keep(event);
                    to = reader;
                }
                try {
                    send(List.of(event), to);
                } catch (IOException e) {
                    return; // the client may come again
                }
            }
        }

        /** Writes events, until another connection takes the stream over: an interrupt closes the one that is written. */
        private void send(List<Event> events, @Nullable Output to) throws IOException {
            synchronized (this) {
                if (to == null || taker != to) {
                    return;
                }
                writing = Thread.currentThread();
            }
            boolean sent = false;
            try {
                for (Event event : events) {
                    to.write(event.text);
                }
                sent = true;
            } finally {
                synchronized (this) {
                    writing = null;
                    if (taker != to) {
                        Thread.interrupted(); // it has ended the write, and is to end nothing else
                    } else if (!sent) {
                        read(null);
                    }
                }
            }
        }

        /** Returns whether no client waits: the stream answers no request, and no connection reads it. */
        synchronized boolean isLeft() {
            return request.isEmpty() && reader == null;
        }

        /** Says that no more events come, and which one was the server's last; empty if that has no id. */
        synchronized void end(String last) {
            ended = true;
            place = place.isEmpty() ? last : place;
            notifyAll();
        }

        /** Returns the last event of the server, from which it may go on; empty if there is none. */
        synchronized String place() {
            return place;
        }

        /**
         * Writes the events behind one, and those that come, until the stream ends or another connection reads it. The
         * first write is empty, and comes once this connection has the stream: a client that opens another one when it
         * sees this one open gets the events there.
         *
         * @param last the id of the event that the client has seen last
         * @return false if the next event isn't kept any more
         * @throws IOException if they can't be written
         */
        boolean follow(String last, Output to) throws IOException {
            synchronized (this) {
                taker = to;
                if (writing != null) {
                    writing.interrupt();
                }
            }
            synchronized (turn) {
                if (!isLast(to)) {
                    return true;
                }
                Optional<List<Event>> missed = behind(this, last);
                read(missed.isEmpty() ? null : to);
                if (missed.isEmpty()) {
                    return false;
                }
                send(List.of(new Event(this, last, new byte[0])), to); // opens the connection, which has the stream now
                send(missed.get(), to);
            }
            return await(to);
        }

        private synchronized boolean isLast(Output to) {
            return taker == to;
        }

        private synchronized void read(@Nullable Output to) {
            reader = to;
            notifyAll();
        }

        private synchronized boolean await(Output to) throws IOException {
            try {
                while (reader == to && !ended) {
                    wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
            return true;
        }
    }
}
