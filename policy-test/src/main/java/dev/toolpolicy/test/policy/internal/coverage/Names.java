package dev.toolpolicy.test.policy.internal.coverage;

import dev.toolpolicy.runtime.internal.load.ToolNames;

/** The names of tools and their patterns. Stateless. */
final class Names {
    private Names() {}

    /** Returns whether a name, or a pattern, means a tool. A denial may name the pattern itself. */
    static boolean fits(String nameOrPattern, String tool) {
        return nameOrPattern.equals(tool) || ToolNames.isPattern(nameOrPattern) && ToolNames.fits(nameOrPattern, tool);
    }
}
