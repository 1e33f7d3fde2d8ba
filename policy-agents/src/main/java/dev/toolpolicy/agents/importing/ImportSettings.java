package dev.toolpolicy.agents.importing;

import dev.toolpolicy.agents.importing.internal.rule.ReadSettings;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The settings of an import: facts that a permission list doesn't contain.
 *
 * @param workspace the absolute path of the workspace's root; empty if it isn't known
 * @param home the absolute path of the home directory; empty if it isn't known
 * @param users whether the files are the user's; empty for files whose paths say whose they are
 * @param addsHostDefaults whether the host's own defaults are added
 * @param intended whether stricter rules without effect are imported as they were meant
 * @param ignoresHooks whether hooks take no allowance away
 */
record ImportSettings(
        String workspace,
        String home,
        Optional<Boolean> users,
        boolean addsHostDefaults,
        boolean intended,
        boolean ignoresHooks) {
    /** Returns settings without a workspace and a home directory, for files whose paths say whose they are. */
    static ImportSettings defaults() {
        return new ImportSettings("", "", Optional.empty(), false, false, false);
    }

    ImportSettings withWorkspace(Path root) {
        return new ImportSettings(text(root), home, users, addsHostDefaults, intended, ignoresHooks);
    }

    ImportSettings withHome(Path directory) {
        return new ImportSettings(workspace, text(directory), users, addsHostDefaults, intended, ignoresHooks);
    }

    private static String text(Path path) {
        if (!path.isAbsolute()) {
            throw new IllegalArgumentException("the path must be absolute, was " + path);
        }
        return path.normalize().toString().replace('\\', '/');
    }

    ImportSettings withUserFiles(boolean all) {
        return new ImportSettings(workspace, home, Optional.of(all), addsHostDefaults, intended, ignoresHooks);
    }

    ImportSettings withHostDefaults(boolean added) {
        return new ImportSettings(workspace, home, users, added, intended, ignoresHooks);
    }

    ImportSettings withIntendedRules(boolean asIntended) {
        return new ImportSettings(workspace, home, users, addsHostDefaults, asIntended, ignoresHooks);
    }

    ImportSettings withoutHooks(boolean ignored) {
        return new ImportSettings(workspace, home, users, addsHostDefaults, intended, ignored);
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
