package dev.toolpolicy.runtime.internal.decide;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The position of a text in the trie of the rules' pointers: the places of the next value and of the containers around
 * it; none where no rule applies. Not thread-safe.
 */
public final class PlaceCursor {
    private final List<@Nullable Place> open = new ArrayList<>();
    private @Nullable Place next;

    public PlaceCursor(Place root) {
        next = root;
    }

    /** Returns the place of the current or next value. */
    @Nullable
    public Place next() {
        return next;
    }

    /** Returns how many containers are open. */
    public int depth() {
        return open.size();
    }

    /** Enters an object and returns its place. */
    @Nullable
    public Place openObject() {
        Place place = next;
        open.add(place);
        next = null;
        return place;
    }

    /** Enters an array and returns its place. */
    @Nullable
    public Place openArray() {
        Place place = openObject();
        toElement();
        return place;
    }

    /** Enters a member of the open object. */
    public void toMember(String name) {
        next = member(name);
    }

    /** Moves to a member of the open object and returns its place. */
    @Nullable
    public Place member(String name) {
        Place object = container();
        return object == null ? null : object.property(name);
    }

    /** Returns the innermost container closes, whose place this is. */
    @Nullable
    public Place close() {
        return open.remove(open.size() - 1);
    }

    /** Ends a value; in an array another element may follow. */
    public void toElement() {
        Place container = container();
        next = container == null ? null : container.elements();
    }

    private @Nullable Place container() {
        return open.isEmpty() ? null : open.get(open.size() - 1);
    }
}
