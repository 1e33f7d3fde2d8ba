package dev.toolpolicy.config.importing;

import dev.toolpolicy.runtime.argument.PathSettings;

/** The paths with which a written policy is checked. */
final class ImportedPaths {
    /** Some home directory: what it is doesn't matter to the check. */
    static final PathSettings ANY = PathSettings.plain().home("/home", false);

    private ImportedPaths() {}
}
