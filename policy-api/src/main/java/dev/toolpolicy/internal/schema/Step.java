package dev.toolpolicy.internal.schema;

/** One step from a value to the values below it. */
public sealed interface Step {

    /**
     * The step to the property of a name.
     *
     * @param name the unescaped name
     */
    record Property(String name) implements Step {
        @Override
        public boolean equals(Object other) { // written out: the record's own must be linked in each new process
            return other instanceof Property property && name.equals(property.name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    /** The step to every element of an array. */
    record Elements() implements Step {}
}
