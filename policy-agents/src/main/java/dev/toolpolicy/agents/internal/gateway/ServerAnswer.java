package dev.toolpolicy.agents.internal.gateway;

import dev.toolpolicy.agents.internal.local.Utf8Text;
import dev.toolpolicy.stream.internal.wire.EventStream;
import dev.toolpolicy.stream.internal.wire.StreamedEvent;
import dev.toolpolicy.stream.internal.wire.WireException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The messages in an HTTP answer of the server: one as JSON, or several as events. A stream of events that breaks goes
 * on behind its last event, if the server gives its events ids; each event counts once. For one thread; {@link #finish}
 * and {@link #close} may come from others.
 */
final class ServerAnswer implements AutoCloseable {
    private static final int LONGEST = 32 << 20;
    private static final int LONGEST_ID = 1_000;
    private static final int MOST_IDS = 1_000;
    private static final long SHORTEST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 10_000;

    private final HttpResponse<InputStream> response;
    private final String session;
    private final Optional<String> request;
    private final @Nullable Function<String, Optional<HttpResponse<InputStream>>> resumption;
    private final Duration patience;
    private final Consumer<ServerAnswer> closed;
    /** Open while the stream may go on after it breaks. */
    private final CountDownLatch finished = new CountDownLatch(1);

    /** The ids of the last events. */
    private final Set<String> seen = new LinkedHashSet<>();

    private volatile EventStream events;
    private volatile long deadline;
    /** The id of the last event; null if it has none to go on from. */
    private @Nullable String last;
    /** False once an id came twice: then ids don't mark places in the stream. */
    private boolean distinct = true;
    /** The shortest pause before a try, in milliseconds, as the server sets it. */
    private long retry;

    private boolean resumed;
    /** The number of tries since the last message. */
    private int tries;

    private boolean read;

    /**
     * Reads an answer.
     *
     * @param session the session's id; an event with this id tells no place in the stream
     * @param request the id of the request, as JSON; where the server refuses it, the one text is an error response
     * @param resumption asks the server for what comes behind an event; its answer, empty if there is none now; null if
     *     the stream can't be resumed
     * @param patience for how long a broken stream may bring nothing
     * @param closed is told when this is closed
     */
    ServerAnswer(
            HttpResponse<InputStream> response,
            String session,
            Optional<String> request,
            @Nullable Function<String, Optional<HttpResponse<InputStream>>> resumption,
            Duration patience,
            Consumer<ServerAnswer> closed) {
        this.response = response;
        this.session = session;
        this.request = request;
        this.resumption = resumption;
        this.patience = patience;
        this.closed = closed;
        events = new EventStream(response.body(), LONGEST);
    }

    private static boolean streams(HttpResponse<?> response) {
        return response.statusCode() / 100 == 2
                && response.headers()
                        .firstValue("Content-Type")
                        .orElse("")
                        .strip()
                        .toLowerCase(Locale.ROOT)
                        .startsWith("text/event-stream");
    }

    /** Returns whether the server answers with events. */
    boolean streams() {
        return streams(response);
    }

    /**
     * Returns the next text that may be a message.
     *
     * @return the text; empty at the end
     * @throws IOException if the answer breaks off and can't be resumed, is too long or is not UTF-8
     */
    Optional<String> next() throws IOException {
        if (!streams()) {
            return read ? Optional.empty() : whole();
        }
        for (; ; ) {
            Optional<StreamedEvent> event = Optional.empty();
            Optional<IOException> broken = Optional.empty();
            try {
                event = events.next();
            } catch (WireException e) {
                throw new IOException(e);
            } catch (IOException e) {
                broken = Optional.of(e);
            }
            if (event.isPresent()) {
                if (isNew(event.get()) && !event.get().data().isBlank()) {
                    tries = 0;
                    return Optional.of(event.get().data());
                }
            } else if (!resume()) {
                if (broken.isPresent()) {
                    throw broken.get();
                }
                return Optional.empty();
            }
        }
    }

    /** Takes note of an event's place in the stream; returns false if it came before the stream broke. */
    private boolean isNew(StreamedEvent event) {
        retry = event.field("retry").map(ServerAnswer::millis).orElse(retry);
        Optional<String> id = event.field("id");
        boolean place = id.filter(this::isPlace).isPresent();
        boolean first = !place || seen.add(id.get());
        distinct &= first;
        if (!first && resumed) {
            return false;
        }
        deadline = System.nanoTime() + patience.toNanos();
        if (id.isPresent()) {
            last = place ? id.get() : null;
        }
        if (seen.size() > MOST_IDS) {
            seen.remove(seen.iterator().next());
        }
        return true;
    }

    /** Returns whether an id may go back to the server in a header. Some servers take the session's for each event. */
    private boolean isPlace(String id) {
        return !id.isEmpty()
                && id.length() <= LONGEST_ID
                && !id.equals(session)
                && id.chars().allMatch(c -> c > ' ' && c < 0x7F);
    }

    private static long millis(String retry) {
        boolean counts = !retry.isEmpty() && retry.chars().allMatch(c -> c >= '0' && c <= '9');
        return !counts ? 0 : retry.length() > 12 ? Long.MAX_VALUE : Long.parseLong(retry);
    }

    /** Connects again, and returns whether the stream goes on. */
    private boolean resume() throws IOException {
        events.close();
        deadline = tries == 0 ? System.nanoTime() + patience.toNanos() : deadline;
        while (resumption != null && !place().isEmpty() && pause()) {
            Optional<HttpResponse<InputStream>> again = resumption.apply(place());
            if (again.filter(each -> each.statusCode() == 200 && streams(each)).isPresent()) {
                resumed = true;
                events = new EventStream(again.get().body(), LONGEST);
                if (finished.getCount() == 0) {
                    events.close();
                    return false;
                }
                EventStream now = events;
                CompletableFuture.delayedExecutor(patience.toNanos(), TimeUnit.NANOSECONDS)
                        .execute(() -> endSilent(now));
                return true;
            }
            if (again.isPresent()) {
                again.get().body().close();
                if (again.get().statusCode() < 500 && again.get().statusCode() != 429) {
                    return false;
                }
            }
        }
        return false;
    }

    /** Waits before a try; returns false if there is none. */
    private boolean pause() throws IOException {
        long pause = Math.max(retry, Math.min(SHORTEST_PAUSE_MILLIS << Math.min(tries, 20), LONGEST_PAUSE_MILLIS));
        tries++;
        try {
            return TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()) > pause
                    && !finished.await(pause, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Ends a resumed stream that brings nothing. */
    private void endSilent(EventStream silent) {
        if (silent == events && deadline <= System.nanoTime()) {
            end();
        }
    }

    /** Ends the answer after a time, also while a thread waits for more of it. */
    void endAfter(Duration limit) {
        CompletableFuture.delayedExecutor(limit.toNanos(), TimeUnit.NANOSECONDS).execute(this::end);
    }

    /** Ends the answer, also while a thread waits for more of it. */
    void end() {
        try {
            close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the last event, from which the server may go on; empty if there is none. */
    String place() {
        return last != null && distinct ? last : "";
    }

    private Optional<String> whole() throws IOException {
        read = true;
        if (response.statusCode() / 100 != 2) {
            String body = new String(response.body().readNBytes(LONGEST), StandardCharsets.UTF_8);
            return request.map(id -> Message.refusal(id, response.statusCode(), body));
        }
        String text = Utf8Text.read(response.body(), LONGEST, "the server's answer");
        return text.isBlank() ? Optional.empty() : Optional.of(text);
    }

    /** Says that what was asked for has come, or isn't wanted any more: the stream isn't resumed if it breaks. */
    void finish() {
        finished.countDown();
    }

    @Override
    public void close() throws IOException {
        finish();
        closed.accept(this);
        events.close();
    }
}
