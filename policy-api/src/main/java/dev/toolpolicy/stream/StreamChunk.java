package dev.toolpolicy.stream;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a model's response, in the words of chat completions whatever the provider: a role, text, pieces of tool
 * calls, usage, the finish reason. Any of them may be missing; a chunk without all of them is a keep-alive. Immutable.
 *
 * <p>Adapters translate providers' finish reasons into {@link #STOP}, {@link #TOOL_CALLS} and {@link #LENGTH} where they mean
 * the same, and leave others as they are.
 */
public final class StreamChunk {
    /** The finish reason of a response that the model ended. */
    public static final String STOP = "stop";
    /** The finish reason of a response that wants its tool calls answered. */
    public static final String TOOL_CALLS = "tool_calls";
    /** The finish reason of a response that was cut at a limit of length. */
    public static final String LENGTH = "length";
    /** The finish reason of a response that was cut by a filter. */
    public static final String CONTENT_FILTER = "content_filter";

    private static final StreamChunk EMPTY = new StreamChunk(0, "", "", List.of(), null, "", null, Map.of());

    private final int choice;
    private final String role;
    private final String content;
    private final List<ToolCallDelta> toolCalls;
    private final @Nullable Usage usage;
    private final String finishReason;
    private final @Nullable String raw;
    private final Map<String, JsonNode> unknown;

    private StreamChunk(
            int choice, String role, String content, List<ToolCallDelta> toolCalls, @Nullable Usage usage,
            String finishReason, @Nullable String raw, Map<String, JsonNode> unknown) {
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
     * A piece of one tool call. Providers differ in what they repeat: only together do the deltas of a call tell it.
     *
     * @param index the call's index in the response, or {@link #NO_INDEX} where the provider gives none
     * @param id the provider's id, empty if it isn't told here
     * @param name the tool's name or a piece of it, empty if it isn't told here
     * @param arguments a piece of the argument text, possibly empty
     */
    public record ToolCallDelta(int index, String id, String name, String arguments) {
        /** The index of a delta whose provider gives none. */
        public static final int NO_INDEX = -1;

        /**
         * Checks the components.
         *
         * @param index the call's index in the response, or {@link #NO_INDEX} where the provider gives none
         * @param id the provider's id, empty if it isn't told here
         * @param name the tool's name or a piece of it, empty if it isn't told here
         * @param arguments a piece of the argument text, possibly empty
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
            return name + "#" + id + "[" + index + "] " + arguments.length() + " characters";
        }
    }

    /**
     * What a response has used up so far.
     *
     * @param counts numbers under the provider's own names ({@code completion_tokens}); those of nested objects under
     *     names joined by dots
     */
    public record Usage(Map<String, Long> counts) {
        /**
         * Copies the counts.
         *
         * @param counts numbers under the provider's own names ({@code completion_tokens}); those of nested objects
         *     under names joined by dots
         * @throws NullPointerException if a name or number is null
         */
        public Usage {
            Map<String, Long> copy = new LinkedHashMap<>();
            counts.forEach((name, count) -> copy.put(
                    Objects.requireNonNull(name, "name"), Objects.requireNonNull(count, "count")));
            counts = Collections.unmodifiableMap(copy);
        }
    }

    /**
     * A chunk without anything, which tells a client only that somebody is there; others are made of it.
     *
     * @return the chunk
     */
    public static StreamChunk empty() {
        return EMPTY;
    }

    /**
     * A chunk of text alone.
     *
     * @param content the text
     * @return the chunk
     */
    public static StreamChunk text(String content) {
        return EMPTY.withContent(content);
    }

    /**
     * A chunk of a finish reason alone.
     *
     * @param reason the reason
     * @return the chunk
     */
    public static StreamChunk finish(String reason) {
        return EMPTY.withFinishReason(reason);
    }

    /**
     * A chunk of one whole tool call alone, with its argument text as it came, well-formed or not.
     *
     * @param call the call
     * @param index the index it gets in what goes out: 0 for the first call that does, then 1
     * @return the chunk
     */
    public static StreamChunk call(CompletedUnit.Call call, int index) {
        return EMPTY.withChoice(call.choice())
                .withToolCalls(List.of(new ToolCallDelta(index, call.id(), call.name(), call.argumentText())));
    }

    /**
     * Which of several answers it belongs to.
     *
     * @return the choice's index, 0 for a response with one
     */
    public int choice() {
        return choice;
    }

    /**
     * Who speaks.
     *
     * @return the role, empty if the chunk has none
     */
    public String role() {
        return role;
    }

    /**
     * A piece of the response's text.
     *
     * @return the text, empty if the chunk has none
     */
    public String content() {
        return content;
    }

    /**
     * Pieces of tool calls.
     *
     * @return the deltas in their order, empty if the chunk has none; unmodifiable
     */
    public List<ToolCallDelta> toolCalls() {
        return toolCalls;
    }

    /**
     * What the response has used up.
     *
     * @return the usage, if the chunk has one
     */
    public Optional<Usage> usage() {
        return Optional.ofNullable(usage);
    }

    /**
     * Why the response ends.
     *
     * @return the reason, empty if it goes on
     */
    public String finishReason() {
        return finishReason;
    }

    /**
     * The chunk as it came over the wire, for a writer that wants to pass on unchanged what is unchanged. Whatever is
     * derived from a chunk has none.
     *
     * @return the text, if the adapter kept it
     */
    public Optional<String> raw() {
        return Optional.ofNullable(raw);
    }

    /**
     * The fields that the adapter doesn't know.
     *
     * @return their names; unmodifiable
     */
    public Set<String> unknownFields() {
        return unknown.keySet();
    }

    /**
     * A field that the adapter doesn't know.
     *
     * @param name its name
     * @return a copy of its value
     */
    public Optional<JsonNode> unknownField(String name) {
        return Optional.ofNullable(unknown.get(name)).map(JsonNode::deepCopy);
    }

    /**
     * Whether nothing is in it: a keep-alive.
     *
     * @return true if it has no role, content, tool call, usage or finish reason
     */
    public boolean isEmpty() {
        return role.isEmpty() && !hasBody() && usage == null && finishReason.isEmpty();
    }

    /**
     * Everything that is known of it but its tool calls.
     *
     * @return the chunk
     */
    public StreamChunk withoutToolCalls() {
        return withToolCalls(List.of());
    }

    /**
     * Whether it has something that may not come after the finish.
     *
     * @return true if it has content or tool calls
     */
    public boolean hasBody() {
        return !content.isEmpty() || !toolCalls.isEmpty();
    }

    /**
     * Its text alone, with the role: what is safe to send on while the fate of its tool calls is open. Unknown fields
     * are left out too, since nobody can say what they carry.
     *
     * @return the chunk, empty if there is no text and no role
     */
    public StreamChunk contentOnly() {
        return new StreamChunk(choice, role, content, List.of(), null, "", null, Map.of());
    }

    /**
     * Text in place of all it says.
     *
     * @param text the text
     * @return a chunk of the same choice with this text alone
     */
    public StreamChunk replacedBy(String text) {
        return EMPTY.withChoice(choice).withContent(text);
    }

    /**
     * Says which of several answers it belongs to.
     *
     * @param index the choice's index
     * @return everything else that is known of this chunk, with that
     * @throws IllegalArgumentException if it is negative
     */
    public StreamChunk withChoice(int index) {
        if (index < 0) {
            throw new IllegalArgumentException("choice must be >= 0, was " + index);
        }
        return new StreamChunk(index, role, content, toolCalls, usage, finishReason, null, Map.of());
    }

    /**
     * Says who speaks.
     *
     * @param text the role; empty for none
     * @return everything else that is known of this chunk, with that
     */
    public StreamChunk withRole(String text) {
        return new StreamChunk(choice, Objects.requireNonNull(text, "text"), content, toolCalls, usage, finishReason, null, Map.of());
    }

    /**
     * Says another text.
     *
     * @param text the text; empty for none
     * @return everything else that is known of this chunk, with that
     */
    public StreamChunk withContent(String text) {
        return new StreamChunk(choice, role, Objects.requireNonNull(text, "text"), toolCalls, usage, finishReason, null, Map.of());
    }

    /**
     * Has other pieces of tool calls.
     *
     * @param deltas the pieces in their order; empty for none
     * @return everything else that is known of this chunk, with that
     */
    public StreamChunk withToolCalls(List<ToolCallDelta> deltas) {
        return new StreamChunk(choice, role, content, List.copyOf(deltas), usage, finishReason, null, Map.of());
    }

    /**
     * Tells what has been used up.
     *
     * @param used the usage; null for none
     * @return everything else that is known of this chunk, with that
     */
    public StreamChunk withUsage(@Nullable Usage used) {
        return new StreamChunk(choice, role, content, toolCalls, used, finishReason, null, Map.of());
    }

    /**
     * Ends the response, or leaves it open.
     *
     * @param reason the finish reason; empty for none
     * @return everything else that is known of this chunk, with that
     */
    public StreamChunk withFinishReason(String reason) {
        return new StreamChunk(choice, role, content, toolCalls, usage, Objects.requireNonNull(reason, "reason"), null, Map.of());
    }

    /**
     * Keeps what came over the wire; for adapters, when the chunk is made.
     *
     * @param text the chunk's text as it came
     * @return this chunk with that
     */
    public StreamChunk withRaw(String text) {
        return new StreamChunk(choice, role, content, toolCalls, usage, finishReason, text, unknown);
    }

    /**
     * Keeps fields that the adapter doesn't know; for adapters, when the chunk is made.
     *
     * @param fields name and value of each; copied
     * @return this chunk with these
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
        return "chunk " + choice + " role=" + role + " content=" + content + " calls=" + toolCalls
                + " usage=" + (usage == null ? "" : usage.counts()) + " finish=" + finishReason;
    }
}
