package dev.toolpolicy.runtime.internal.read;

import dev.toolpolicy.schema.ArgumentPointer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The open arrays and objects, from the root inwards, with the position in each. */
final class OpenContainers {
    private static final int INITIAL_CAPACITY = 8;
    private static final int OBJECT = -1;

    /** In an array the index of the current element; in an object {@link #OBJECT}. */
    private int[] indexes = new int[INITIAL_CAPACITY];
    /** In an object the current property's name. */
    private @Nullable String[] names = new String[INITIAL_CAPACITY];
    /** The names each object has had; made when an object first opens at its level, then kept for others there. */
    private @Nullable NameSet[] seen = new NameSet[INITIAL_CAPACITY];

    private int depth;

    int depth() {
        return depth;
    }

    boolean inArray() {
        return indexes[depth - 1] >= 0;
    }

    void pushArray() {
        push(0);
    }

    void pushObject() {
        push(OBJECT);
        NameSet names = seen[depth - 1];
        if (names == null) {
            seen[depth - 1] = new NameSet();
        }
    }

    private void push(int index) {
        if (depth == indexes.length) {
            indexes = Arrays.copyOf(indexes, depth * 2);
            names = Arrays.copyOf(names, depth * 2);
            seen = Arrays.copyOf(seen, depth * 2);
        }
        indexes[depth++] = index;
    }

    void pop() {
        depth--;
        if (indexes[depth] == OBJECT) {
            names[depth] = null;
            NameSet names = seen[depth];
            if (names != null) {
                names.clear();
            }
        }
    }

    void nextElement() {
        indexes[depth - 1]++;
    }

    /** Makes this the current name; false if the object has had it already. */
    boolean nextName(String name) {
        names[depth - 1] = name;
        NameSet names = seen[depth - 1];
        return names == null || names.add(name);
    }

    /**
     * Returns the place as a JSON Pointer: of the current value in the innermost container, or of that container
     * itself.
     */
    String pointer(boolean ofCurrentValue) {
        StringBuilder pointer = new StringBuilder();
        for (int level = 0; level < (ofCurrentValue ? depth : depth - 1); level++) {
            String name = names[level];
            pointer.append('/').append(name == null ? Integer.toString(indexes[level]) : ArgumentPointer.escape(name));
        }
        return pointer.toString();
    }
}
