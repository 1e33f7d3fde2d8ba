package dev.toolpolicy.runtime.internal.decide;

/** The number of values, or elements, that decide whether something holds. */
enum Count {
    /** The only one, if there is one. */
    ONE,
    /** At least one of them. */
    ANY,
    /** Every one of them, and at least one. */
    ALL;

    /** Returns whether one of them decides, since it satisfies what is looked for or doesn't. */
    boolean settles(boolean holds) {
        return this == ONE || this == ANY == holds;
    }
}
