package dev.toolpolicy.agents.internal.gateway;

import dev.toolpolicy.agents.internal.local.Utf8Text;
import dev.toolpolicy.stream.internal.wire.EventStream;
import dev.toolpolicy.stream.internal.wire.StreamedEvent;
import dev.toolpolicy.stream.internal.wire.WireException;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Optional;

/** The messages in an HTTP answer of the server: one as JSON, or several as events. For one thread. */
final class ServerAnswer implements AutoCloseable {
    private static final int LONGEST = 32 << 20;

    private final HttpResponse<InputStream> response;
    private final boolean streams;
    private final EventStream events;
    private boolean read;

    ServerAnswer(HttpResponse<InputStream> response) {
        this.response = response;
        streams = response.headers()
                .firstValue("Content-Type")
                .orElse("")
                .strip()
                .toLowerCase(Locale.ROOT)
                .startsWith("text/event-stream");
        events = new EventStream(response.body(), LONGEST);
    }

    /** Returns whether the server answers with events. */
    boolean streams() {
        return streams;
    }

    /**
     * Returns the next text that may be a message.
     *
     * @return the text; empty at the end
     * @throws IOException if the answer breaks off, is too long or is not UTF-8
     */
    Optional<String> next() throws IOException {
        if (!streams) {
            return read ? Optional.empty() : whole();
        }
        try {
            for (Optional<StreamedEvent> event = events.next(); event.isPresent(); event = events.next()) {
                if (!event.get().data().isBlank()) {
                    return Optional.of(event.get().data());
                }
            }
            return Optional.empty();
        } catch (WireException e) {
            throw new IOException(e);
        }
    }

    private Optional<String> whole() throws IOException {
        read = true;
        String text = Utf8Text.read(response.body(), LONGEST, "the server's answer");
        return text.isBlank() ? Optional.empty() : Optional.of(text);
    }

    @Override
    public void close() throws IOException {
        events.close();
    }
}
