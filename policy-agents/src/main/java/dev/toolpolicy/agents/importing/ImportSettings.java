package dev.toolpolicy.agents.importing;

import dev.toolpolicy.agents.importing.internal.syntax.ReadSettings;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Settings of an import: facts that a permission list doesn't contain. Immutable.
 */
public final class ImportSettings {
    private static final ImportSettings DEFAULTS = new ImportSettings("", "", Optional.empty(), false, false, false);

    private final String workspace;
    private final String home;
    private final Optional<Scope> scope;
    private final boolean hostDefaults;
    private final boolean intended;
    private final boolean withoutHooks;

    private ImportSettings(
            String workspace,
            String home,
            Optional<Scope> scope,
            boolean hostDefaults,
            boolean intended,
            boolean withoutHooks) {
        this.workspace = workspace;
        this.home = home;
        this.scope = scope;
        this.hostDefaults = hostDefaults;
        this.intended = intended;
        this.withoutHooks = withoutHooks;
    }

    /** The owner of a file. */
    public enum Scope {
        /** The project's: its paths begin at the workspace. */
        PROJECT,
        /** The user's: some hosts let its paths begin at their folder in the home directory. */
        USER
    }

    /** Returns settings without a workspace and a home directory, for files whose paths say whose they are. */
    public static ImportSettings defaults() {
        return DEFAULTS;
    }

    /** Returns these settings with another workspace, an absolute path. */
    public ImportSettings workspace(Path root) {
        return new ImportSettings(text(root), home, scope, hostDefaults, intended, withoutHooks);
    }

    /**
     * Returns these settings with another home directory, an absolute path. Without it, rules about paths behind
     * {@code ~} can't be said.
     */
    public ImportSettings home(Path directory) {
        return new ImportSettings(workspace, text(directory), scope, hostDefaults, intended, withoutHooks);
    }

    private static String text(Path path) {
        if (!path.isAbsolute()) {
            throw new IllegalArgumentException("the path must be absolute, was " + path);
        }
        return path.normalize().toString().replace('\\', '/');
    }

    /** Returns these settings with the owner of the files. By default, those below {@code ~/} are the user's. */
    public ImportSettings scope(Scope newScope) {
        return new ImportSettings(workspace, home, Optional.of(newScope), hostDefaults, intended, withoutHooks);
    }

    /**
     * Returns these settings with or without the host's own defaults as rules behind those of the list. They are left
     * out by default.
     */
    public ImportSettings hostDefaults(boolean added) {
        return new ImportSettings(workspace, home, scope, added, intended, withoutHooks);
    }

    /**
     * Returns settings that say whether rules that deny or ask and have no effect in the host are imported as they were
     * meant. Rules that allow never are.
     */
    public ImportSettings intended(boolean asIntended) {
        return new ImportSettings(workspace, home, scope, hostDefaults, asIntended, withoutHooks);
    }

    /**
     * Returns settings that say whether rules allow calls of tools that a hook of the host may stop. By default such
     * calls ask, because no hook is imported.
     */
    public ImportSettings withoutHooks(boolean ignored) {
        return new ImportSettings(workspace, home, scope, hostDefaults, intended, ignored);
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
        return scope.map(Scope.PROJECT::equals).orElseGet(() -> {
            String full = text(Path.of(name).toAbsolutePath());
            boolean inWorkspace = !workspace.isEmpty() && full.startsWith(workspace + "/");
            boolean inHome = Stream.of(home, System.getProperty("user.home", ""))
                    .anyMatch(directory -> !directory.isEmpty() && full.startsWith(directory + "/."));
            return inWorkspace || !inHome;
        });
    }
}
