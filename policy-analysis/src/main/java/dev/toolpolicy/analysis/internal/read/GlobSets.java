package dev.toolpolicy.analysis.internal.read;

import dev.toolpolicy.analysis.internal.automaton.glob.Globs;
import dev.toolpolicy.schema.NormalPath;

/** The sets of strings and paths that globs match. Thread-safe. */
public final class GlobSets {
    /** Ample for a long list; a set takes one or two kilobytes. */
    private static final int MOST = 1_500;

    private static final KeptSets<Key, ValueSet> KEPT = new KeptSets<>(MOST, GlobSets::made);

    private GlobSets() {}

    private record Key(String glob, boolean isPath, NormalPath.Form form, boolean folds) {}

    /**
     * Returns the set of a glob, which is kept for a while.
     *
     * @param isPath whether its values are paths
     * @throws dev.toolpolicy.analysis.internal.automaton.pattern.TextSyntaxException if it is not a valid glob
     * @throws dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException if it exceeds a limit
     */
    public static ValueSet of(String glob, boolean isPath, NormalPath.Form form, boolean ignoresCase) {
        return KEPT.of(new Key(glob, isPath, form, ignoresCase));
    }

    private static ValueSet made(Key key) {
        return new ValueSet.Matching(
                key.isPath ? Globs.onPaths(key.glob, key.form, key.folds) : Globs.onStrings(key.glob, key.folds));
    }
}
