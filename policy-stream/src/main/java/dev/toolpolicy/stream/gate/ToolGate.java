package dev.toolpolicy.stream.gate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.EventDrivenPolicy;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamContext;
import dev.toolpolicy.stream.StreamRequest;
import dev.toolpolicy.stream.sink.Pulse;
import dev.toolpolicy.text.VisibleText;
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
 * waits until the call is decided. A call that may run goes out exactly as it came, if all readers read it in one way;
 * if not, because its name or id comes in several pieces, its index is missing or pieces of another call stand between
 * its own, it goes out in one piece. In the place of any other goes a text that says why, also of one that has the id
 * of a call before it.
 *
 * <p>A rule's denial goes out as soon as it is certain, and the rest of that call is dropped. Every other call is
 * decided about once it is whole, and only if the response finishes: what is cut never goes out. A call whose arguments
 * are a whole object is whole, also at the end of a response that is cut; without arguments, or with {@code null}, it
 * is whole only if the response ends well. Approval requests open when a call is whole, and the response's end waits
 * for the answer. Rules that {@code edit} only ask here: what goes out is what came. Where a tool has defaults, its
 * rules are asked with them and without, and the stricter answer counts; the client may have others.
 *
 * <p>What it can't see through it refuses: a response with a field that could carry calls and that its adapter doesn't
 * know, or with a call that the provider has run itself, is ended by a text that says so.
 */
public final class ToolGate implements EventDrivenPolicy<ToolGate.Waiting> {
    private static final Set<String> TELLING = Set.of("call", "tool", "function");
    /** The types of the blocks in which providers tell of calls that they run themselves, and what those hold. */
    private static final Set<String> PROVIDER_CALLS = Set.of("server_tool_use", "mcp_tool_use");

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
     * Calls that go out keep their indexes also when one before them doesn't: for formats in which the text that
     * replaces a call takes its place. If not, calls behind a denied one are renumbered.
     *
     * @return a gate with that
     */
    public ToolGate keepingIndexes() {
        return new ToolGate(sessions, providerTools, true, mostHeld, pulse);
    }

    /**
     * Limits what may wait behind a call that isn't decided about; the default is 64 Mi. A response of which more waits
     * is ended by a text that says so.
     *
     * @param characters the most characters: of the events as they came and of what was read of them, and 128 for each
     *     event, 64 for each piece of a call, 2,048 for each call
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
        state.response = new HeldResponse(session, keepsIndexes, mostHeld);
    }

    @Override
    public void onChunkStarted(StreamChunk chunk, Waiting state, StreamContext context) {
        for (String field : chunk.unknownFields()) {
            JsonNode value = chunk.unknownField(field).orElseThrow();
            if (!bearsCalls(field, value)) {
                continue;
            }
            Map<String, String> details =
                    Map.of("field", field, "tool", value.path("name").asText());
            if (!isAllowed(field, value, state)) {
                context.emit("response_refused", details);
                context.send(chunk.replacedBy(state.response().notice(blind(field, value))));
                context.terminate();
                return;
            }
            context.emit("provider_tool_passed", details);
        }
        state.response().read(chunk, context.completions());
    }

    /** Returns whether a field may carry calls: if it is nested, or by its name. An empty field carries none. */
    private static boolean bearsCalls(String field, JsonNode value) {
        if (value.isContainerNode()) {
            return !value.isEmpty();
        }
        String name = field.toLowerCase(Locale.ROOT);
        return !value.isNull() && !value.asText().isEmpty() && TELLING.stream().anyMatch(name::contains);
    }

    /**
     * Returns whether the field is only a block of the provider's own: a call of an allowed tool, or the result of a
     * known call.
     */
    private boolean isAllowed(String field, JsonNode value, Waiting state) {
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
        return "Tool Policy ended this response: it holds " + VisibleText.quoted(field, VisibleText.NAME)
                + (name.isEmpty() ? "" : " of " + VisibleText.quoted(name, VisibleText.NAME))
                + ", which can't be checked here.";
    }

    @Override
    public void onToolCallCompleted(CompletedUnit.Call call, StreamChunk chunk, Waiting state, StreamContext context) {
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
