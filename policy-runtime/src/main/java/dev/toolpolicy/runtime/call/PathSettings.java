package dev.toolpolicy.runtime.call;

import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.schema.NormalPath;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of paths: their normal form, the workspace that calls may not leave without approval, a resolver of
 * links, and a view of the files. Immutable.
 */
public final class PathSettings {
    private static final Logger LOG = System.getLogger(PathSettings.class.getName());
    private static final PathSettings PLAIN = new PathSettings(NormalPath.Form.PLAIN, false, null, null, Set.of());

    private final NormalPath.Form form;
    private final boolean saysExpansion;
    private final @Nullable LinkResolver links;
    private final @Nullable FileView view;
    private final boolean hasWorkspace;
    private final Set<Path> files;
    private final @Nullable GuardedFiles guarded;

    private PathSettings(
            NormalPath.Form form,
            boolean saysExpansion,
            @Nullable LinkResolver links,
            @Nullable FileView view,
            Set<Path> files) {
        this.form = Objects.requireNonNull(form, "form");
        this.saysExpansion = saysExpansion;
        this.hasWorkspace = form.workspace().isPresent();
        this.links = links;
        this.view = view;
        this.files = Set.copyOf(files);
        this.guarded = files.isEmpty() ? null : GuardedFiles.of(files, form);
    }

    /**
     * Returns settings that compare paths by their text alone, with {@code /} between components, and without a
     * workspace.
     *
     * @return the settings
     */
    public static PathSettings plain() {
        return PLAIN;
    }

    /**
     * Returns these settings with another normal form. If it has a workspace, a call with a path outside of it needs
     * approval.
     *
     * @param newForm the form
     * @return the changed settings
     */
    public PathSettings withForm(NormalPath.Form newForm) {
        return new PathSettings(newForm, saysExpansion || newForm.expandsHome(), links, view, files);
    }

    /**
     * Returns these settings with the home directory that {@code ~/} means in rules.
     *
     * @param directory its absolute path
     * @param expands whether the tools expand {@code ~/} at the start of a path too; if not, {@code ~} is a character
     *     in the paths of calls
     * @return the changed settings
     * @throws IllegalArgumentException if it is not absolute
     */
    public PathSettings withHome(String directory, boolean expands) {
        return new PathSettings(form.withHome(directory).expandingHome(expands), true, links, view, files);
    }

    /**
     * Returns whether these settings say if tools expand {@code ~/} at the start of a path.
     *
     * @return true after {@link #withHome}
     */
    public boolean saysExpansion() {
        return saysExpansion;
    }

    /**
     * Returns these settings with a resolver of links. Each path then counts in both forms: an {@code allow} rule must
     * match both, any other rule applies if it matches one.
     *
     * @param resolver resolves the links of a path
     * @return the changed settings
     */
    public PathSettings withLinks(LinkResolver resolver) {
        return new PathSettings(form, saysExpansion, Objects.requireNonNull(resolver, "resolver"), view, files);
    }

    /**
     * Returns these settings with a view of files, for requirements that need nothing for new files, or files that
     * haven't changed.
     *
     * @param fileView the view
     * @return the changed settings
     */
    public PathSettings withFiles(FileView fileView) {
        return new PathSettings(form, saysExpansion, links, Objects.requireNonNull(fileView, "fileView"), files);
    }

    /**
     * Returns the view of files.
     *
     * @return empty if none is set
     */
    public Optional<FileView> files() {
        return Optional.ofNullable(view);
    }

    /**
     * Returns these settings with more files that no call may name without approval. A folder stands for all files below
     * it. An engine adds its policy files by itself.
     *
     * @param guardedFiles the files and folders; relative ones start at the process's directory
     * @return the changed settings
     */
    public PathSettings withGuarded(Collection<Path> guardedFiles) {
        Set<Path> all = new HashSet<>(files);
        all.addAll(guardedFiles);
        return new PathSettings(form, saysExpansion, links, view, all);
    }

    /**
     * Returns the normal form.
     *
     * @return the form
     */
    public NormalPath.Form form() {
        return form;
    }

    /**
     * Returns whether some paths need approval.
     *
     * @return true if there is a workspace, a resolver or a guarded file
     */
    public boolean guards() {
        return links != null || guarded != null || hasWorkspace || form.expandsHome();
    }

    /**
     * Returns whether a path in one of its forms needs approval: it leads out of the workspace, names a guarded file, or
     * starts with the home directory of another user.
     *
     * @param path the path
     * @param staysBelow whether it stays below the workspace, if there is one
     * @return true if the call needs approval
     */
    public boolean isAgainst(CharSequence path, boolean staysBelow) {
        return hasWorkspace && !staysBelow
                || form.expandsHome() && isOtherHome(path)
                || guarded != null && guarded.isNamedBy(path.toString());
    }

    /** Returns whether a path starts with {@code ~} and a name. */
    private boolean isOtherHome(CharSequence path) {
        return path.length() > 1
                && path.charAt(0) == '~'
                && path.charAt(1) != '/'
                && !(form.hasWindowsNames() && path.charAt(1) == '\\');
    }

    /**
     * Returns whether links are resolved.
     *
     * @return true if a resolver is set
     */
    public boolean resolvesLinks() {
        return links != null;
    }

    /**
     * Returns the real path in normal form.
     *
     * @param path the path as the model wrote it
     * @return the path without links; empty if it is unknown
     */
    public Optional<NormalPath> resolve(String path) {
        LinkResolver resolver = links;
        return resolver == null
                ? Optional.of(form.of(path))
                : UserCode.get(
                        LOG,
                        Level.WARNING,
                        "resolving the links of a path failed; its call needs approval",
                        () -> resolver.resolve(isOwnHome(path) ? form.home().orElseThrow() + path.substring(1) : path)
                                .map(form::of),
                        Optional::empty);
    }

    private boolean isOwnHome(String path) {
        return form.expandsHome() && form.home().isPresent() && path.startsWith("~") && !isOtherHome(path);
    }

    /**
     * The resolver of links in paths. A service whose tools follow links sets it, so that {@code src/link} is also
     * decided by its target. It is called when a path is evaluated and again just before the call runs, possibly on the
     * thread that reads the stream, so it must be quick.
     */
    @FunctionalInterface
    public interface LinkResolver {

        /**
         * Resolves the links of a path.
         *
         * @param path the path as the model wrote it, with {@code ~/} expanded if the tools expand it
         * @return the path without links, absolute or relative to the start of relative paths; if empty or an
         *     exception, the call needs approval
         */
        Optional<String> resolve(String path);

        /**
         * Returns the resolver for tools that run on this machine. Of a path that doesn't exist it resolves the nearest
         * existing parent. It returns nothing if {@code ..} follows a link, or if a part that exists can't be read.
         *
         * @param root the directory that relative paths start from, such as the workspace
         * @return the resolver
         */
        static LinkResolver of(Path root) {
            return new DirectoryLinks(root);
        }
    }

    /**
     * A view of the files that tools work with. It is called when a call is previewed, checked or recorded, possibly on
     * the thread that reads the stream, so it must be quick. If it throws, the call is denied.
     */
    public interface FileView {

        /**
         * Returns whether a file exists.
         *
         * @param path the path's normal form
         */
        boolean exists(NormalPath path);

        /**
         * Returns a file's fingerprint, such as a digest of its content.
         *
         * @param path the path's normal form
         * @return equal for equal contents; empty if it is unknown
         */
        Optional<String> fingerprint(NormalPath path);

        /**
         * Returns the view of a directory that relative paths start from.
         *
         * @param directory the directory
         * @return a view whose fingerprints are the SHA-256 of the content
         */
        static FileView of(Path directory) {
            return new DirectoryView(directory);
        }
    }
}
