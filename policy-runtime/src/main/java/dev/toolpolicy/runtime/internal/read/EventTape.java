package dev.toolpolicy.runtime.internal.read;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A recording of a visitor's events of one value, for replay to others. It doesn't change once the value is complete.
 */
final class EventTape implements CheckedVisitor {
    private final List<Consumer<CheckedVisitor>> events = new ArrayList<>();

    /** Tells everything to another visitor. */
    void replay(CheckedVisitor listener) {
        for (Consumer<CheckedVisitor> event : events) {
            event.accept(listener);
        }
    }

    @Override
    public void absent(String name) {
        events.add(listener -> listener.absent(name));
    }

    @Override
    public void objectStart() {
        events.add(CheckedVisitor::objectStart);
    }

    @Override
    public void name(String name) {
        events.add(listener -> listener.name(name));
    }

    @Override
    public void objectEnd() {
        events.add(CheckedVisitor::objectEnd);
    }

    @Override
    public void arrayStart() {
        events.add(CheckedVisitor::arrayStart);
    }

    @Override
    public void arrayEnd() {
        events.add(CheckedVisitor::arrayEnd);
    }

    @Override
    public void stringStart() {
        events.add(CheckedVisitor::stringStart);
    }

    @Override
    public void text(CharSequence buffer, int start, int end) {
        String piece = buffer.subSequence(start, end).toString();
        events.add(listener -> listener.text(piece, 0, piece.length()));
    }

    @Override
    public void stringEnd() {
        events.add(CheckedVisitor::stringEnd);
    }

    @Override
    public void number(CharSequence literal) {
        String copy = literal.toString();
        events.add(listener -> listener.number(copy));
    }

    @Override
    public void bool(boolean value) {
        events.add(listener -> listener.bool(value));
    }

    @Override
    public void nullValue() {
        events.add(CheckedVisitor::nullValue);
    }
}
