package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.sun.net.httpserver.Headers;
import dev.toolpolicy.agents.internal.local.Utf8Text;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * The HTTP headers that repeat parts of a message for programs that don't read it, since the protocol's version
 * 2026-07-28. The gateway makes them from the message that it sends. A client's header that says something else is
 * refused: a program that reads only headers would see another call than was judged. Source: the protocol's page
 * "Streamable HTTP", "Request Metadata". Stateless.
 */
final class MirroredHeaders {
    /** The code of an error that says that a header and the message differ. */
    static final int MISMATCH = -32_020;

    private static final String ENCODED = "=?base64?";
    private static final String END = "?=";
    private static final int LONGEST_NUMBER = 100;
    private static final String MARK = "x-mcp-header";
    /** The types whose values can't be repeated. */
    private static final Set<String> UNFIT = Set.of("number", "object", "array");

    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

    private MirroredHeaders() {}

    /**
     * Returns the headers of a message, by name; none if it is of an older version.
     *
     * @param schema the input schema of the tool that is called, which is {@link #areValid valid}; missing for other
     *     messages
     */
    static SortedMap<String, JsonNode> of(Message message, JsonNode schema) {
        SortedMap<String, JsonNode> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        if (message.version().isEmpty()) {
            return headers;
        }
        headers.put(Upstream.VERSION, TextNode.valueOf(message.version()));
        headers.put("Mcp-Method", TextNode.valueOf(message.method()));
        String named = switch (message.method()) {
            case ToolCall.METHOD, "prompts/get" -> "name";
            case "tasks/get", "tasks/update", "tasks/cancel" -> "taskId";
            case "resources/read" -> "uri";
            default -> "";
        };
        if (!named.isEmpty()) {
            headers.put("Mcp-Name", TextNode.valueOf(message.parameter(named).asText()));
        }
        marks(schema, message.parameter("arguments"), (property, value) -> {
            boolean isWhole = value.isIntegralNumber() || value.canConvertToExactIntegral() && value.canConvertToLong();
            if (value.isTextual() || isWhole || value.isBoolean()) {
                headers.put("Mcp-Param-" + property.path(MARK).asText(), value);
            }
        });
        return headers;
    }

    /** Passes on the parameters of a schema that are to be repeated, and their values. */
    private static void marks(JsonNode schema, JsonNode values, BiConsumer<JsonNode, JsonNode> each) {
        schema.path("properties").properties().forEach(named -> {
            JsonNode value = values.path(named.getKey());
            if (named.getValue().has(MARK)) {
                each.accept(named.getValue(), value);
            }
            marks(named.getValue(), value, each);
        });
    }

    private static boolean isToken(String name) {
        return !name.isEmpty()
                && name.chars().allMatch(c -> c < 128 && Character.isLetterOrDigit(c) || TOKEN_MARKS.indexOf(c) >= 0);
    }

    /**
     * Returns whether all parameters of a schema that want to be repeated can be: each in its own header, as a text, a
     * whole number or a boolean, in the object of arguments or objects within it.
     */
    static boolean areValid(JsonNode schema) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        marks(schema, schema, (property, any) -> {
            boolean fits = !UNFIT.contains(property.path("type").asText());
            if (fits && property.path(MARK) instanceof TextNode header && isToken(header.textValue())) {
                names.add(header.textValue());
            }
        });
        return schema.findValues(MARK).stream().filter(JsonNode::isValueNode).count() == names.size();
    }

    /** Returns a value as a header has it. */
    static String encoded(JsonNode repeated) {
        String value = repeated.isNumber() && repeated.canConvertToLong()
                ? Long.toString(repeated.longValue())
                : repeated.asText();
        boolean plain = value.chars().allMatch(c -> c >= ' ' && c <= '~' || c == '\t')
                && value.equals(value.strip())
                && !(value.startsWith(ENCODED) && value.endsWith(END));
        return plain
                ? value
                : ENCODED + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)) + END;
    }

    /** Returns the name of a client's header that says something else than the message; empty if none does. */
    static Optional<String> differing(Headers client, SortedMap<String, JsonNode> own) {
        return own.entrySet().stream()
                .filter(each -> client.containsKey(each.getKey())
                        && (client.get(each.getKey()).size() != 1
                                || !isSame(client.getFirst(each.getKey()), each.getValue())))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Returns whether a client's header has a value. One that isn't encoded well could have any. */
    private static boolean isSame(String header, JsonNode value) {
        try {
            if (value.isNumber()) {
                return header.length() <= LONGEST_NUMBER && new BigDecimal(header).compareTo(value.decimalValue()) == 0;
            }
            boolean isEncoded = header.startsWith(ENCODED)
                    && header.endsWith(END)
                    && header.length() >= ENCODED.length() + END.length();
            String text = isEncoded
                    ? Utf8Text.of(
                            Base64.getDecoder()
                                    .decode(header.substring(ENCODED.length(), header.length() - END.length())),
                            "a header")
                    : header;
            return text.equals(value.asText());
        } catch (IllegalArgumentException | IOException e) {
            return false;
        }
    }
}
