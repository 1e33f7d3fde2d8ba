package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.agents.internal.local.Utf8Text;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Messages as lines of a byte stream, as the protocol's standard input and output have them. */
final class Lines {
    /** In ASCII, since some readers end a line at characters that others take for text. */
    private static final ObjectWriter WRITER = JsonMapper.builder(JsonFactory.builder()
                    .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                    .build())
            .build()
            .writer();

    private static final int LONGEST = 32 << 20;

    /** A receiver of messages. */
    interface Receiver {
        void take(String message) throws IOException;
    }

    private Lines() {}

    /**
     * Passes on each line that isn't blank, until the end of the stream.
     *
     * @throws IOException if the stream fails, a line is too long or not UTF-8, or the receiver fails
     */
    static void relay(InputStream from, Receiver to) throws IOException {
        InputStream lines = new BufferedInputStream(from, 1 << 16);
        for (Optional<String> line = read(lines); line.isPresent(); line = read(lines)) {
            if (!line.get().isBlank()) {
                to.take(line.get());
            }
        }
    }

    private static Optional<String> read(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        boolean ends = next < 0;
        for (; next >= 0 && next != '\n'; next = in.read()) {
            line.write(next);
            if (line.size() > LONGEST) {
                throw new IOException("a message is longer than " + LONGEST + " bytes");
            }
        }
        return ends ? Optional.empty() : Optional.of(Utf8Text.of(line.toByteArray(), "a message"));
    }

    /** Returns a message as one line of ASCII. */
    static String text(ObjectNode message) throws IOException {
        return WRITER.writeValueAsString(message);
    }

    /** Writes each message as a line. Thread-safe. */
    static Peer writer(OutputStream out) {
        return message -> {
            synchronized (out) {
                out.write((text(message) + "\n").getBytes(StandardCharsets.US_ASCII));
                out.flush();
            }
        };
    }
}
