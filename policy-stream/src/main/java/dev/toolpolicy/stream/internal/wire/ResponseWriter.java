package dev.toolpolicy.stream.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;

/** Writes what policies add to a response, and what they leave of one that came in one piece. */
abstract class ResponseWriter {
    private ObjectNode body = JsonNodeFactory.instance.objectNode();
    private String bodyText = "";
    private Set<String> strange = Set.of();

    /** Keeps a complete response, its text, and the names of its members that aren't known. */
    final void keep(ObjectNode whole, String text, Set<String> unknown) {
        body = whole;
        bodyText = text;
        strange = unknown;
    }

    /** Writes a chunk: as it came, if it did. */
    final String write(StreamChunk chunk) {
        StringBuilder out = new StringBuilder();
        if (chunk.raw().isPresent()) {
            follow(chunk.raw().get().getBytes(StandardCharsets.UTF_8), chunk.content(), out);
            return out.toString();
        }
        if (!chunk.content().isEmpty()) {
            text(chunk.content(), out);
        }
        for (ToolCallDelta delta : chunk.toolCalls()) {
            call(delta, out);
        }
        if (!chunk.finishReason().isEmpty()) {
            finish(chunk.finishReason(), out);
        }
        return out.toString();
    }

    private void follow(byte[] raw, String content, StringBuilder out) {
        String text = content;
        try (EventStream events = new EventStream(new ByteArrayInputStream(raw), raw.length)) {
            for (Optional<StreamedEvent> each = events.next(); each.isPresent(); each = events.next()) {
                StreamedEvent event = each.get();
                boolean bare = event.data().isEmpty() || event.data().strip().equals("[DONE]");
                out.append(bare ? event.raw() : follow(WireJson.object(event.data()), event.raw(), text, out));
                text = "";
            }
        } catch (IOException | WireException e) {
            throw new IllegalStateException("an event that was read can't be read again", e);
        }
    }

    /** Follows an event that goes out, with this text, and updates the position in the response. Returns how it goes out. */
    abstract String follow(ObjectNode event, String raw, String content, StringBuilder out);

    abstract void text(String content, StringBuilder out);

    abstract void call(ToolCallDelta call, StringBuilder out);

    abstract void finish(String reason, StringBuilder out);

    /**
     * Returns the kept response with its remaining items. If a policy ended it, so that it has no role, nothing of it
     * goes out.
     *
     * @param list the member with the items
     */
    final ObjectNode remaining(StreamChunk chunk, String list) {
        ArrayNode items = JsonNodeFactory.instance.arrayNode();
        boolean kept = !chunk.role().isEmpty() && chunk.content().startsWith(bodyText);
        Deque<ToolCallDelta> passed = new ArrayDeque<>(chunk.toolCalls());
        String notice = kept ? chunk.content().substring(bodyText.length()).strip() : chunk.content();
        if (kept) {
            for (JsonNode item : body.path(list)) {
                Optional<ToolCallDelta> call = call(item);
                if (call.isEmpty() || isNext(call.get(), passed)) {
                    items.add(item);
                } else if (!notice.isEmpty()) {
                    items.add(notice(notice));
                    notice = "";
                }
            }
        }
        if (!notice.isEmpty()) {
            items.add(notice(notice));
        }
        ObjectNode whole = body.deepCopy();
        whole.remove(kept ? Set.of() : strange);
        whole.set(list, items);
        return whole;
    }

    /** Returns the call that an item is; empty if it is none. */
    abstract Optional<ToolCallDelta> call(JsonNode item);

    /** Returns the item that says why a call is missing. */
    abstract ObjectNode notice(String text);

    /** Takes a call if it is the next of those that pass. */
    private static boolean isNext(ToolCallDelta call, Deque<ToolCallDelta> passed) {
        ToolCallDelta next = passed.peek();
        boolean same = next != null
                && next.id().equals(call.id())
                && next.name().equals(call.name())
                && next.arguments().equals(call.arguments());
        if (same) {
            passed.remove();
        }
        return same;
    }
}
