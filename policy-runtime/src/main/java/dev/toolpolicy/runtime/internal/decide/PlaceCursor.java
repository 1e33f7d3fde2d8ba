package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.runtime.internal.read.CheckedVisitor;
import dev.toolpolicy.runtime.internal.read.ValueAggregator;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The position of a text in the trie of the rules' pointers: the places of the next value and of the containers around
 * it; none where no rule applies. It collects the containers whose complete value rules need. Not thread-safe.
 */
final class PlaceCursor {
    private static final CheckedVisitor NOTHING = new CheckedVisitor() {};

    private final List<@Nullable Place> open = new ArrayList<>();
    private @Nullable Place next;
    /** The depths of the open containers that are collected: the outermost with all its content, the others as its parts. */
    private final BitSet collected = new BitSet();

    private ValueAggregator values = new ValueAggregator();

    PlaceCursor(Place root) {
        next = root;
    }

    /** Returns the place of the current or next value. */
    @Nullable
    Place next() {
        return next;
    }

    /** Collects the innermost container; its own events follow. */
    void collect() {
        if (collected.isEmpty()) {
            values = new ValueAggregator();
        }
        collected.set(open.size());
    }

    /** Returns what collects the content: nothing does while no open container is collected. */
    CheckedVisitor content() {
        return collected.isEmpty() ? NOTHING : values;
    }

    /** Enters an object and returns its place. */
    @Nullable
    Place openObject() {
        Place place = next;
        open.add(place);
        next = null;
        return place;
    }

    /** Enters an array and returns its place. */
    @Nullable
    Place openArray() {
        Place place = openObject();
        toElement();
        return place;
    }

    /** Enters a member of the open object. */
    void toMember(String name) {
        next = member(name);
    }

    /** Moves to a member of the open object and returns its place. */
    @Nullable
    Place member(String name) {
        Place object = container();
        return object == null ? null : object.property(name);
    }

    /** Leaves the innermost container and returns its place. Tells the rules of its value, if it was collected. */
    @Nullable
    Place close(CompoundEvaluation rules) {
        int depth = open.size();
        Place place = open.remove(depth - 1);
        if (place != null && collected.get(depth)) {
            collected.clear(depth);
            rules.container(place, values.latest());
        }
        return place;
    }

    /** Ends a value; in an array another element may follow. */
    void toElement() {
        Place container = container();
        next = container == null ? null : container.elements();
    }

    private @Nullable Place container() {
        return open.isEmpty() ? null : open.get(open.size() - 1);
    }
}
