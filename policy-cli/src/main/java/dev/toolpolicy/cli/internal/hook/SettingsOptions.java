package dev.toolpolicy.cli.internal.hook;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name the agent's settings file. */
final class SettingsOptions {
    @Option(
            names = "--user",
            description = "Changes the settings of all projects of this user, ~/.claude/settings.json.")
    private boolean user;

    @Option(
            names = "--settings",
            paramLabel = "FILE",
            description = "Changes this settings file. Default: .claude/settings.json of this directory.")
    private @Nullable Path file;

    /** Returns the file. */
    Path path() {
        if (file != null) {
            return file;
        }
        String settings = ".claude/settings.json";
        return user ? Path.of(System.getProperty("user.home"), settings) : Path.of(settings);
    }
}
