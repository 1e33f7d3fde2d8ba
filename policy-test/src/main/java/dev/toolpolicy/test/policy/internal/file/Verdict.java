package dev.toolpolicy.test.policy.internal.file;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The decision on a call, as test files write it. */
public enum Verdict {
    ALLOW,
    ASK,
    EDIT,
    DENY,
    INVALID;

    /** Returns the word in test files. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether the call runs if an approver approves it. */
    public boolean mayRun() {
        return this != DENY && this != INVALID;
    }

    /** Returns the verdict of a word; empty if there is none. */
    public static Optional<Verdict> of(String word) {
        return Stream.of(values()).filter(each -> each.word().equals(word)).findFirst();
    }
}
