package dev.toolpolicy.config.importing.internal.arrange;

import dev.toolpolicy.config.importing.internal.form.Said;
import dev.toolpolicy.config.importing.internal.model.Fate;

/** The outcome of a rule over all its tools. Not thread-safe. */
public final class Outcome {
    private Fate fate = Fate.INERT;
    private String why = "";
    private String example = "";
    private boolean carried;
    private boolean said;
    private String shadow = "";

    /** Adds what was said for a tool. The worst counts; a tool that the rule can't be about doesn't. */
    void said(Said each) {
        boolean first = !said && fate == Fate.INERT;
        boolean inert = each.fate() == Fate.INERT;
        if (first || !inert && (fate == Fate.INERT || each.fate().compareTo(fate) > 0)) {
            fate = each.fate();
            why = each.why();
            example = each.example();
        }
        said |= !inert;
    }

    /** Says that a rule of one mode for the whole tool decides first. */
    void shadowed(String tool) {
        shadow = tool;
    }

    void carried() {
        carried = true;
    }

    /** Returns the fate. */
    public Fate fate() {
        return isShadowed() ? Fate.INERT : fate;
    }

    private boolean isShadowed() {
        return !carried && !shadow.isEmpty() && fate != Fate.REFUSED;
    }

    /** Returns why, in one sentence; empty if there is nothing to say. */
    public String why() {
        return isShadowed() ? "a rule that decides every call of " + shadow + " stands before it" : why;
    }

    /** Returns an example of a call that is decided otherwise; empty if there is none. */
    public String example() {
        return isShadowed() ? "" : example;
    }
}
