package dev.toolpolicy.runtime.internal.adapter;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The calls of Anthropic messages: content blocks start, get deltas and stop. The input of a tool use arrives in deltas
 * of its text, or at once in its start. A position is the block's {@code index}.
 */
public final class MessagesCalls {
    /** All other reasons are cuts, also those that aren't known. A turn that pauses continues in another response. */
    private static final Set<String> COMPLETE = Set.of("tool_use", "end_turn", "stop_sequence");

    private final CallSink sink;
    /** The input in the start of each open tool use, as text; empty once deltas have arrived. */
    private final Map<Integer, String> open = new HashMap<>();

    private String reason = "";
    /**
     * Creates the calls of one response.
     *
     * @param sink receives them
     */
    public MessagesCalls(CallSink sink) {
        this.sink = sink;
    }

    /**
     * Starts a tool use.
     *
     * @param position the block's position
     * @param id the call's id
     * @param set the name of the tool's set, empty if it has none
     * @param name the tool's name
     * @param input the text of the input, empty if it says nothing
     */
    public void start(int position, String id, String set, String name, String input) {
        sink.start(position, id, name(set, name));
        open.put(position, input);
    }

    /**
     * Returns the name of a tool. A tool of a set is another tool than one of the same name without it.
     *
     * @param set the name of the tool's set, empty if it has none
     * @param name the tool's own name
     */
    public static String name(String set, String name) {
        return set.isEmpty() ? name : set + "." + name;
    }

    /**
     * Appends to the input of an open tool use. Text of other blocks is dropped.
     *
     * @param position the block's position
     * @param text the text
     */
    public void text(int position, String text) {
        if (open.replace(position, "") != null) {
            sink.text(position, text);
        }
    }

    /**
     * Stops a block.
     *
     * @param position the block's position
     */
    public void stop(int position) {
        String input = open.remove(position);
        if (input != null) {
            sink.text(position, input);
            sink.end(position);
        }
    }

    /**
     * Sets the reason to stop.
     *
     * @param why the provider's word, empty if it gave none
     */
    public void finish(String why) {
        reason = why.isEmpty() ? reason : why;
    }

    /** Returns whether the response is complete, with each of its tool uses. */
    public boolean isComplete() {
        return COMPLETE.contains(reason) && open.isEmpty();
    }
}
