package dev.toolpolicy.internal.schema;

/** One step from a value to the values below it. */
public sealed interface Step {

    /**
     * The step to the property of a name.
     *
     * @param name the unescaped name
     */
    record Property(String name) implements Step {}

    /** The step to every element of an array. */
    record Elements() implements Step {}
}
