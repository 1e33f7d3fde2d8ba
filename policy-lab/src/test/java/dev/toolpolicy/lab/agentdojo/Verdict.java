package dev.toolpolicy.lab.agentdojo;

import dev.toolpolicy.annotation.Mode;

/**
 * The decision on one call.
 *
 * @param mode what the policy says; a call that a limit or a requirement stops, or whose arguments are invalid, is denied
 * @param read how many characters of the argument text had been read when it was certain
 * @param length how many characters the text has
 * @param nanos the time that the decision on the whole text took
 */
record Verdict(Mode mode, long read, long length, long nanos) {
    boolean allowed() {
        return mode == Mode.ALLOW;
    }

    /** Returns whether a person is asked, to approve the call or to change it. */
    boolean asks() {
        return mode == Mode.ASK || mode == Mode.EDIT;
    }

    boolean denied() {
        return mode == Mode.DENY;
    }
}
