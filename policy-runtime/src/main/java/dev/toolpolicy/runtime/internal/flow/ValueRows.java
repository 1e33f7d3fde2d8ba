package dev.toolpolicy.runtime.internal.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.runtime.internal.flow.Digests.Digest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The digests of one set of a session, as rows that are stored one behind the other. A row is a text: the response that
 * brought it, the digests of its values, and those of their other forms. Immutable.
 *
 * @param parts the rows as they are stored, by their numbers
 * @param all the digests of all rows
 * @param count the number of values
 */
record ValueRows(Map<Integer, JsonNode> parts, DigestSet all, int count) {
    static final ValueRows NONE = new ValueRows(Map.of(), DigestSet.EMPTY, 0);

    /** One row. The response is empty if the values count for all. */
    record Row(String turn, List<Digest> written, List<Digest> others) {
        /** Reads a row. A damaged one has no values. */
        static Row read(JsonNode part) {
            String text = part.asText();
            int first = text.indexOf(':');
            int second = text.indexOf(':', first + 1);
            return first < 0 || second < 0
                    ? new Row("", List.of(), List.of())
                    : new Row(
                            text.substring(0, first),
                            digests(text.substring(first + 1, second)),
                            digests(text.substring(second + 1)));
        }

        private static List<Digest> digests(String text) {
            List<Digest> digests = new ArrayList<>(text.length() / Digest.BYTES);
            try {
                ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text));
                while (bytes.remaining() >= Digest.BYTES) {
                    digests.add(Digest.of(bytes));
                }
                return digests;
            } catch (IllegalArgumentException damaged) {
                return List.of();
            }
        }

        JsonNode write() {
            return TextNode.valueOf(turn + ":" + text(written) + ":" + text(others));
        }

        private static String text(List<Digest> digests) {
            ByteBuffer bytes = ByteBuffer.allocate(digests.size() * Digest.BYTES);
            digests.forEach(each -> bytes.putLong(each.high()).putLong(each.low()));
            return Base64.getEncoder().withoutPadding().encodeToString(bytes.array());
        }

        List<Digest> all() {
            List<Digest> digests = new ArrayList<>(written);
            digests.addAll(others);
            return digests;
        }

        Row only(Predicate<Digest> kept) {
            return new Row(
                    turn,
                    written.stream().filter(kept).toList(),
                    others.stream().filter(kept).toList());
        }
    }

    /** Reads rows. What this has already isn't read again. */
    ValueRows with(Map<Integer, JsonNode> stored) {
        if (stored.equals(parts)) {
            return this;
        }
        boolean grew = parts.entrySet().stream().allMatch(row -> row.getValue().equals(stored.get(row.getKey())));
        ValueRows before = grew ? this : NONE;
        List<Digest> more = new ArrayList<>();
        int values = before.count;
        for (Map.Entry<Integer, JsonNode> each : stored.entrySet()) {
            if (!before.parts.containsKey(each.getKey())) {
                Row row = Row.read(each.getValue());
                values += row.written().size();
                more.addAll(row.all());
            }
        }
        return new ValueRows(new TreeMap<>(stored), before.all.with(more), values);
    }

    boolean contains(Digest digest) {
        return all.contains(digest);
    }

    /** Returns the number of the next row. */
    int next() {
        return parts.keySet().stream().mapToInt(number -> number + 1).max().orElse(0);
    }

    /** Returns the rows in order. */
    List<Row> rows() {
        return parts.values().stream().map(Row::read).toList();
    }

    /** Returns the digests that a response brought. */
    Set<Digest> of(String turn) {
        return parts.values().stream()
                .filter(each -> each.asText().startsWith(turn + ":"))
                .flatMap(each -> Row.read(each).all().stream())
                .collect(Collectors.toSet());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ValueRows that && (this == that || parts.equals(that.parts));
    }

    @Override
    public int hashCode() {
        return parts.hashCode();
    }
}
