package dev.toolpolicy.runtime.internal.adapter;

import dev.toolpolicy.runtime.internal.read.EmptyArguments;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The calls of OpenAI Responses: an item is added, its arguments arrive in deltas, then once more whole, and the item
 * is done. A position is the item's {@code output_index}. Events that repeat an item say nothing new.
 */
public final class ResponsesCalls {
    private final CallSink sink;
    /** The text of each function call so far. */
    private final Map<Integer, StringBuilder> texts = new HashMap<>();
    /** The positions of other calls. */
    private final Set<Integer> others = new HashSet<>();

    private final Set<Integer> done = new HashSet<>();
    private boolean complete;
    /** Whether an item's own status is incomplete, which the response's status doesn't override. */
    private boolean incomplete;

    /**
     * Creates the calls of one response.
     *
     * @param sink receives them
     */
    public ResponsesCalls(CallSink sink) {
        this.sink = sink;
    }

    /**
     * Adds a function call.
     *
     * @param position the item's position
     * @param id the call's id
     * @param namespace the tool's namespace, empty if it has none
     * @param name the tool's name
     */
    public void function(int position, String id, String namespace, String name) {
        if (!others.contains(position) && texts.putIfAbsent(position, new StringBuilder()) == null) {
            sink.start(position, id, name(namespace, name));
        }
    }

    /**
     * Returns the name of a tool. A tool of a namespace is another tool than one of the same name without it. A
     * function that was searched for has its own name as its namespace, and is the function of that name.
     *
     * @param namespace the tool's namespace, empty if it has none
     * @param name the tool's own name
     */
    public static String name(String namespace, String name) {
        return namespace.isEmpty() || namespace.equals(name) ? name : namespace + "." + name;
    }

    /**
     * Adds a call whose input is free text.
     *
     * @param position the item's position
     * @param id the call's id
     * @param name the tool's name
     */
    public void freeText(int position, String id, String name) {
        if (others.add(position)) { // a function call there becomes invalid
            sink.startFreeText(position, id, name);
        }
    }

    /**
     * Adds a call that the provider runs itself.
     *
     * @param position the item's position
     * @param id the item's id
     * @param name the tool's name
     */
    public void provided(int position, String id, String name) {
        if (!texts.containsKey(position) && others.add(position)) {
            sink.startProvided(position, id, name);
        }
    }

    /**
     * Appends to the input of a call. Text of an item that was never added is dropped.
     *
     * @param position the item's position
     * @param text the text
     */
    public void text(int position, String text) {
        StringBuilder before = texts.get(position);
        if (before != null) {
            before.append(text);
        }
        if (before != null || others.contains(position)) {
            sink.text(position, text);
        }
    }

    /**
     * Appends what is missing of a function call's whole text. Where it differs from what arrived before, what arrived
     * stays: it is what was decided on, and so what may run. An object without members says nothing if no text arrived
     * before: it may stand for a text that was cut before it began.
     *
     * @param position the item's position
     * @param whole the whole text
     */
    public void whole(int position, String whole) {
        StringBuilder before = texts.get(position);
        if (before == null) {
            return;
        }
        String arrived = before.toString();
        if (arrived.isBlank()) {
            text(position, EmptyArguments.isEmptyObject(whole) ? "" : whole);
        } else if (whole.startsWith(arrived)) {
            text(position, whole.substring(arrived.length()));
        }
    }

    /**
     * Ends an item.
     *
     * @param position the item's position
     * @param whole whether the item is complete; if not, neither is the response
     */
    public void done(int position, boolean whole) {
        incomplete |= !whole;
        if (whole && (texts.containsKey(position) || others.contains(position)) && done.add(position)) {
            sink.end(position);
        }
    }

    /**
     * Ends the response.
     *
     * @param completed whether its status is {@code completed}
     */
    public void finish(boolean completed) {
        complete = completed;
    }

    /** Returns whether the response is complete, with each of its items. */
    public boolean isComplete() {
        return complete && !incomplete;
    }
}
