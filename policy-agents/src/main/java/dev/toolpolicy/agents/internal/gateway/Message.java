package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import java.text.Normalizer;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A message of JSON-RPC 2.0, as the Model Context Protocol uses it. A message that two readers could understand
 * differently is not one: a name that comes twice, also in another case, or a member that the protocol doesn't know.
 * The tree must not be changed.
 *
 * @param tree the message as JSON
 * @param kind what it is
 */
record Message(ObjectNode tree, Kind kind) {
    /** The code of an error that says that a message is not a valid request. */
    static final int INVALID_REQUEST = -32_600;

    private static final StrictJson READER = StrictJson.standard().ofAnyLength();
    private static final Set<String> MEMBERS = Set.of("jsonrpc", "id", "method", "params", "result", "error");

    /** The member of a request's {@code _meta} with the version of the protocol. */
    private static final String VERSION = "io.modelcontextprotocol/protocolVersion";

    /** The first characters of responses in which the id comes first. */
    private static final List<String> BEGINS = List.of("{\"jsonrpc\":\"2.0\",\"id\":", "{\"id\":");

    /** The kind of a message. */
    enum Kind {
        /** It wants an answer. */
        REQUEST,
        /** It wants none. */
        NOTIFICATION,
        /** It answers a request. */
        RESPONSE
    }

    /** A text that is not a message. Its text never quotes the message. */
    static final class InvalidException extends Exception {
        private static final long serialVersionUID = 1;

        InvalidException(String message) {
            super(message);
        }
    }

    /**
     * Reads a message.
     *
     * @param text JSON
     * @throws InvalidException if it isn't exactly one message
     */
    static Message read(String text) throws InvalidException {
        JsonNode tree;
        try {
            tree = READER.read(text);
        } catch (MalformedJsonException e) {
            throw new InvalidException("the message is not JSON: " + e.getMessage());
        }
        if (!(tree instanceof ObjectNode message)) {
            throw new InvalidException("the message is not a JSON object; batches are not supported");
        }
        for (Iterator<String> names = message.fieldNames(); names.hasNext(); ) {
            if (!MEMBERS.contains(names.next())) {
                throw new InvalidException("the message has a member that JSON-RPC doesn't know");
            }
        }
        if (!"2.0".equals(message.path("jsonrpc").textValue())) {
            throw new InvalidException("the message is not JSON-RPC 2.0");
        }
        return new Message(message, kind(message));
    }

    private static Kind kind(ObjectNode message) throws InvalidException {
        boolean answers = message.has("result") || message.has("error");
        if (message.has("method")) {
            if (answers || !message.path("method").isTextual()) {
                throw new InvalidException("the message is neither a request nor a response");
            }
            if (!message.has("id")) {
                return Kind.NOTIFICATION;
            }
            if (isId(message.path("id"))) {
                return Kind.REQUEST;
            }
        } else if (message.has("result") != message.has("error") && isId(message.path("id"))) {
            return Kind.RESPONSE;
        }
        throw new InvalidException("the message is not a request, a notification or a response with an id");
    }

    private static boolean isId(JsonNode id) {
        return id.isTextual() || id.isIntegralNumber();
    }

    /** Returns the id of a request or response; the text 1 and the number 1 differ. */
    String id() {
        return tree.path("id").toString();
    }

    /** Returns the id as a value; missing for a notification. */
    JsonNode idValue() {
        return tree.path("id");
    }

    /** Returns the method; empty for a response. */
    String method() {
        return tree.path("method").asText();
    }

    /** Returns a member of the parameters; missing if there is none. */
    JsonNode parameter(String name) {
        return tree.path("params").path(name);
    }

    /**
     * Returns the version of the protocol, which requests name since 2026-07-28: each for itself, and without sessions.
     * Empty if this one doesn't.
     */
    String version() {
        return parameter("_meta").path(VERSION).asText();
    }

    /** Returns the result of a response; missing if there is none. */
    JsonNode result() {
        return tree.path("result");
    }

    /**
     * Returns whether the method is this one for some reader: one that ignores case, slashes, or what isn't seen, that takes
     * wide letters for plain ones, or stops at a NUL.
     */
    boolean isNearly(String method) {
        return isNearly(method(), method);
    }

    /** Returns whether two methods are the same for some reader, as above. */
    static boolean isNearly(String one, String other) {
        return letters(one).equalsIgnoreCase(letters(other));
    }

    private static String letters(String method) {
        StringBuilder letters = new StringBuilder();
        Normalizer.normalize(method, Normalizer.Form.NFKC)
                .codePoints()
                .takeWhile(c -> c != 0 || letters.length() == 0)
                .filter(Character::isLetterOrDigit)
                .forEach(letters::appendCodePoint);
        return letters.toString();
    }

    /** Creates a request. */
    static ObjectNode request(String id, String method, ObjectNode params) {
        ObjectNode message = notification(method, params);
        message.put("id", id);
        return message;
    }

    /** Creates the parameters of a request in a version of the protocol; an empty one is older than 2026-07-28. */
    static ObjectNode parameters(String version) {
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        if (!version.isEmpty()) {
            ObjectNode meta = params.putObject("_meta").put(VERSION, version);
            meta.putObject("io.modelcontextprotocol/clientCapabilities");
        }
        return params;
    }

    /** Creates a notification. */
    static ObjectNode notification(String method, ObjectNode params) {
        ObjectNode message =
                JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0").put("method", method);
        message.set("params", params);
        return message;
    }

    /** Creates a response with a result. */
    static ObjectNode response(JsonNode id, JsonNode result) {
        ObjectNode message = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
        message.set("id", id);
        message.set("result", result);
        return message;
    }

    /** Creates an error response; null as id if the request's is unknown. */
    static ObjectNode error(@Nullable JsonNode id, int code, String text) {
        ObjectNode message = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
        if (id == null || id.isMissingNode()) {
            message.putNull("id");
        } else {
            message.set("id", id);
        }
        message.putObject("error").put("code", code).put("message", text);
        return message;
    }

    /**
     * Returns the error response to a request that an HTTP server refuses.
     *
     * @param id the request's id, as JSON
     * @param body what the server says; its error passes, if it is one of JSON-RPC
     */
    static String refusal(String id, int status, String body) {
        try {
            JsonNode said = READER.read(body).path("error");
            if (said.path("code").isInt() && said.path("message").isTextual()) {
                return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":" + said + "}";
            }
            JsonNode own = error(null, INVALID_REQUEST, "the MCP server answered with status " + status);
            return refusal(id, status, own.toString());
        } catch (MalformedJsonException e) {
            return refusal(id, status, "{}"); // a page, or nothing
        }
    }

    /**
     * Returns an error response in the place of a response that can't be read; empty for other texts, such as lines of a
     * server's log. The id is found where it is the first member or the last.
     *
     * @param text a text that is not a message
     */
    static Optional<Message> unreadable(String text) {
        String packed = text.chars()
                .filter(c -> !Character.isWhitespace(c))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        for (String begin : BEGINS) {
            int end = packed.indexOf(',', begin.length());
            if (packed.startsWith(begin)
                    && (packed.startsWith("\"result\":", end + 1) || packed.startsWith("\"error\":", end + 1))) {
                return lost(packed.substring(begin.length(), end));
            }
        }
        int last = packed.lastIndexOf("\"id\":");
        boolean answers = Stream.of("\"jsonrpc\":", "\"result\":", "\"error\":").anyMatch(packed::contains)
                && !packed.contains("\"method\":");
        return last >= 0 && answers && packed.endsWith("}")
                ? lost(packed.substring(last + "\"id\":".length(), packed.length() - 1))
                : Optional.empty();
    }

    /** Returns the error response for an id as JSON; empty if it is none. */
    private static Optional<Message> lost(String id) {
        JsonNode error = error(null, INVALID_REQUEST, "the MCP server's answer can't be read");
        try {
            return Optional.of(read("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":" + error.path("error") + "}"))
                    .filter(message -> message.tree().size() == 3);
        } catch (InvalidException e) {
            return Optional.empty();
        }
    }

    /** Creates the result of a tool call that fails with a text for the model. */
    static ObjectNode toolError(String text) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.putArray("content").addObject().put("type", "text").put("text", text);
        return result.put("isError", true);
    }
}
