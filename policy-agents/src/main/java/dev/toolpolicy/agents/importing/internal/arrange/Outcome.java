package dev.toolpolicy.agents.importing.internal.arrange;

import dev.toolpolicy.agents.importing.internal.rule.Fidelity;
import dev.toolpolicy.agents.importing.internal.rule.Translation;
import java.util.List;

/** The outcome of a rule over all its tools. Not thread-safe. */
public final class Outcome {
    private Translation worst = new Translation(List.of(), Fidelity.INERT, "it names no tool", "");
    private boolean carried;
    private boolean said;
    private String shadow = "";
    private String lost = "";

    /** Adds what was said for a tool. The worst counts; a tool that the rule can't be about doesn't. */
    void said(Translation each) {
        boolean first = !said && worst.fate() == Fidelity.INERT;
        boolean inert = each.fate() == Fidelity.INERT;
        if (first || !inert && (worst.fate() == Fidelity.INERT || each.fate().compareTo(worst.fate()) > 0)) {
            worst = each;
        }
        said |= !inert;
    }

    /**
     * Says that a rule of one mode for the whole tool decides first.
     *
     * @param stop the rule that stops calls and couldn't be said, if it is such a one; empty if not
     */
    void shadowed(String tool, String stop) {
        shadow = tool;
        lost = stop;
    }

    void carried() {
        carried = true;
    }

    /** Returns the fate. */
    public Fidelity fate() {
        return !isShadowed() ? worst.fate() : lost.isEmpty() ? Fidelity.INERT : Fidelity.STRICTER;
    }

    private boolean isShadowed() {
        return !carried && !shadow.isEmpty() && worst.fate() != Fidelity.REFUSED;
    }

    /** Returns why, in one sentence; empty if there is nothing to say. */
    public String why() {
        if (!isShadowed()) {
            return worst.why();
        }
        return lost.isEmpty()
                ? "a rule that decides every call of " + shadow + " comes before it"
                : overruled(shadow, lost);
    }

    /** Returns why a rule doesn't count behind one that stops calls and couldn't be said. */
    public static String overruled(String tool, String stop) {
        return "no call of " + tool + " is allowed, since \"" + stop + "\" can't be said";
    }

    /** Returns an example of a call that is decided otherwise; empty if there is none. */
    public String example() {
        return isShadowed() ? "" : worst.example();
    }
}
