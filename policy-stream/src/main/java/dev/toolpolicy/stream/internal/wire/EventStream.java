package dev.toolpolicy.stream.internal.wire;

import dev.toolpolicy.internal.text.VisibleText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a server-sent event stream event by event, as it arrives, as the HTML standard says (section 9.2.6). What
 * readers could take in different ways is refused: a carriage return without its line feed, bytes that are not UTF-8,
 * control and separator characters in lines that aren't data, and fields of other names, which can be {@code data}
 * behind a byte-order mark or a space. Data in several lines goes on in one line, since some readers take each line for
 * an event. An event that the stream's end cut is dropped, as the standard says.
 *
 * <p>For one thread; {@link #close} may come from another, and ends a reading that waits.
 */
public final class EventStream implements AutoCloseable {
    private final InputStream in;
    private final int longest;
    private final byte[] buffer = new byte[8192];
    private int next;
    private int filled;

    /**
     * Creates a stream of events.
     *
     * @param in the body
     * @param maxBytes how many bytes an event may have
     */
    public EventStream(InputStream in, int maxBytes) {
        this.in = in;
        this.longest = maxBytes;
    }

    /**
     * Reads the next event. Comments alone are an event without data.
     *
     * @return the event, or empty if the stream is over
     * @throws WireException if the text can't be read in one way only
     * @throws IOException if reading fails
     */
    public Optional<StreamedEvent> next() throws IOException, WireException {
        ByteArrayOutputStream raw = new ByteArrayOutputStream();
        int lineStart = 0;
        int before = -1;
        for (int c = read(); c >= 0; c = read()) {
            if (before == '\r' && c != '\n') {
                throw new WireException("an event has a carriage return without a line feed");
            }
            raw.write(c);
            if (raw.size() > longest) {
                throw new WireException("an event has more than " + longest + " bytes");
            }
            if (c == '\n') {
                int length = raw.size() - lineStart - (before == '\r' ? 2 : 1);
                lineStart = raw.size();
                if (length == 0) {
                    return Optional.of(event(raw.toByteArray()));
                }
            }
            before = c;
        }
        return Optional.empty();
    }

    private int read() throws IOException {
        if (next == filled) {
            filled = Math.max(0, in.read(buffer));
            next = 0;
        }
        return filled == 0 ? -1 : buffer[next++] & 0xFF;
    }

    private static StreamedEvent event(byte[] bytes) throws WireException {
        String raw = WireJson.text(bytes);
        String name = "";
        StringBuilder others = new StringBuilder();
        List<String> data = new ArrayList<>();
        for (String line : raw.split("\n", -1)) {
            line = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
            if (line.isEmpty()) {
                continue;
            }
            int colon = line.indexOf(':');
            String field = colon < 0 ? line : line.substring(0, colon);
            String value = colon < 0 ? "" : line.substring(colon + 1);
            value = value.startsWith(" ") ? value.substring(1) : value;
            if (!field.equals("data")) {
                requirePlain(line);
                others.append(line).append('\n');
            }
            switch (field) {
                case "event" -> name = value;
                case "data" -> data.add(value);
                case "", "id", "retry" -> {}
                default ->
                    throw new WireException("an event has a line " + VisibleText.quoted(field, VisibleText.NAME)
                            + ", which is not a field that all readers ignore");
            }
        }
        String sent = data.size() > 1 ? others + "data: " + String.join(" ", data) + "\n\n" : raw;
        return new StreamedEvent(name, String.join("\n", data), sent);
    }

    /** Throws if a line contains a character that some readers take for the end of the line. */
    private static void requirePlain(String line) throws WireException {
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                throw new WireException("a line that isn't data has the character " + (int) c);
            }
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
