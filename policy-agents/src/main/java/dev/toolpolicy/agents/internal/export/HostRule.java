package dev.toolpolicy.agents.internal.export;

import dev.toolpolicy.annotation.Mode;

/**
 * A rule in a host's list.
 *
 * @param mode what it answers: never {@link Mode#EDIT}
 * @param text what it is about, in the host's syntax
 */
record HostRule(Mode mode, String text) {
    @Override
    public String toString() {
        return mode.word() + " " + text;
    }
}
