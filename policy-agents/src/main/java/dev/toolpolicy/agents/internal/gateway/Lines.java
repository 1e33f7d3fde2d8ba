package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.agents.internal.local.Utf8Text;
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

    private Lines() {}

    /**
     * Reads a line.
     *
     * @param longest the maximum length of a line in bytes
     * @return the line; empty at the end of the stream
     * @throws IOException if the stream fails, or the line is too long or not UTF-8
     */
    static Optional<String> read(InputStream in, int longest) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        boolean ends = next < 0;
        for (; next >= 0 && next != '\n'; next = in.read()) {
            line.write(next);
            if (line.size() > longest) {
                throw new IOException("a message is longer than " + longest + " bytes");
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
