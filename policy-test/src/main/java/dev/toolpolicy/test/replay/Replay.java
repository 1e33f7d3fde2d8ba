package dev.toolpolicy.test.replay;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * A response to play: status, headers, body pieces, pauses and holds between them, and an optional broken connection.
 * Immutable; one can be played any number of times.
 */
public final class Replay {
    private static final String EVENT_STREAM = "text/event-stream; charset=utf-8";
    private static final String JSON = "application/json";

    private final int status;
    private final Map<String, String> headers;
    private final List<byte[]> pieces;
    private final Duration pause;
    private final List<Integer> holds;
    private final boolean breaks;

    private Replay(
            int status,
            Map<String, String> headers,
            List<byte[]> pieces,
            Duration pause,
            List<Integer> holds,
            boolean breaks) {
        this.status = status;
        this.headers = headers;
        this.pieces = pieces;
        this.pause = pause;
        this.holds = holds;
        this.breaks = breaks;
    }

    /**
     * Returns a recorded stream of events, each of them a piece.
     *
     * @param body the body as it came over HTTP
     * @return the response, which goes out without pauses
     */
    public static Replay events(String body) {
        return answer(200, EVENT_STREAM, body)
                .withPieces(eventsOf(body).stream().map(Replay::bytes).toList());
    }

    /** Returns the pieces that end with an empty line, and the rest behind the last one. */
    private static List<String> eventsOf(String body) {
        List<String> events = new ArrayList<>();
        int from = 0;
        for (int end = eventEnd(body, from); end >= 0; end = eventEnd(body, from)) {
            events.add(body.substring(from, end));
            from = end;
        }
        if (from < body.length()) {
            events.add(body.substring(from));
        }
        return events;
    }

    private static int eventEnd(String body, int from) {
        int unix = body.indexOf("\n\n", from);
        int network = body.indexOf("\r\n\r\n", from);
        if (network >= 0 && (unix < 0 || network < unix)) {
            return network + 4;
        }
        return unix < 0 ? -1 : unix + 2;
    }

    /**
     * Returns a response that doesn't stream, in one piece.
     *
     * @param body a JSON text
     * @return the response
     */
    public static Replay json(String body) {
        return answer(200, JSON, body);
    }

    /**
     * Returns an error of the provider, in one piece.
     *
     * @param status the HTTP status
     * @param body a JSON text
     * @return the response
     */
    public static Replay error(int status, String body) {
        return answer(status, JSON, body);
    }

    /**
     * Returns a response in one piece.
     *
     * @param status the HTTP status
     * @param contentType the body's type
     * @param body the body
     * @return the response
     */
    public static Replay answer(int status, String contentType, String body) {
        return new Replay(
                status, Map.of("content-type", contentType), List.of(bytes(body)), Duration.ZERO, List.of(), false);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Replay withPieces(List<byte[]> cut) {
        return new Replay(status, headers, cut, pause, holds, breaks);
    }

    /**
     * Cuts the body into other pieces, even within events and within characters.
     *
     * @param size how many bytes a piece has, at least 1
     * @return the response in such pieces
     * @throws IllegalArgumentException if it is less than one
     */
    public Replay inPiecesOf(int size) {
        if (size < 1) {
            throw new IllegalArgumentException("size must be >= 1, was " + size);
        }
        byte[] whole = body();
        List<byte[]> cut = new ArrayList<>();
        for (int from = 0; from < whole.length; from += size) {
            cut.add(Arrays.copyOfRange(whole, from, Math.min(whole.length, from + size)));
        }
        return withPieces(cut);
    }

    /**
     * Waits before each piece but the first.
     *
     * @param time how long
     * @return the response with that
     */
    public Replay pausing(Duration time) {
        return new Replay(status, headers, pieces, Objects.requireNonNull(time, "time"), holds, breaks);
    }

    /**
     * Holds the rest back until {@link Exchange#release} is called. May be called for several places: each is released
     * by itself.
     *
     * @param count how many pieces go out before; 0 holds even the status back
     * @return the response with that
     * @throws IllegalArgumentException if it is negative or there aren't that many pieces
     */
    public Replay holdingAfter(int count) {
        if (count < 0 || count > pieces.size()) {
            throw new IllegalArgumentException("count must be 0 to " + pieces.size() + ", was " + count);
        }
        TreeSet<Integer> all = new TreeSet<>(holds);
        all.add(count);
        return new Replay(status, headers, pieces, pause, List.copyOf(all), breaks);
    }

    /**
     * Breaks the connection instead of ending the response.
     *
     * @param count how many pieces go out before
     * @return the response with that
     * @throws IllegalArgumentException if it is negative or there aren't that many pieces
     */
    public Replay breakingAfter(int count) {
        if (count < 0 || count > pieces.size()) {
            throw new IllegalArgumentException("count must be 0 to " + pieces.size() + ", was " + count);
        }
        List<Integer> before = holds.stream().filter(hold -> hold <= count).toList();
        return new Replay(status, headers, List.copyOf(pieces.subList(0, count)), pause, before, true);
    }

    /**
     * Sends another header, or another value of one.
     *
     * @param name its name
     * @param value its value
     * @return the response with that
     */
    public Replay withHeader(String name, String value) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(name, value);
        return new Replay(status, Map.copyOf(all), pieces, pause, holds, breaks);
    }

    /**
     * Returns the number of pieces.
     *
     * @return the number
     */
    public int pieceCount() {
        return pieces.size();
    }

    byte[] body() {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        pieces.forEach(whole::writeBytes);
        return whole.toByteArray();
    }

    int status() {
        return status;
    }

    Map<String, String> headers() {
        return headers;
    }

    byte[] piece(int index) {
        return pieces.get(index);
    }

    Duration pause() {
        return pause;
    }

    /** Returns the number of holds before a piece. */
    int holdsBefore(int index) {
        return (int) holds.stream().filter(hold -> hold <= index).count();
    }

    boolean breaks() {
        return breaks;
    }
}
