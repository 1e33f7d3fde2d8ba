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

    /**
     * Returns settings without a workspace and a home directory, for files whose paths say whose they are.
     *
     * @return the default settings
     */
    public static ImportSettings defaults() {
        return DEFAULTS;
    }

    /**
     * Sets the workspace.
     *
     * @param root its absolute path
     * @return a copy with this workspace
     */
    public ImportSettings workspace(Path root) {
        return new ImportSettings(text(root), home, scope, hostDefaults, intended, withoutHooks);
    }

    /**
     * Sets the home directory. Without it, rules about paths behind {@code ~} can't be said.
     *
     * @param directory its absolute path
     * @return a copy with this home directory
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

    /**
     * Sets whose the files are. By default their paths say it: those below {@code ~/} are the user's.
     *
     * @param newScope whose they are
     * @return a copy with this scope
     */
    public ImportSettings scope(Scope newScope) {
        return new ImportSettings(workspace, home, Optional.of(newScope), hostDefaults, intended, withoutHooks);
    }

    /**
     * Sets whether the host's own defaults are added as rules behind those of the list. They are left out by default.
     *
     * @param added true to add them
     * @return a copy with this setting
     */
    public ImportSettings hostDefaults(boolean added) {
        return new ImportSettings(workspace, home, scope, added, intended, withoutHooks);
    }

    /**
     * Sets whether rules that deny or ask and have no effect in the host are imported as they were meant. Rules that
     * allow never are.
     *
     * @param asIntended true to import them
     * @return a copy with this setting
     */
    public ImportSettings intended(boolean asIntended) {
        return new ImportSettings(workspace, home, scope, hostDefaults, asIntended, withoutHooks);
    }

    /**
     * Sets whether rules allow calls of tools that a hook of the host may stop. By default such calls ask, because no hook
     * is imported.
     *
     * @param ignored true to allow them
     * @return a copy with this setting
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
