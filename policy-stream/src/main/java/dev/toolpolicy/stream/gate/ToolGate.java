package dev.toolpolicy.stream.gate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.EventDrivenPolicy;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamContext;
import dev.toolpolicy.stream.StreamRequest;
import dev.toolpolicy.stream.sink.Pulse;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A stream policy that lets out only calls that an engine allows, for clients that can't embed it. What follows a call
 * waits until the call is decided.
 *
 * <ul>
 *   <li>An allowed call goes out exactly as it came, if all readers read its pieces in one way. It goes out in one
 *       piece if its name or id comes in several, its index is missing, or pieces of another call stand between its
 *       own.
 *   <li>A text that says why replaces a call that is not allowed, or that has the id of an earlier call.
 *   <li>A rule's denial goes out as soon as it is certain, and the rest of that call is dropped. Every other call is
 *       decided once it is complete, by the rules at that time. A truncated call never goes out.
 *   <li>A call whose arguments are a whole object is complete, even if the response is cut behind it. A call without
 *       arguments, or with {@code null}, is complete only if the response ends well.
 *   <li>Approval requests open when a call is complete. The response's end waits for the answer. Rules that
 *       {@code edit} only ask, since calls go out unchanged.
 *   <li>If a tool has defaults, its rules decide with and without them, since the client may have others. The stricter
 *       decision counts.
 *   <li>The labels of the tool results in a request join its session's before the response is read, and those of tools
 *       that the provider runs as soon as they appear. Text that the gate can't see counts as {@code untrusted}: state
 *       that the provider keeps, and the past of a conversation that begins elsewhere.
 *   <li>A text ends a response that the gate can't check: one with an unknown field that could carry calls, or with a
 *       call that the provider has run itself.
 * </ul>
 */
public final class ToolGate implements EventDrivenPolicy<ToolGate.Waiting> {
    private static final Set<String> TELLING = Set.of("call", "tool", "function");
    /** What is in the names of members of calls, in the formats that are known. */
    private static final Set<String> PARTS =
            Set.of(("call tool function name arguments args input parameters action command cmd code script shell exec"
                            + " invo plugin")
                    .split(" "));
    /** The types of the blocks that report calls that a provider runs itself. */
    private static final Set<String> PROVIDER_CALLS = Set.of("server_tool_use", "mcp_tool_use");

    /** The items of OpenAI responses that report such calls, named after their tools. */
    private static final Set<String> PROVIDER_ITEMS =
            Set.of("web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call");

    /** The members of chat completions that name the pages of a search. */
    private static final Set<String> SEARCHED = Set.of("annotations", "citations");

    private static final Set<String> ITEM_MEMBERS = Set.of(
            ("type id status action queries results code container_id outputs result background output_format quality"
                            + " size revised_prompt")
                    .split(" "));
    private static final Set<String> CALL_MEMBERS = Set.of("type", "id", "name", "input", "caller", "server_name");
    private static final Set<String> RESULT_MEMBERS = Set.of("type", "tool_use_id", "content", "caller", "is_error");

    private final Function<? super StreamRequest, GateSession> sessions;
    private final Set<String> providerTools;
    private final boolean keepsIndexes;
    private final long mostHeld;
    private final @Nullable Pulse pulse;

    private ToolGate(
            Function<? super StreamRequest, GateSession> sessions,
            Set<String> providerTools,
            boolean keepsIndexes,
            long mostHeld,
            @Nullable Pulse pulse) {
        this.mostHeld = mostHeld;
        this.sessions = sessions;
        this.providerTools = providerTools;
        this.keepsIndexes = keepsIndexes;
        this.pulse = pulse;
    }

    /** The waiting parts of one response. */
    public static final class Waiting {
        private final Set<String> seen = new HashSet<>();
        private @Nullable HeldResponse response;

        private Waiting() {}

        private HeldResponse response() {
            return Objects.requireNonNull(response, "the stream hasn't started");
        }
    }

    /**
     * Creates a gate that passes no call that the provider runs itself.
     *
     * @param sessions the session of each response; asked when the response starts. What it throws fails the stream
     * @return the gate
     */
    public static ToolGate of(Function<? super StreamRequest, GateSession> sessions) {
        return new ToolGate(Objects.requireNonNull(sessions, "sessions"), Set.of(), false, 64L << 20, null);
    }

    /**
     * Lets calls pass that the provider runs itself; no rule is asked about them, since they have run.
     *
     * @param names the tools' names, such as {@code web_search}
     * @return a gate with that
     */
    public ToolGate allowingProviderTools(Set<String> names) {
        return new ToolGate(sessions, Set.copyOf(names), keepsIndexes, mostHeld, pulse);
    }

    /**
     * Keeps the index of each call, even if a call before it is removed: for formats in which the text that replaces a
     * call takes its index. By default calls behind a removed one are renumbered.
     *
     * @return a gate with that
     */
    public ToolGate keepingIndexes() {
        return new ToolGate(sessions, providerTools, true, mostHeld, pulse);
    }

    /**
     * Limits what may wait behind an undecided call; the default is 64 Mi. A text ends a response of which more waits.
     *
     * @param characters the maximum number of characters, of the events as they came and of what was read of them; each
     *     event counts 128 more, each piece of a call and each value of an unknown field 64, each call 2,048
     * @return a gate with that
     * @throws IllegalArgumentException if it isn't positive
     */
    public ToolGate holding(long characters) {
        if (characters <= 0) {
            throw new IllegalArgumentException("what a gate holds must be positive, was " + characters);
        }
        return new ToolGate(sessions, providerTools, keepsIndexes, characters, pulse);
    }

    /**
     * Keeps streams alive while an approval request is open.
     *
     * @param beat the pulse
     * @return a gate with that
     */
    public ToolGate keptAliveBy(Pulse beat) {
        return new ToolGate(sessions, providerTools, keepsIndexes, mostHeld, Objects.requireNonNull(beat, "beat"));
    }

    @Override
    public Waiting createState() {
        return new Waiting();
    }

    @Override
    public void onStreamStarted(Waiting state, StreamContext context) {
        GateSession session = Objects.requireNonNull(sessions.apply(context.request()), "a response has no session");
        session.asked(context.request().body());
        state.response = new HeldResponse(session, keepsIndexes, mostHeld);
    }

    @Override
    public void onChunkStarted(StreamChunk chunk, Waiting state, StreamContext context) {
        for (String name : chunk.unknownFields()) {
            String field = name.substring(0, (name + "#").indexOf('#')); // codecs number those that have one name
            JsonNode value = chunk.unknownField(name).orElseThrow();
            if (SEARCHED.contains(field)) {
                state.response().session().provided("web_search");
            }
            if (!bearsCalls(field, value) && !bearsCalls(name, value)) {
                continue;
            }
            Map<String, String> details =
                    Map.of("field", field, "tool", value.path("name").asText());
            if (!isAllowed(field, value, state)) {
                context.emit("response_rejected", details);
                context.send(chunk.replacedBy(state.response().notice(blind(field, value))));
                context.terminate();
                return;
            }
            if (PROVIDER_ITEMS.contains(field)) {
                state.response().session().provided(RequestHistory.provided(field));
            } else if (PROVIDER_CALLS.contains(field)) {
                state.response().session().provided(value.path("name").asText());
            }
            context.emit("provider_tool_passed", details);
        }
        state.response().read(chunk, context);
    }

    /**
     * Returns whether a field that isn't known may carry calls: by its name, as a block of its own type, or by what it
     * holds. An empty field carries none.
     */
    private static boolean bearsCalls(String field, JsonNode value) {
        if (value.isContainerNode()) {
            return !value.isEmpty() && (field.isEmpty() || isPart(field) || value.has("type") || holdsPart(value));
        }
        String name = folded(field);
        return !value.isNull()
                && !value.asText().isEmpty()
                && (TELLING.stream().anyMatch(name::contains)
                        || PARTS.contains(name.substring(name.lastIndexOf('.') + 1)));
    }

    /**
     * Returns whether a container holds what a reader could take for a part of a call, at any depth: a text or a
     * container that is named like one, an object in an object, as of arguments under a tool's name, or a text in an
     * array, as in a line of a command.
     */
    private static boolean holdsPart(JsonNode container) {
        for (Map.Entry<String, JsonNode> member : container.properties()) {
            JsonNode value = member.getValue();
            boolean says = value.isTextual() ? !value.textValue().isEmpty() : !value.isEmpty();
            boolean type = member.getKey().equals("type") && isPart(value.asText());
            if (says && (type || value.isObject() || isPart(member.getKey()) || holdsPart(value))) {
                return true;
            }
        }
        for (JsonNode element : container) {
            if (container.isArray() && (element.isTextual() || holdsPart(element))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPart(String name) {
        String folded = folded(name);
        return PARTS.stream().anyMatch(folded::contains);
    }

    /** Returns a name as a reader has it that doesn't see case. */
    private static String folded(String name) {
        return name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    /**
     * Returns whether the field is only a block of the provider's own: a call of an allowed tool, or the result of a
     * known call.
     */
    private boolean isAllowed(String field, JsonNode value, Waiting state) {
        if (PROVIDER_ITEMS.contains(field)) {
            return value.path("type").asText().equals(field)
                    && holdsOnly(value, ITEM_MEMBERS)
                    && providerTools.contains(RequestHistory.provided(field));
        }
        boolean call = PROVIDER_CALLS.contains(field);
        boolean result = field.endsWith("_tool_result");
        boolean block = (call || result)
                && value.path("type").asText(field).equals(field)
                && holdsOnly(value, call ? CALL_MEMBERS : RESULT_MEMBERS);
        String id = value.path(call ? "id" : "tool_use_id").asText();
        if (!block || id.isEmpty()) {
            return false;
        }
        return call
                ? providerTools.contains(value.path("name").asText()) && state.seen.add(id)
                : state.seen.contains(id);
    }

    private static boolean holdsOnly(JsonNode value, Set<String> members) {
        return value.properties().stream().allMatch(member -> members.contains(member.getKey()));
    }

    private static String blind(String field, JsonNode value) {
        String name = value.path("name").asText();
        return "This response was ended: it holds " + VisibleText.quoted(field, VisibleText.NAME)
                + (name.isEmpty() ? "" : " of " + VisibleText.quoted(name, VisibleText.NAME))
                + ", which can't be checked here.";
    }

    @Override
    public void onToolCallCompleted(CompletedUnit call, StreamChunk chunk, Waiting state, StreamContext context) {
        state.response().complete(call);
    }

    @Override
    public void onFinishReason(String reason, StreamChunk chunk, Waiting state, StreamContext context) {
        state.response().finish(chunk.choice(), reason);
    }

    @Override
    public void onChunkComplete(StreamChunk chunk, Waiting state, StreamContext context) {
        state.response().take(chunk, context);
    }

    @Override
    public void onStreamCompleting(Waiting state, StreamContext context) {
        HeldResponse response = state.response();
        if (pulse != null && response.isWaiting()) {
            pulse.around(context, response::await);
        }
        response.flush(context);
    }

    @Override
    public void onStreamClosed(Waiting state, StreamContext context) {
        Optional.ofNullable(state.response).ifPresent(HeldResponse::close);
    }
}
