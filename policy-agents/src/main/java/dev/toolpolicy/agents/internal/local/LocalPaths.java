package dev.toolpolicy.agents.internal.local;

import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.NormalPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;

/** The paths of calls that run on this machine: a workspace, the user's home, and the links there are. Immutable. */
public final class LocalPaths {
    private final Path workspace;
    private final Path realWorkspace;
    private final Path home;

    /**
     * Creates paths.
     *
     * @param workspace the folder that calls may not leave without approval
     * @param home what {@code ~/} means
     * @throws IOException if the workspace doesn't exist
     */
    public LocalPaths(Path workspace, Path home) throws IOException {
        this.workspace = workspace.toAbsolutePath().normalize();
        try {
            this.realWorkspace = this.workspace.toRealPath();
        } catch (IOException e) {
            throw new IOException("the workspace " + this.workspace + " doesn't exist or can't be read", e);
        }
        this.home = home.toAbsolutePath().normalize();
    }

    /** Returns whether a directory is the workspace or below it, through links too. */
    public boolean contains(Path directory) {
        try {
            return directory.toRealPath().startsWith(realWorkspace);
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Returns the engine's settings. Tools expand {@code ~/} and follow links.
     *
     * @param guarded the files and folders that no call may name without approval
     */
    public PathSettings settings(Collection<Path> guarded) {
        return PathSettings.plain()
                .withForm(NormalPath.Form.PLAIN.inWorkspace(workspace.toString()))
                .withHome(home.toString(), true)
                .withLinks(workspace)
                .withFiles(workspace)
                .withGuarded(guarded);
    }
}
