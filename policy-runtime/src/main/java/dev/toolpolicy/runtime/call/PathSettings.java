package dev.toolpolicy.runtime.call;

import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.schema.NormalPath;
import java.io.File;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The settings of paths: their normal form, the workspace that calls may not leave without approval, a resolver of
 * links, and a view of the files. Immutable.
 */
public final class PathSettings {
    private static final Logger LOG = System.getLogger(PathSettings.class.getName());
    private static final PathSettings PLAIN =
            new PathSettings(NormalPath.Form.PLAIN, false, null, null, null, Set.of());

    private final NormalPath.Form form;
    private final boolean saysExpansion;
    private final @Nullable Function<String, Optional<String>> links;
    private final @Nullable BiPredicate<NormalPath, NormalPath.Form> existing;
    private final @Nullable Function<NormalPath, Optional<String>> fingerprints;
    private final boolean hasWorkspace;
    private final Set<Path> files;
    private final @Nullable GuardedFiles guarded;

    private PathSettings(
            NormalPath.Form form,
            boolean saysExpansion,
            @Nullable Function<String, Optional<String>> links,
            @Nullable BiPredicate<NormalPath, NormalPath.Form> existing,
            @Nullable Function<NormalPath, Optional<String>> fingerprints,
            Set<Path> files) {
        this.form = Objects.requireNonNull(form, "form");
        this.saysExpansion = saysExpansion;
        this.hasWorkspace = form.workspace().isPresent();
        this.links = links;
        this.existing = existing;
        this.fingerprints = fingerprints;
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
     * Returns the settings of a service whose tools work in a folder of this machine: relative paths start there, a path
     * outside of it needs approval, links are resolved as {@link #withLinks(Path)} says, and requirements see its files.
     * {@code ~/} is the home directory of the user, whether or not the tools expand it. On Windows and macOS, paths are
     * compared as their file systems do.
     *
     * @param root the folder
     * @return the settings
     */
    public static PathSettings workspace(Path root) {
        Path absolute = root.toAbsolutePath().normalize();
        boolean isWindows = File.separatorChar == '\\';
        NormalPath.Form form = isWindows ? NormalPath.Form.PLAIN.withWindowsNames() : NormalPath.Form.PLAIN;
        boolean ignoresCase = isWindows
                || System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("mac");
        return plain().withForm((ignoresCase ? form.ignoringCase() : form).inWorkspace(absolute.toString()))
                .withHome(System.getProperty("user.home"), true)
                .withLinks(absolute)
                .withFiles(absolute);
    }

    /**
     * Returns these settings with another normal form. If it has a workspace, a call with a path outside of it needs
     * approval.
     *
     * @param newForm the form
     * @return the changed settings
     */
    public PathSettings withForm(NormalPath.Form newForm) {
        return new PathSettings(newForm, saysExpansion || newForm.expandsHome(), links, existing, fingerprints, files);
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
        return new PathSettings(
                form.withHome(directory).expandingHome(expands), true, links, existing, fingerprints, files);
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
     * Returns these settings with the links of this machine, for tools that run on it. Each path then counts in both
     * forms: an {@code allow} rule must match both, any other rule applies if it matches one. Of a path that doesn't
     * exist the nearest existing parent is resolved. A path whose {@code ..} follows a link, or of which a part that
     * exists can't be read, needs approval.
     *
     * @param root the directory that relative paths start from, such as the workspace
     * @return the changed settings
     */
    public PathSettings withLinks(Path root) {
        return withLinks(new DirectoryLinks(root)::resolve);
    }

    /**
     * Returns these settings with a resolver of links, for tools that run elsewhere. It is called when a path is
     * evaluated and again just before the call runs, possibly on the thread that reads the stream, so it must be quick.
     *
     * @param resolver returns a path without links, absolute or relative to the start of relative paths. It gets the
     *     path as the model wrote it, with {@code ~/} expanded if the tools expand it. If empty or an exception, the call
     *     needs approval
     * @return the changed settings
     */
    public PathSettings withLinks(Function<String, Optional<String>> resolver) {
        Objects.requireNonNull(resolver, "resolver");
        return new PathSettings(form, saysExpansion, resolver, existing, fingerprints, files);
    }

    /**
     * Returns these settings with a view of the files of this machine, for requirements that need nothing for new files,
     * or files that haven't changed. A fingerprint is the SHA-256 of the content.
     *
     * @param directory the directory that relative paths start from
     * @return the changed settings
     */
    public PathSettings withFiles(Path directory) {
        DirectoryView view = new DirectoryView(directory);
        return new PathSettings(form, saysExpansion, links, view::exists, view::fingerprint, files);
    }

    /**
     * Returns these settings with a view of files. It is asked when a call is previewed, checked or recorded, possibly
     * on the thread that reads the stream, so it must be quick. If it throws, the call is denied.
     *
     * @param exists whether there is a file with a normal form
     * @param fingerprint returns a file's fingerprint, such as a digest: equal for equal contents, empty if unknown
     * @return the changed settings
     */
    public PathSettings withFiles(Predicate<NormalPath> exists, Function<NormalPath, Optional<String>> fingerprint) {
        Objects.requireNonNull(exists, "exists");
        Objects.requireNonNull(fingerprint, "fingerprint");
        return new PathSettings(form, saysExpansion, links, (path, its) -> exists.test(path), fingerprint, files);
    }

    /**
     * Returns whether there is a file with a normal form.
     *
     * @return empty if no view of files is set
     */
    public Optional<Predicate<NormalPath>> existing() {
        return Optional.ofNullable(existing).map(its -> path -> its.test(path, form));
    }

    /**
     * Returns how a file's fingerprint is found.
     *
     * @return empty if no view of files is set
     */
    public Optional<Function<NormalPath, Optional<String>>> fingerprints() {
        return Optional.ofNullable(fingerprints);
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
        return new PathSettings(form, saysExpansion, links, existing, fingerprints, all);
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
     * @return true if there is a workspace, a resolver or a guarded file, or if the tools expand {@code ~/}
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
        Function<String, Optional<String>> resolver = links;
        return resolver == null
                ? Optional.of(form.of(path))
                : UserCode.get(
                        LOG,
                        Level.WARNING,
                        "resolving the links of a path failed; its call needs approval",
                        () -> resolver.apply(isOwnHome(path) ? form.home().orElseThrow() + path.substring(1) : path)
                                .map(form::of),
                        Optional::empty);
    }

    private boolean isOwnHome(String path) {
        return form.expandsHome() && form.home().isPresent() && path.startsWith("~") && !isOtherHome(path);
    }
}
