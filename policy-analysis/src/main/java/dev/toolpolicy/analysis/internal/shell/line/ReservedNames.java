package dev.toolpolicy.analysis.internal.shell.line;

import java.util.Set;

/** The words that shells reserve, so that no plain command is named like one. */
public final class ReservedNames {
    public static final Set<String> ALL = Set.of(("if then elif else fi for while until do done case esac in select"
                    + " function coproc time { } ! [[ ]] repeat foreach end nocorrect")
            .split(" "));

    /** The characters that no plain command has in its name. */
    public static final String CHARACTERS = "=<>{}%^~#";

    private ReservedNames() {}
}
