package dev.toolpolicy.stream.run;

import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.EventDrivenPolicy;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamContext;
import dev.toolpolicy.stream.StreamRequest;
import dev.toolpolicy.stream.sink.Pulse;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Lets tool calls through only when a judge has seen them whole. Text passes at once. Calls are held back until the
 * response has ended well; if one is blocked, none goes out, and a text says so. A call is blocked, without asking, if
 * it was cut, has no name, or has arguments that aren't JSON; and if the judge fails. A call that never becomes
 * complete never goes out; where the response ended without a finish, a text says so.
 */
public final class ToolCallJudge implements EventDrivenPolicy<ToolCallJudge.Judged> {
    private static final Logger LOG = System.getLogger(ToolCallJudge.class.getName());

    private final Judge judge;
    private final @Nullable Pulse pulse;
    private final boolean each;

    private ToolCallJudge(Judge judge, @Nullable Pulse pulse, boolean each) {
        this.judge = Objects.requireNonNull(judge, "judge");
        this.pulse = pulse;
        this.each = each;
    }

    /**
     * Decides about a call. May be slow; may be asked about several streams' calls at once.
     */
    @FunctionalInterface
    public interface Judge {
        /**
         * Judges a call.
         *
         * @param call a whole call, whose arguments are a JSON value
         * @param request the request that the response answers
         * @return the verdict. An exception blocks the call, but a {@link CancellationException} cancels the stream
         */
        Verdict judge(CompletedUnit call, StreamRequest request);
    }

    /**
     * The verdict of a judge.
     *
     * @param passes whether the call may go out
     * @param reason why not
     */
    public record Verdict(boolean passes, String reason) {
        /**
         * Returns the verdict that lets the call out.
         *
         * @return the verdict
         */
        public static Verdict pass() {
            return new Verdict(true, "");
        }

        /**
         * Returns the verdict that blocks the call.
         *
         * @param reason why, for the client
         * @return the verdict
         */
        public static Verdict block(String reason) {
            return new Verdict(false, reason);
        }
    }

    /** The calls of one stream and what was said of them. */
    public static final class Judged {
        private final List<CompletedUnit> passed = new ArrayList<>();
        private final List<CompletedUnit> blocked = new ArrayList<>();
        private final List<String> reasons = new ArrayList<>();
        private final Set<Integer> finished = new HashSet<>();
        /** The choices in which a call has started. */
        private final Set<Integer> called = new TreeSet<>();

        private boolean spoken;

        private Judged() {}
    }

    /**
     * Creates a policy that blocks all calls of a response if it blocks one.
     *
     * @param judge decides
     * @return the policy
     */
    public static ToolCallJudge of(Judge judge) {
        return new ToolCallJudge(judge, null, false);
    }

    /**
     * Returns a policy that passes or blocks each call by itself and renumbers those that go out.
     *
     * @return a policy with that
     */
    public ToolCallJudge passingEach() {
        return new ToolCallJudge(judge, pulse, true);
    }

    /**
     * Streams are kept alive while the judge thinks.
     *
     * @param beat the pulse
     * @return a policy with that
     */
    public ToolCallJudge keptAliveBy(Pulse beat) {
        return new ToolCallJudge(judge, Objects.requireNonNull(beat, "beat"), each);
    }

    @Override
    public Judged createState() {
        return new Judged();
    }

    @Override
    public void onToolCallCompleted(CompletedUnit call, StreamChunk chunk, Judged state, StreamContext context) {
        if (!each && !state.blocked.isEmpty()) {
            state.blocked.add(call);
            return;
        }
        Verdict verdict = verdict(call, context);
        if (verdict.passes()) {
            state.passed.add(call);
        } else {
            state.blocked.add(call);
            state.reasons.add(verdict.reason());
            context.emit(
                    "tool_call_blocked", Map.of("tool", call.name(), "call", call.id(), "reason", verdict.reason()));
        }
    }

    private Verdict verdict(CompletedUnit call, StreamContext context) {
        if (call.truncated()) {
            return Verdict.block("the call was cut");
        } else if (call.name().isEmpty()) {
            return Verdict.block("the call names no tool");
        } else if (call.error().isPresent()) {
            return Verdict.block("the call's arguments are not JSON");
        }
        try {
            return Objects.requireNonNull(ask(call, context), "the judge said nothing");
        } catch (Throwable e) {
            UserCode.passThrough(e);
            UserCode.log(LOG, Level.WARNING, "the judge failed on call " + call + "; it is blocked", e);
            return Verdict.block("the judge failed");
        }
    }

    private Verdict ask(CompletedUnit call, StreamContext context) {
        return pulse == null
                ? judge.judge(call, context.request())
                : pulse.around(context, () -> judge.judge(call, context.request()));
    }

    @Override
    public void onFinishReason(String reason, StreamChunk chunk, Judged state, StreamContext context) {
        state.finished.add(chunk.choice());
    }

    /** Passes everything but calls at once: unchanged, if nothing in it could be a call. */
    @Override
    public void onChunkComplete(StreamChunk chunk, Judged state, StreamContext context) {
        state.spoken = state.spoken || !chunk.content().isEmpty();
        if (!chunk.toolCalls().isEmpty()) {
            state.called.add(chunk.choice());
        }
        if (chunk.toolCalls().isEmpty() && chunk.unknownFields().isEmpty()) {
            context.send(chunk);
        } else {
            StreamChunk rest = chunk.withoutToolCalls();
            if (!rest.isEmpty()) {
                context.send(rest);
            }
        }
    }

    @Override
    public void onStreamCompleting(Judged state, StreamContext context) {
        if (!state.blocked.isEmpty()) {
            say(
                    "A tool call was blocked: " + String.join("; ", state.reasons) + ".",
                    state.blocked.get(0).choice(),
                    state,
                    context);
        }
        for (int choice : state.called) {
            if (!state.finished.contains(choice)) {
                say("A tool call was dropped: the response ended before it was whole.", choice, state, context);
            }
        }
        if (each || state.blocked.isEmpty()) {
            int[] next = new int
                    [1
                            + state.passed.stream()
                                    .mapToInt(CompletedUnit::choice)
                                    .max()
                                    .orElse(0)];
            for (CompletedUnit call : state.passed) {
                if (state.finished.contains(call.choice())) {
                    context.send(StreamChunk.call(call, next[call.choice()]++));
                }
            }
        }
    }

    /** Sends a notice, separated from the model's text. */
    private static void say(String notice, int choice, Judged state, StreamContext context) {
        context.send(StreamChunk.text(state.spoken ? "\n\n" + notice : notice).withChoice(choice));
        state.spoken = true;
    }
}
