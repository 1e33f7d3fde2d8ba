package dev.toolpolicy.cli.internal.command;

import dev.toolpolicy.runtime.argument.PathSettings;
import picocli.CommandLine.Option;

/** The options that say how the service reads paths. */
public final class PathOptions {
    @Option(names = "--windows", description = "The service takes paths as Windows does.")
    private boolean windows;

    @Option(names = "--ignore-case", description = "The service ignores the case of paths.")
    private boolean ignoreCase;

    @Option(names = "--workspace", paramLabel = "DIR", description = "The service's workspace, an absolute path.")
    private String workspace = "";

    @Option(
            names = "--home",
            paramLabel = "DIR",
            description = "The directory that ~/ means in rules and calls, an absolute path.")
    private String home = "";

    /**
     * Returns the settings.
     *
     * @throws UsageException if a directory is not an absolute path
     */
    public PathSettings settings() throws UsageException {
        PathSettings settings = PathSettings.plain();
        if (windows) {
            settings = settings.form(settings.form().withWindowsNames());
        }
        if (ignoreCase) {
            settings = settings.form(settings.form().ignoringCase());
        }
        if (!workspace.isEmpty()) {
            settings = inWorkspace(settings);
        }
        return home.isEmpty() ? settings : atHome(settings);
    }

    private PathSettings inWorkspace(PathSettings settings) throws UsageException {
        try {
            return settings.form(settings.form().inWorkspace(workspace));
        } catch (IllegalArgumentException e) {
            throw new UsageException("--workspace needs an absolute path, such as --workspace /home/me/project");
        }
    }

    private PathSettings atHome(PathSettings settings) throws UsageException {
        try {
            return settings.home(home, true);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--home needs an absolute path, such as --home /home/me");
        }
    }
}
