package dev.toolpolicy.runtime.rule;

import dev.toolpolicy.runtime.fault.UserCode;
import dev.toolpolicy.schema.NormalPath;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How paths are judged: their normal form, the workspace that calls may not leave unattended, and where links lead.
 * Immutable.
 */
public final class PathSettings {
    private static final Logger LOG = System.getLogger(PathSettings.class.getName());
    private static final PathSettings PLAIN = new PathSettings(NormalPath.Form.PLAIN, null, Set.of());

    private final NormalPath.Form form;
    private final @Nullable LinkResolver links;
    private final boolean hasWorkspace;
    private final Set<Path> files;
    private final @Nullable GuardedFiles guarded;

    private PathSettings(NormalPath.Form form, @Nullable LinkResolver links, Set<Path> files) {
        this.form = Objects.requireNonNull(form, "form");
        this.hasWorkspace = form.workspace().isPresent();
        this.links = links;
        this.files = Set.copyOf(files);
        this.guarded = files.isEmpty() ? null : GuardedFiles.of(files, form);
    }

    /**
     * By their text alone, with {@code /} between components, and without a workspace.
     *
     * @return the settings
     */
    public static PathSettings plain() {
        return PLAIN;
    }

    /**
     * These settings with another normal form. If it has a workspace, a call with a path that is outside is never
     * unattended.
     *
     * @param changed the form
     * @return the changed settings
     */
    public PathSettings form(NormalPath.Form changed) {
        return new PathSettings(changed, links, files);
    }

    /**
     * These settings with a resolver of links. Each path then counts in both forms: a rule that answers
     * {@code unattended} needs both, any other holds if either does.
     *
     * @param resolver says where a path really leads
     * @return the changed settings
     */
    public PathSettings links(LinkResolver resolver) {
        return new PathSettings(form, Objects.requireNonNull(resolver, "resolver"), files);
    }

    /**
     * These settings with files that no call may name unattended, in place of earlier ones: those that say what calls
     * may do.
     *
     * @param changed the files; relative ones start where this process does
     * @return the changed settings
     */
    public PathSettings guarding(Collection<Path> changed) {
        return new PathSettings(form, links, Set.copyOf(changed));
    }

    /**
     * The normal form.
     *
     * @return the form
     */
    public NormalPath.Form form() {
        return form;
    }

    /** Whether some paths keep a call from running unattended. */
    boolean guards() {
        return links != null || guarded != null || hasWorkspace;
    }

    /**
     * Whether a path in one of its forms keeps its call from running unattended: it leads out of the workspace or names
     * a guarded file.
     *
     * @param path the path
     * @param staysBelow whether it stays below the workspace, if there is one
     */
    boolean isAgainst(CharSequence path, boolean staysBelow) {
        return hasWorkspace && !staysBelow || guarded != null && guarded.isNamedBy(path.toString());
    }

    /**
     * Whether links are resolved.
     *
     * @return true if a resolver is set
     */
    public boolean resolvesLinks() {
        return links != null;
    }

    /** Where a path really leads, in normal form; empty if that can't be told. */
    Optional<NormalPath> resolve(String path) {
        LinkResolver resolver = links;
        return resolver == null
                ? Optional.of(form.of(path))
                : UserCode.get(LOG, Level.WARNING, "resolving the links of a path failed; its call will not run unattended",
                        () -> resolver.resolve(path).map(form::of), Optional::empty);
    }
}
