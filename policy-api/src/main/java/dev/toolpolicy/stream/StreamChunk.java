package dev.toolpolicy.stream;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.VisibleText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a model's response, in the terms of chat completions for all providers: role, text, pieces of tool calls,
 * usage, finish reason. Any of them may be missing; a chunk without any is a keep-alive. Immutable.
 *
 * <p>Adapters translate a provider's finish reasons to {@link #STOP}, {@link #TOOL_CALLS} and {@link #LENGTH} where
 * they mean the same, and keep others.
 */
public final class StreamChunk {
    /** The finish reason of a response that the model ended. */
    public static final String STOP = "stop";
    /** The finish reason of a response that waits for the results of its tool calls. */
    public static final String TOOL_CALLS = "tool_calls";
    /** The finish reason of a response that was cut at a length limit. */
    public static final String LENGTH = "length";
    /** The finish reason of a response that was cut by a filter. */
    public static final String CONTENT_FILTER = "content_filter";

    private static final StreamChunk EMPTY = new StreamChunk(0, "", "", List.of(), null, "", null, Map.of());

    private final int choice;
    private final String role;
    private final String content;
    private final List<ToolCallDelta> toolCalls;
    private final @Nullable Map<String, Long> usage;
    private final String finishReason;
    private final @Nullable String raw;
    private final Map<String, JsonNode> unknown;

    private StreamChunk(
            int choice,
            String role,
            String content,
            List<ToolCallDelta> toolCalls,
            @Nullable Map<String, Long> usage,
            String finishReason,
            @Nullable String raw,
            Map<String, JsonNode> unknown) {
        this.choice = choice;
        this.role = role;
        this.content = content;
        this.toolCalls = toolCalls;
        this.usage = usage;
        this.finishReason = finishReason;
        this.raw = raw;
        this.unknown = unknown;
    }

    /**
     * A piece of one tool call. Providers differ in what they repeat, so only all deltas of a call together describe
     * it.
     *
     * @param index the call's index in the response, or {@link #NO_INDEX} if the provider sends none
     * @param id the provider's id; empty if it is not in this piece
     * @param name the tool's name or a part of it; empty if it is not in this piece
     * @param arguments a piece of the argument text, possibly empty
     */
    public record ToolCallDelta(int index, String id, String name, String arguments) {
        /** The index of a delta whose provider sends none. */
        public static final int NO_INDEX = -1;

        /**
         * Checks and copies the components.
         *
         * @throws IllegalArgumentException if the index is below -1
         * @throws NullPointerException if a text is null
         */
        public ToolCallDelta {
            if (index < NO_INDEX) {
                throw new IllegalArgumentException("index must be >= -1, was " + index);
            }
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(arguments, "arguments");
        }

        @Override
        public String toString() {
            return VisibleText.line(name + "#" + id + "[" + index + "] " + arguments.length() + " characters");
        }
    }

    /**
     * Returns a chunk without content, which keeps a connection alive. Create other chunks from it.
     *
     * @return the empty chunk
     */
    public static StreamChunk empty() {
        return EMPTY;
    }

    /** Creates a chunk that has only text. */
    public static StreamChunk text(String content) {
        return EMPTY.withContent(content);
    }

    /** Creates a chunk that has only a finish reason. */
    public static StreamChunk finish(String reason) {
        return EMPTY.withFinishReason(reason);
    }

    /**
     * Creates a chunk that has only one complete tool call, with its argument text as received, well-formed or not.
     *
     * @param call the call
     * @param index the call's index in the output: 0 for the first call that is sent, then 1
     */
    public static StreamChunk call(CompletedUnit call, int index) {
        return EMPTY.withChoice(call.choice())
                .withToolCalls(List.of(new ToolCallDelta(index, call.id(), call.name(), call.text())));
    }

    /**
     * Returns the choice that this chunk belongs to.
     *
     * @return the choice's index, 0 for a response with one
     */
    public int choice() {
        return choice;
    }

    /**
     * Returns the role of the speaker.
     *
     * @return the role, empty if the chunk has none
     */
    public String role() {
        return role;
    }

    /**
     * Returns a piece of the response's text.
     *
     * @return the text, empty if the chunk has none
     */
    public String content() {
        return content;
    }

    /**
     * Returns the pieces of tool calls.
     *
     * @return an unmodifiable list in order, empty if the chunk has none
     */
    public List<ToolCallDelta> toolCalls() {
        return toolCalls;
    }

    /**
     * Returns the tokens that the response has used so far.
     *
     * @return numbers by the provider's own names, such as {@code completion_tokens}, with the names of nested objects
     *     joined by dots; empty if the chunk has none
     */
    public Optional<Map<String, Long>> usage() {
        return Optional.ofNullable(usage);
    }

    /**
     * Returns why the response ends.
     *
     * @return the reason, empty if the response goes on
     */
    public String finishReason() {
        return finishReason;
    }

    /**
     * Returns the chunk as it was received, so that a writer can pass on unchanged chunks. A chunk that is derived from
     * another has no such text.
     *
     * @return the text, or empty if the adapter didn't keep it
     */
    public Optional<String> raw() {
        return Optional.ofNullable(raw);
    }

    /**
     * Returns the names of the fields that the adapter doesn't know.
     *
     * @return an unmodifiable set
     */
    public Set<String> unknownFields() {
        return unknown.keySet();
    }

    /**
     * Returns the value of a field that the adapter doesn't know.
     *
     * @param name the field's name
     * @return a copy of the value, or empty if there is no such field
     */
    public Optional<JsonNode> unknownField(String name) {
        return Optional.ofNullable(unknown.get(name)).map(JsonNode::deepCopy);
    }

    /**
     * Returns whether this chunk is a keep-alive.
     *
     * @return true if it has no role, content, tool call, usage or finish reason
     */
    public boolean isEmpty() {
        return role.isEmpty() && !hasBody() && usage == null && finishReason.isEmpty();
    }

    /**
     * Removes the tool calls.
     *
     * @return a copy without tool calls and unknown fields
     */
    public StreamChunk withoutToolCalls() {
        return withToolCalls(List.of());
    }

    /**
     * Returns whether this chunk has content that must not follow the finish.
     *
     * @return true if it has content or tool calls
     */
    public boolean hasBody() {
        return !content.isEmpty() || !toolCalls.isEmpty();
    }

    /**
     * Returns only the text and the role. They are safe to send before the tool calls are decided. Unknown fields are
     * left out too, since they could contain anything.
     *
     * @return a chunk of the same choice; empty if there is no text and no role
     */
    public StreamChunk contentOnly() {
        return new StreamChunk(choice, role, content, List.of(), null, "", null, Map.of());
    }

    /**
     * Replaces everything in this chunk by a text.
     *
     * @return a chunk of the same choice that has only this text
     */
    public StreamChunk replacedBy(String text) {
        return EMPTY.withChoice(choice).withContent(text);
    }

    /**
     * Sets the choice.
     *
     * @param index the choice's index, from 0
     * @return a copy with this choice, without unknown fields
     * @throws IllegalArgumentException if it is negative
     */
    public StreamChunk withChoice(int index) {
        if (index < 0) {
            throw new IllegalArgumentException("choice must be >= 0, was " + index);
        }
        return new StreamChunk(index, role, content, toolCalls, usage, finishReason, null, Map.of());
    }

    /**
     * Sets the role.
     *
     * @param role the role; empty for none
     * @return a copy with this role, without unknown fields
     */
    public StreamChunk withRole(String role) {
        return new StreamChunk(
                choice, Objects.requireNonNull(role, "role"), content, toolCalls, usage, finishReason, null, Map.of());
    }

    /**
     * Sets the text.
     *
     * @param content the text; empty for none
     * @return a copy with this text, without unknown fields
     */
    public StreamChunk withContent(String content) {
        return new StreamChunk(
                choice,
                role,
                Objects.requireNonNull(content, "content"),
                toolCalls,
                usage,
                finishReason,
                null,
                Map.of());
    }

    /**
     * Sets the pieces of tool calls.
     *
     * @param deltas the pieces in order; empty for none
     * @return a copy with these pieces, without unknown fields
     */
    public StreamChunk withToolCalls(List<ToolCallDelta> deltas) {
        return new StreamChunk(choice, role, content, List.copyOf(deltas), usage, finishReason, null, Map.of());
    }

    /**
     * Sets the usage.
     *
     * @param usage numbers by the provider's own names, copied in their order; null for none
     * @return a copy with this usage, without unknown fields
     */
    public StreamChunk withUsage(@Nullable Map<String, Long> usage) {
        Map<String, Long> copy = usage == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(usage));
        return new StreamChunk(choice, role, content, toolCalls, copy, finishReason, null, Map.of());
    }

    /**
     * Sets the finish reason.
     *
     * @param reason the finish reason; empty for none
     * @return a copy with this finish reason, without unknown fields
     */
    public StreamChunk withFinishReason(String reason) {
        return new StreamChunk(
                choice, role, content, toolCalls, usage, Objects.requireNonNull(reason, "reason"), null, Map.of());
    }

    /**
     * Sets the text as received. For adapters, when they create the chunk.
     *
     * @param text the chunk's text as received
     * @return a copy with this text
     */
    public StreamChunk withRaw(String text) {
        return new StreamChunk(choice, role, content, toolCalls, usage, finishReason, text, unknown);
    }

    /**
     * Sets the fields that the adapter doesn't know. For adapters, when they create the chunk.
     *
     * @param fields the fields by name; copied
     * @return a copy with these fields
     */
    public StreamChunk withUnknownFields(Map<String, ? extends JsonNode> fields) {
        Map<String, JsonNode> copy = new LinkedHashMap<>();
        fields.forEach((name, value) -> copy.put(name, value.deepCopy()));
        return new StreamChunk(
                choice, role, content, toolCalls, usage, finishReason, raw, Collections.unmodifiableMap(copy));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StreamChunk that
                && choice == that.choice
                && role.equals(that.role)
                && content.equals(that.content)
                && toolCalls.equals(that.toolCalls)
                && Objects.equals(usage, that.usage)
                && finishReason.equals(that.finishReason)
                && Objects.equals(raw, that.raw)
                && unknown.equals(that.unknown);
    }

    @Override
    public int hashCode() {
        return Objects.hash(choice, role, content, toolCalls, usage, finishReason, raw);
    }

    @Override
    public String toString() {
        return VisibleText.line("chunk " + choice + " role=" + role + " content=" + content + " calls=" + toolCalls
                + " usage=" + (usage == null ? "" : usage) + " finish=" + finishReason);
    }
}
