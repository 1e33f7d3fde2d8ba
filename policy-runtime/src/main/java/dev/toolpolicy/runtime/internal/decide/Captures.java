package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.runtime.internal.read.CheckedVisitor;
import dev.toolpolicy.runtime.internal.read.ValueAggregator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The open containers whose complete value rules need. Each collects its content. Not thread-safe. */
final class Captures implements CheckedVisitor {
    private final List<Capture> open = new ArrayList<>();

    /**
     * A container that is being collected.
     *
     * @param place where it is
     * @param depth how many containers are open with it
     */
    record Capture(Place place, int depth, ValueAggregator values) {}

    /** Begins to collect a container at a depth; its own events follow. */
    void begin(Place place, int depth) {
        open.add(new Capture(place, depth, new ValueAggregator()));
    }

    /** Ends the container at a depth and returns what was collected; null if nothing was. */
    @Nullable
    Capture end(int depth) {
        int last = open.size() - 1;
        return last >= 0 && open.get(last).depth() == depth ? open.remove(last) : null;
    }

    @Override
    public void objectStart() {
        for (int i = 0; i < open.size(); i++) {
            open.get(i).values().objectStart();
        }
    }

    @Override
    public void name(String name) {
        for (int i = 0; i < open.size(); i++) {
            open.get(i).values().name(name);
        }
    }

    @Override
    public void objectEnd() {
        for (int i = 0; i < open.size(); i++) {
            open.get(i).values().objectEnd();
        }
    }

    @Override
    public void arrayStart() {
        for (int i = 0; i < open.size(); i++) {
            open.get(i).values().arrayStart();
        }
    }

    @Override
    public void arrayEnd() {
        for (int i = 0; i < open.size(); i++) {
            open.get(i).values().arrayEnd();
        }
    }

    @Override
    public void stringStart() {
        for (int i = 0; i < open.size(); i++) {
            open.get(i).values().stringStart();
        }
    }

    @Override
    public void text(CharSequence buffer, int start, int end) {
        for (int i = 0; i < open.size(); i++) {
            open.get(i).values().text(buffer, start, end);
        }
    }

    @Override
    public void stringEnd() {
        for (int i = 0; i < open.size(); i++) {
            open.get(i).values().stringEnd();
        }
    }

    @Override
    public void number(CharSequence literal) {
        for (int i = 0; i < open.size(); i++) {
            open.get(i).values().number(literal);
        }
    }

    @Override
    public void bool(boolean value) {
        for (int i = 0; i < open.size(); i++) {
            open.get(i).values().bool(value);
        }
    }

    @Override
    public void nullValue() {
        for (int i = 0; i < open.size(); i++) {
            open.get(i).values().nullValue();
        }
    }
}
