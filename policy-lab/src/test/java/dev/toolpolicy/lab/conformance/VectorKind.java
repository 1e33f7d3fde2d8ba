package dev.toolpolicy.lab.conformance;

import java.util.Locale;
import java.util.Optional;

/** The kinds of vectors, told by the first word of their file's name. */
enum VectorKind {
    CALLS(new CallVectors(false)),
    CALLS2(new CallVectors(true)),
    RULES(new RuleVectors()),
    RULES2(new RuleListVectors()),
    FLOW_RULES(new FlowRuleVectors()),
    FLOWS(new FlowVectors()),
    SESSIONS(new SessionVectors()),
    FRAGMENTS(new FragmentVectors()),
    SHELL(new ShellVectors());

    private final VectorCheck check;

    VectorKind(VectorCheck check) {
        this.check = check;
    }

    VectorCheck check() {
        return check;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<VectorKind> ofFile(String fileName) {
        for (VectorKind kind : values()) {
            if (fileName.startsWith(kind.word() + "-")) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
