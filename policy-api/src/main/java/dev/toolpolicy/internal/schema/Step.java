package dev.toolpolicy.internal.schema;

import org.jspecify.annotations.Nullable;

/** One step from a value to the values below it. */
public sealed interface Step {

    /**
     * The step to the property of a name.
     *
     * @param name the unescaped name
     */
    record Property(String name) implements Step {
        // By hand, as those of other values that are hashed at an engine's start: a record's are linked at run
        // time.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Property that && name.equals(that.name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    /** The step to every element of an array. */
    record Elements() implements Step {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Elements;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }
}
