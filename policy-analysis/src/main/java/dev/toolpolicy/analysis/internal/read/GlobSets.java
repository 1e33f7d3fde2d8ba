package dev.toolpolicy.analysis.internal.read;

import dev.toolpolicy.analysis.internal.automaton.glob.Globs;
import dev.toolpolicy.schema.NormalPath;
import java.util.List;

/** The sets of strings and paths that globs match. Thread-safe. */
public final class GlobSets {
    /** Ample for a long list; a set takes one or two kilobytes. */
    private static final int MOST = 1_500;

    private static final KeptSets<ValueSet> KEPT = new KeptSets<>(MOST);

    private GlobSets() {}

    /**
     * Returns the set of a glob, which is kept for a while.
     *
     * @param isPath whether its values are paths
     * @throws dev.toolpolicy.analysis.internal.automaton.pattern.TextSyntaxException if it is not a valid glob
     * @throws dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException if it exceeds a limit
     */
    public static ValueSet of(String glob, boolean isPath, NormalPath.Form form, boolean ignoresCase) {
        return KEPT.of(
                List.of(glob, isPath, form, ignoresCase),
                () -> new ValueSet.Matching(
                        isPath ? Globs.onPaths(glob, form, ignoresCase) : Globs.onStrings(glob, ignoresCase)));
    }
}
