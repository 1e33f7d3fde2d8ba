package dev.toolpolicy.cli.internal.agents;

import dev.toolpolicy.agents.internal.hook.HookHost;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.internal.text.VisibleText;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that name the agent's settings file. */
final class SettingsOptions {
    @Parameters(
            arity = "0..1",
            paramLabel = "AGENT",
            defaultValue = "claude-code",
            description = "claude-code, codex or gemini. Default: ${DEFAULT-VALUE}.")
    private String agent = "claude-code";

    @Option(names = "--user", description = "Changes the settings of all projects of this user, in the home directory.")
    private boolean user;

    @Option(
            names = "--settings",
            paramLabel = "FILE",
            description = "Changes this settings file. Default: that of the agent in this directory, such as"
                    + " .claude/settings.json.")
    private @Nullable Path file;

    /** Returns the agent. */
    HookHost host() throws UsageException {
        return HookHost.of(agent)
                .orElseThrow(() -> new UsageException(
                        "unknown agent \"" + VisibleText.line(agent) + "\": write claude-code, codex or gemini"));
    }

    /** Returns the file. */
    Path path() throws UsageException {
        if (file != null) {
            return file;
        }
        Path settings = host().settingsFile();
        return user ? Path.of(System.getProperty("user.home")).resolve(settings) : settings;
    }
}
