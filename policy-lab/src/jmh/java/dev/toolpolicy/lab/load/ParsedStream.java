package dev.toolpolicy.lab.load;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.stream.internal.wire.WirePart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A stream whose arguments are only parsed, by Jackson's non-blocking parser. */
final class ParsedStream extends PlayedStream {
    private static final JsonFactory JSON = new JsonFactory();

    private final Map<Integer, JsonParser> calls = new HashMap<>();
    private long finished;

    ParsedStream(List<List<WirePart>> responses, int first) {
        super(responses, first);
    }

    @Override
    void start(WirePart call) {
        try {
            calls.put(call.position(), JSON.createNonBlockingByteArrayParser());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    void append(WirePart piece) {
        JsonParser parser = calls.get(piece.position());
        byte[] bytes = piece.text().getBytes(StandardCharsets.UTF_8);
        try {
            ((ByteArrayFeeder) parser.getNonBlockingInputFeeder()).feedInput(bytes, 0, bytes.length);
            JsonToken next = parser.nextToken();
            while (next != JsonToken.NOT_AVAILABLE && next != null) {
                next = parser.nextToken();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    void end(ResponseEnd how) {
        calls.clear();
        finished++;
    }

    @Override
    Throughput done(double seconds) {
        return new Throughput(seconds, chunks(), characters(), finished, 0, 0);
    }
}
