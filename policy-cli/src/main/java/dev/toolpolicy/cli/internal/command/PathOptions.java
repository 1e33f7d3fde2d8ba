package dev.toolpolicy.cli.internal.command;

import dev.toolpolicy.runtime.call.PathSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that say how the service reads paths. */
public final class PathOptions {
    private static final String SOME_HOME = "/~home~";

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

    @Option(
            names = "--files",
            paramLabel = "DIR",
            description = "The folder of the files that unless_new and fresh look at. Without it, no file counts as new"
                    + " or unchanged.")
    private Optional<Path> files = Optional.empty();

    /**
     * Returns the settings for judging policies. Without {@code --home}, the home directory is one that no file names.
     *
     * @throws UsageException if a directory is not an absolute path
     */
    PathSettings judging() throws UsageException {
        PathSettings settings = settings();
        return home.isEmpty() ? settings.withForm(settings.form().withHome(SOME_HOME)) : settings;
    }

    /**
     * Returns the settings for deciding calls.
     *
     * @throws UsageException if a directory is not an absolute path
     */
    PathSettings settings() throws UsageException {
        PathSettings settings = plain();
        if (windows) {
            settings = settings.withForm(settings.form().withWindowsNames());
        }
        if (ignoreCase) {
            settings = settings.withForm(settings.form().ignoringCase());
        }
        if (!workspace.isEmpty()) {
            settings = inWorkspace(settings);
        }
        return home.isEmpty() ? settings : atHome(settings);
    }

    private PathSettings plain() throws UsageException {
        if (files.isEmpty()) {
            return PathSettings.plain().withFiles(path -> true, path -> Optional.empty()); // nothing is known of files
        }
        if (!Files.isDirectory(files.get())) {
            throw new UsageException("--files needs a folder; " + files.get() + " is none");
        }
        return PathSettings.plain().withFiles(files.get());
    }

    private PathSettings inWorkspace(PathSettings settings) throws UsageException {
        try {
            return settings.withForm(settings.form().inWorkspace(workspace));
        } catch (IllegalArgumentException e) {
            throw new UsageException("--workspace needs an absolute path, such as --workspace /home/me/project");
        }
    }

    private PathSettings atHome(PathSettings settings) throws UsageException {
        try {
            return settings.withHome(home, true);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--home needs an absolute path, such as --home /home/me");
        }
    }
}
