package dev.toolpolicy.runtime.internal.read;

import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The open arrays and objects, from the root inwards, with the position in each. */
final class OpenContainers {
    private static final int OBJECT = -1;
    /** A set of more names isn't kept, since to clear it takes as long as it ever was large. */
    private static final int KEPT_NAMES = 64;

    /** The levels of nesting: those that are open, and those that were open before. */
    private final List<Level> levels = new ArrayList<>();

    private int depth;

    /** A level of nesting, for one container after the other. */
    private static final class Level {
        /** In an array the index of the current element; in an object {@link #OBJECT}. */
        private int index;
        /** In an object the current property's name. */
        private @Nullable String name;
        /** The names that the object has had. A million with equal hashes are found as fast: the set keeps those sorted. */
        private Set<String> seen = new HashSet<>();
    }

    int depth() {
        return depth;
    }

    private Level last() {
        return levels.get(depth - 1);
    }

    boolean inArray() {
        return last().index >= 0;
    }

    void pushArray() {
        push(0);
    }

    void pushObject() {
        push(OBJECT);
    }

    private void push(int index) {
        if (depth == levels.size()) {
            levels.add(new Level());
        }
        levels.get(depth++).index = index;
    }

    void pop() {
        Level left = levels.get(--depth);
        left.name = null;
        if (left.seen.size() > KEPT_NAMES) {
            left.seen = new HashSet<>();
        } else {
            left.seen.clear();
        }
    }

    void nextElement() {
        last().index++;
    }

    /** Makes this the current name; false if the object has had it already. */
    boolean nextName(String name) {
        last().name = name;
        return last().seen.add(name);
    }

    /**
     * Returns the place as a JSON Pointer: of the current value in the innermost container, or of that container
     * itself.
     */
    String pointer(boolean ofCurrentValue) {
        StringBuilder pointer = new StringBuilder();
        for (int level = 0; level < (ofCurrentValue ? depth : depth - 1); level++) {
            String name = levels.get(level).name;
            int index = levels.get(level).index;
            pointer.append('/').append(name == null ? Integer.toString(index) : ArgumentPointer.escape(name));
        }
        return pointer.toString();
    }
}
