package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.internal.read.CheckedVisitor;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The current position in a call's arguments and the value there; of a string, its first characters. */
public final class Trace implements CheckedVisitor {
    private static final int LONGEST = 80;
    private static final int NOT_IN_ARRAY = -1;

    private final Deque<Level> open = new ArrayDeque<>();
    private final StringBuilder text = new StringBuilder();
    private String value = "";
    private long textLength;
    private boolean inText;
    /** Whether the innermost container is only just opening, or closing: what is told of is the container itself. */
    private boolean atEdge;

    private boolean closed;

    /** An open container, and where in it the reading is. */
    private static final class Level {
        private @Nullable String name;
        private int index = NOT_IN_ARRAY;
    }

    /** The value that settled a rule: its place, the value as text, and how much of the call had been read. */
    record Evidence(String place, String value, long offset) {}

    /** Returns what is being heard; of a piece of a string, up to an index in it. */
    Evidence evidence(CharSequence piece, int start, int index, long offset) {
        return new Evidence(place(), inText ? shownText(piece, start, index) : value, offset);
    }

    private String shownText(CharSequence piece, int start, int index) {
        int more = Math.max(0, Math.min(index - start, LONGEST - text.length()));
        String shown = VisibleText.quoted(text.toString() + piece.subSequence(start, start + more));
        return textLength + Math.max(0, index - start) > LONGEST ? shown + VisibleText.MORE : shown;
    }

    private String place() {
        StringBuilder pointer = new StringBuilder();
        for (Iterator<Level> levels = open.descendingIterator(); levels.hasNext(); ) {
            Level level = levels.next();
            if (atEdge && !levels.hasNext()) {
                break;
            }
            String segment = level.name == null ? Integer.toString(level.index) : ArgumentPointer.escape(level.name);
            pointer.append('/').append(segment);
        }
        return pointer.toString();
    }

    /** Begins a value: leaves the container that closed before, and moves an array to its next element. */
    private void begin(String shown) {
        leaveClosed();
        Level level = open.peek();
        if (level != null && level.name == null) {
            level.index++;
        }
        value = shown;
        inText = false;
    }

    private void leaveClosed() {
        if (closed) {
            open.pop();
        }
        closed = false;
        atEdge = false;
    }

    @Override
    public void name(String name) {
        leaveClosed();
        Level level = open.peek();
        if (level != null) {
            level.name = name;
        }
    }

    @Override
    public void absent(String name) {
        name(name);
        value = "absent";
        inText = false;
    }

    private void open(String shown) {
        begin(shown);
        open.push(new Level());
        atEdge = true;
    }

    @Override
    public void objectStart() {
        open("{");
    }

    @Override
    public void arrayStart() {
        open("[");
    }

    private void end() {
        leaveClosed();
        closed = true;
        atEdge = true;
        value = "no more values";
        inText = false;
    }

    @Override
    public void objectEnd() {
        end();
    }

    @Override
    public void arrayEnd() {
        end();
    }

    @Override
    public void stringStart() {
        begin("");
        inText = true;
        text.setLength(0);
        textLength = 0;
    }

    @Override
    public void text(CharSequence buffer, int start, int end) {
        int room = LONGEST - text.length();
        text.append(buffer, start, Math.min(end, start + Math.max(room, 0)));
        textLength += end - start;
    }

    @Override
    public void number(CharSequence literal) {
        begin(literal.toString());
    }

    @Override
    public void bool(boolean flag) {
        begin(Boolean.toString(flag));
    }

    @Override
    public void nullValue() {
        begin("null");
    }
}
