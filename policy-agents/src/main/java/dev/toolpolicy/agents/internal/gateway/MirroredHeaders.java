package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.Headers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

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
    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

    private MirroredHeaders() {}

    /**
     * Returns the headers of a message, by name; none if it is of an older version.
     *
     * @param schema the input schema of the tool that is called; missing for other messages
     */
    static SortedMap<String, String> of(Message message, JsonNode schema) {
        SortedMap<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        if (message.version().isEmpty()) {
            return headers;
        }
        headers.put(Upstream.VERSION, encoded(message.version()));
        headers.put("Mcp-Method", encoded(message.method()));
        String named = switch (message.method()) {
            case ToolCall.METHOD, "prompts/get" -> "name";
            case "tasks/get", "tasks/update", "tasks/cancel" -> "taskId";
            case "resources/read" -> "uri";
            default -> "";
        };
        if (!named.isEmpty()) {
            headers.put("Mcp-Name", encoded(message.parameter(named).asText()));
        }
        parameters(schema, message.parameter("arguments"), headers);
        return headers;
    }

    /** Adds the headers of the parameters that the schema wants repeated. A server refuses a call that lacks one. */
    private static void parameters(JsonNode schema, JsonNode values, SortedMap<String, String> headers) {
        schema.path("properties").properties().forEach(property -> {
            JsonNode value = values.path(property.getKey());
            String header = property.getValue().path("x-mcp-header").asText();
            if (isToken(header) && (value.isTextual() || value.isIntegralNumber() || value.isBoolean())) {
                headers.put("Mcp-Param-" + header, encoded(value.asText()));
            } else if (value.isObject()) {
                parameters(property.getValue(), value, headers);
            }
        });
    }

    private static boolean isToken(String name) {
        return !name.isEmpty()
                && name.chars().allMatch(c -> c < 128 && Character.isLetterOrDigit(c) || TOKEN_MARKS.indexOf(c) >= 0);
    }

    private static String encoded(String value) {
        boolean plain = value.chars().allMatch(c -> c >= ' ' && c <= '~' || c == '\t')
                && value.equals(value.strip())
                && !(value.startsWith(ENCODED) && value.endsWith(END));
        return plain
                ? value
                : ENCODED + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)) + END;
    }

    /** Returns the name of a client's header that says something else than the message; empty if none does. */
    static Optional<String> differing(Headers client, SortedMap<String, String> own) {
        return own.entrySet().stream()
                .filter(header -> {
                    List<String> values = client.getOrDefault(header.getKey(), List.of(header.getValue()));
                    return values.size() != 1 || !decoded(values.get(0)).equals(decoded(header.getValue()));
                })
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Returns the value of a header, decoded; as it is, if it isn't encoded, or not well. */
    private static String decoded(String header) {
        if (!header.startsWith(ENCODED) || !header.endsWith(END) || header.length() < ENCODED.length() + END.length()) {
            return header;
        }
        try {
            byte[] value =
                    Base64.getDecoder().decode(header.substring(ENCODED.length(), header.length() - END.length()));
            return new String(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return header;
        }
    }
}
