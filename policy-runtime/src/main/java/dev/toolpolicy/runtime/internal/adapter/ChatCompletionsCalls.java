package dev.toolpolicy.runtime.internal.adapter;

import dev.toolpolicy.runtime.call.ArgumentLimits;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The calls of OpenAI chat completions. Calls have no end of their own there. Providers differ: some leave the index
 * out, some use one index for several ids, some repeat id and name in every piece. Positions count over all choices.
 */
public final class ChatCompletionsCalls {
    /** All other reasons are cuts, also those that aren't known. Providers write the known ones in their own case. */
    private static final Set<String> COMPLETE =
            Set.of("stop", "tool_calls", "tool_call", "tool_use", "function_call", "end_turn");

    private final CallSink sink;
    private final Map<Integer, CallLookup<JoinedCall>> choices = new HashMap<>();
    /** The choices that have calls and no reason to have finished. */
    private final Set<Integer> open = new HashSet<>();

    private int calls;
    private String reason = "";
    private boolean cut;

    /**
     * A piece of a call, or a whole one.
     *
     * @param index the call's index, {@link CallLookup#NO_INDEX} if it has none
     * @param id the provider's id, possibly empty
     * @param name the tool's name, possibly empty
     * @param text argument text, possibly empty
     * @param freeText whether the text is free text and not JSON
     */
    public record Piece(int index, String id, String name, String text, boolean freeText) {}

    /**
     * Creates the calls of one response.
     *
     * @param sink receives them
     */
    public ChatCompletionsCalls(CallSink sink) {
        this.sink = sink;
    }

    /**
     * Reads a piece of a streamed call.
     *
     * @param choice the number of its choice
     * @param first whether it is the first of its chunk
     * @param piece the piece
     */
    public void piece(int choice, boolean first, Piece piece) {
        CallLookup<JoinedCall> pieces = choices.computeIfAbsent(choice, unseen -> new CallLookup<>());
        JoinedCall call = pieces.find(piece.index(), piece.id(), piece.name(), first);
        if (call == null) {
            call = next();
        }
        JoinedCall before = pieces.add(call, piece.index(), piece.id());
        if (before != null) {
            sink.end(before.position());
        }
        add(choice, call, piece);
    }

    /**
     * Reads a whole call of a response that arrives in one piece. Each is a separate call, even with an equal id or
     * index.
     *
     * @param choice the number of its choice
     * @param call the call
     */
    public void whole(int choice, Piece call) {
        JoinedCall known = next();
        choices.computeIfAbsent(choice, unseen -> new CallLookup<>()).add(known, call.index(), call.id());
        add(choice, known, call);
    }

    private JoinedCall next() {
        return new JoinedCall(calls++);
    }

    private void add(int choice, JoinedCall call, Piece piece) {
        open.add(choice);
        call.identify(piece.id());
        call.addName(piece.name());
        if (call.text().length() <= ArgumentLimits.defaults().text()) { // a longer one is never whole
            call.append(piece.text());
        }
        if (piece.freeText()) {
            sink.startFreeText(call.position(), piece.id(), piece.name());
        } else if (!piece.id().isEmpty() || !piece.name().isEmpty()) {
            sink.start(call.position(), piece.id(), piece.name());
        }
        sink.text(call.position(), piece.text());
    }

    /**
     * Finishes a choice.
     *
     * @param choice the number of the choice
     * @param why the provider's reason; an empty one finishes nothing
     */
    public void finish(int choice, String why) {
        if (!why.isEmpty()) {
            open.remove(choice);
            finished(why);
        }
    }

    /** Cuts the response, since the provider reports an error. */
    public void fail() {
        finished("error");
    }

    private void finished(String why) {
        boolean cuts = !completes(why);
        cut |= cuts;
        reason = reason.isEmpty() || cuts ? why : reason;
    }

    /** Returns whether a reason to finish says that a response is complete. */
    public static boolean completes(String why) {
        return COMPLETE.contains(why.toLowerCase(Locale.ROOT));
    }

    /** Returns whether each choice that has calls finished, and none was cut. */
    public boolean isComplete() {
        return !cut && !reason.isEmpty() && open.isEmpty();
    }

    /** Returns why the response finished, empty if it gave no reason. */
    public String reason() {
        return reason;
    }
}
