package dev.toolpolicy.agents.importing;

import dev.toolpolicy.runtime.call.PathSettings;

/** The paths with which a written policy is checked. */
final class ImportedPaths {
    /** A home directory that no rule names, so that no rule is dead because of where it is. */
    static final PathSettings ANY = PathSettings.plain().withHome("/.home-that-is-not-known", false);

    private ImportedPaths() {}
}
