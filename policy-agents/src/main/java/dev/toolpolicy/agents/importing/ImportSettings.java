package dev.toolpolicy.agents.importing;

import dev.toolpolicy.agents.importing.internal.syntax.ReadSettings;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The settings of an import: facts that a permission list doesn't contain. Immutable. */
final class ImportSettings {
    private static final ImportSettings DEFAULTS = new ImportSettings("", "", Optional.empty(), false, false, false);

    private final String workspace;
    private final String home;
    private final Optional<Boolean> users;
    private final boolean hostDefaults;
    private final boolean intended;
    private final boolean withoutHooks;

    private ImportSettings(
            String workspace,
            String home,
            Optional<Boolean> users,
            boolean hostDefaults,
            boolean intended,
            boolean withoutHooks) {
        this.workspace = workspace;
        this.home = home;
        this.users = users;
        this.hostDefaults = hostDefaults;
        this.intended = intended;
        this.withoutHooks = withoutHooks;
    }

    /** Returns settings without a workspace and a home directory, for files whose paths say whose they are. */
    static ImportSettings defaults() {
        return DEFAULTS;
    }

    ImportSettings withWorkspace(Path root) {
        return new ImportSettings(text(root), home, users, hostDefaults, intended, withoutHooks);
    }

    ImportSettings withHome(Path directory) {
        return new ImportSettings(workspace, text(directory), users, hostDefaults, intended, withoutHooks);
    }

    private static String text(Path path) {
        if (!path.isAbsolute()) {
            throw new IllegalArgumentException("the path must be absolute, was " + path);
        }
        return path.normalize().toString().replace('\\', '/');
    }

    ImportSettings withUserFiles(boolean all) {
        return new ImportSettings(workspace, home, Optional.of(all), hostDefaults, intended, withoutHooks);
    }

    ImportSettings withHostDefaults(boolean added) {
        return new ImportSettings(workspace, home, users, added, intended, withoutHooks);
    }

    ImportSettings withIntendedRules(boolean asIntended) {
        return new ImportSettings(workspace, home, users, hostDefaults, asIntended, withoutHooks);
    }

    ImportSettings withoutHooks(boolean ignored) {
        return new ImportSettings(workspace, home, users, hostDefaults, intended, ignored);
    }

    boolean ignoresHooks() {
        return withoutHooks;
    }

    boolean addsHostDefaults() {
        return hostDefaults;
    }

    ReadSettings reading() {
        return new ReadSettings(workspace, home, true, intended);
    }

    /** Returns whether a file is the project's: not if it is in a hidden folder of a home directory. */
    boolean isProject(String name) {
        return users.map(all -> !all).orElseGet(() -> {
            String full = text(Path.of(name).toAbsolutePath());
            boolean inWorkspace = !workspace.isEmpty() && full.startsWith(workspace + "/");
            boolean inHome = Stream.of(home, System.getProperty("user.home", ""))
                    .anyMatch(directory -> !directory.isEmpty() && full.startsWith(directory + "/."));
            return inWorkspace || !inHome;
        });
    }
}
