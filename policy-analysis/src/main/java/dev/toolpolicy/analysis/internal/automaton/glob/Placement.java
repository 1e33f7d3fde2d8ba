package dev.toolpolicy.analysis.internal.automaton.glob;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.Places;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.schema.NormalPath;
import java.util.List;
import java.util.stream.IntStream;

/** The places of relative paths in the workspace. Stateless. */
public final class Placement {

    private Placement() {}

    /**
     * Adds to a language of absolute paths the relative ones whose place in the workspace is in it. Paths under the
     * workspace are relative in their normal form, so an absolute rule reaches them only that way.
     *
     * @return the normal forms of all paths whose absolute place is in the language
     */
    public static Language of(Language absolute, NormalPath.Form form) {
        Language onDrive =
                Language.of(TextLanguage.pattern("^[a-z]:"), AutomatonLimits.DEFAULT); // not in the workspace
        return form.workspace()
                .map(root -> Places.below(absolute, directories(root)))
                .map(relative -> absolute.or(form.hasWindowsNames() ? relative.minus(onDrive) : relative))
                .orElse(absolute);
    }

    /** Returns the workspace and the directories above it, up to the root. */
    private static List<String> directories(NormalPath root) {
        int length = root.components().size();
        return IntStream.rangeClosed(0, length)
                .mapToObj(up -> new NormalPath(root.root(), 0, root.components().subList(0, length - up)).toString())
                .toList();
    }
}
