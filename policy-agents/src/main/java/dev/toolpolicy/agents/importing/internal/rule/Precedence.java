package dev.toolpolicy.agents.importing.internal.rule;

import dev.toolpolicy.annotation.Mode;
import java.util.List;

/** The order in which matching rules decide. */
public enum Precedence {
    /** Denying before asking before allowing rules, wherever they stand. */
    DENY_ASK_ALLOW(List.of(Mode.DENY, Mode.ASK, Mode.ALLOW)),
    /** Denying before allowing before asking rules, wherever they stand. */
    DENY_ALLOW_ASK(List.of(Mode.DENY, Mode.ALLOW, Mode.ASK)),
    /** The first rule of the list. */
    FIRST(List.of()),
    /** The last rule of the list. */
    LAST(List.of());

    private final List<Mode> order;

    Precedence(List<Mode> order) {
        this.order = order;
    }

    /** Returns the modes in the order in which they decide; empty if the order of rules decides. */
    public List<Mode> order() {
        return order;
    }
}
