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
 */
final class ValueRows {
    static final ValueRows NONE = new ValueRows(Map.of(), DigestSet.EMPTY, 0);

    private final Map<Integer, JsonNode> rows;
    private final DigestSet all;
    private final int count;

    private ValueRows(Map<Integer, JsonNode> rows, DigestSet all, int count) {
        this.rows = rows;
        this.all = all;
        this.count = count;
    }

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
        if (stored.equals(rows)) {
            return this;
        }
        boolean grew = rows.entrySet().stream().allMatch(row -> row.getValue().equals(stored.get(row.getKey())));
        ValueRows before = grew ? this : NONE;
        List<Digest> more = new ArrayList<>();
        int values = before.count;
        for (Map.Entry<Integer, JsonNode> each : stored.entrySet()) {
            if (!before.rows.containsKey(each.getKey())) {
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

    /** Returns the number of values. */
    int count() {
        return count;
    }

    /** Returns the number of the next row. */
    int next() {
        return rows.keySet().stream().mapToInt(number -> number + 1).max().orElse(0);
    }

    /** Returns the rows in order. */
    List<Row> rows() {
        return rows.values().stream().map(Row::read).toList();
    }

    /** Returns the digests that a response brought. */
    Set<Digest> of(String turn) {
        return rows.values().stream()
                .filter(each -> each.asText().startsWith(turn + ":"))
                .flatMap(each -> Row.read(each).all().stream())
                .collect(Collectors.toSet());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ValueRows that && (this == that || rows.equals(that.rows));
    }

    @Override
    public int hashCode() {
        return rows.hashCode();
    }
}
