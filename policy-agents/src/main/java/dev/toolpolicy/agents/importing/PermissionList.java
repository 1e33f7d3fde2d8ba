package dev.toolpolicy.agents.importing;

import dev.toolpolicy.agents.importing.internal.read.FormatGuess;
import dev.toolpolicy.agents.importing.internal.read.HostDefaults;
import dev.toolpolicy.agents.importing.internal.read.HostPrompts;
import dev.toolpolicy.agents.importing.internal.read.HostSettings;
import dev.toolpolicy.agents.importing.internal.read.ListFile;
import dev.toolpolicy.agents.importing.internal.read.ListReader;
import dev.toolpolicy.agents.importing.internal.rule.HostRules;
import dev.toolpolicy.agents.importing.internal.rule.ReadSettings;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.agents.internal.local.Utf8Text;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The permission list of another agent. It becomes a policy file that never allows a call which the list asks about or
 * denies. Immutable; nothing of the files is run.
 *
 * <pre>{@code
 * ImportedPolicy imported = PermissionList.read(ListFormat.CLAUDE, Path.of(".claude/settings.json"))
 *         .withHome(Path.of(System.getProperty("user.home")))
 *         .toPolicy();
 * Files.writeString(Path.of("policy.toml"), imported.policy());
 * System.out.print(imported.report());
 * }</pre>
 */
public final class PermissionList {
    /** The length of a file of a list, in bytes. */
    private static final int LARGEST = 1 << 20;

    private final ListFormat format;
    private final List<ListFile> files;

    /** The settings that files don't have. The owner there is not used, since each file has its own. */
    private final ReadSettings settings;

    /** True if the files are the user's; empty for files whose paths say whose they are. */
    private final Optional<Boolean> users;

    private final boolean addsDefaults;
    private final boolean ignoresHooks;

    private PermissionList(
            ListFormat format,
            List<ListFile> files,
            ReadSettings settings,
            Optional<Boolean> users,
            boolean addsDefaults,
            boolean ignoresHooks) {
        this.format = format;
        this.files = List.copyOf(files);
        this.settings = settings;
        this.users = users;
        this.addsDefaults = addsDefaults;
        this.ignoresHooks = ignoresHooks;
        if (files.isEmpty()) {
            throw new IllegalArgumentException("a list needs at least one file");
        }
    }

    /**
     * Reads files that the host joins.
     *
     * @param format their format
     * @param files the files in the host's order, of at most a mebibyte each
     * @return the list
     * @throws IOException if a file can't be read, is too large or isn't UTF-8
     */
    public static PermissionList read(ListFormat format, Path... files) throws IOException {
        List<ListFile> texts = new ArrayList<>();
        for (Path file : files) {
            try (InputStream in = Files.newInputStream(file)) {
                texts.add(new ListFile(file.toString(), Utf8Text.read(in, LARGEST, file.toString()), true));
            }
        }
        return of(format, texts);
    }

    /**
     * Reads files whose format their names and contents say.
     *
     * @param files the files in the host's order, of at most a mebibyte each
     * @return the list
     * @throws IOException if a file can't be read, is too large or isn't UTF-8
     * @throws ListRefusedException if nothing says the format
     */
    public static PermissionList read(Path... files) throws IOException, ListRefusedException {
        PermissionList unknown = read(ListFormat.CLAUDE, files);
        ListFile first = unknown.files.get(0);
        ListFormat format = FormatGuess.of(first)
                .flatMap(ListFormat::of)
                .orElseThrow(() -> new ListRefusedException(first.name() + ": nothing says the format; formats are "
                        + String.join(", ", ListFormat.words())));
        return of(format, unknown.files);
    }

    /**
     * Creates a list from texts.
     *
     * @param format their format
     * @param texts the texts by the names of their files, in the host's order
     * @return the list
     */
    public static PermissionList of(ListFormat format, Map<String, String> texts) {
        return of(
                format,
                texts.entrySet().stream()
                        .map(each -> new ListFile(each.getKey(), each.getValue(), true))
                        .toList());
    }

    private static PermissionList of(ListFormat format, List<ListFile> files) {
        ReadSettings unknown = new ReadSettings("", "", true, false);
        return new PermissionList(format, files, unknown, Optional.empty(), false, false);
    }

    /**
     * Returns the format.
     *
     * @return the format
     */
    public ListFormat format() {
        return format;
    }

    /** Returns this list with another workspace, an absolute path. */
    public PermissionList withWorkspace(Path root) {
        return with(new ReadSettings(text(root), settings.home(), true, settings.intended()));
    }

    /**
     * Returns this list with another home directory, an absolute path. Without it, rules about paths behind {@code ~}
     * can't be said.
     */
    public PermissionList withHome(Path directory) {
        return with(new ReadSettings(settings.workspace(), text(directory), true, settings.intended()));
    }

    /**
     * Returns this list with the owner of its files: the user, whose paths some hosts begin at their folder in the home
     * directory, or the project, whose paths begin at the workspace. By default, files below {@code ~/} are the user's.
     */
    public PermissionList withUserFiles(boolean all) {
        return new PermissionList(format, files, settings, Optional.of(all), addsDefaults, ignoresHooks);
    }

    /**
     * Returns this list with or without the host's own defaults as rules behind its own. They are left out by default.
     */
    public PermissionList withHostDefaults(boolean added) {
        return new PermissionList(format, files, settings, users, added, ignoresHooks);
    }

    /**
     * Returns this list with or without rules that deny or ask and have no effect in the host, as they were meant. They
     * are left out by default. Rules that allow never are imported so.
     */
    public PermissionList withIntendedRules(boolean asIntended) {
        return with(new ReadSettings(settings.workspace(), settings.home(), true, asIntended));
    }

    /**
     * Returns this list, whose rules allow or ask about calls of tools that a hook of the host may stop. By default such
     * calls ask, because no hook is imported.
     */
    public PermissionList withoutHooks(boolean ignored) {
        return new PermissionList(format, files, settings, users, addsDefaults, ignored);
    }

    private PermissionList with(ReadSettings newSettings) {
        return new PermissionList(format, files, newSettings, users, addsDefaults, ignoresHooks);
    }

    private static String text(Path path) {
        if (!path.isAbsolute()) {
            throw new IllegalArgumentException("the path must be absolute, was " + path);
        }
        return path.normalize().toString().replace('\\', '/');
    }

    /** Returns whether a file is the project's: not if it is in a hidden folder of a home directory. */
    private boolean isProject(String name) {
        return users.map(all -> !all).orElseGet(() -> {
            String full = text(Path.of(name).toAbsolutePath());
            boolean inWorkspace = !settings.workspace().isEmpty() && full.startsWith(settings.workspace() + "/");
            boolean inHome = Stream.of(settings.home(), System.getProperty("user.home", ""))
                    .anyMatch(directory -> !directory.isEmpty() && full.startsWith(directory + "/."));
            return inWorkspace || !inHome;
        });
    }

    /**
     * Converts the list to a policy file. The same list gives the same text.
     *
     * @return the policy file, with a report
     * @throws ListRefusedException if the host would refuse a file, or it isn't of this format
     */
    public ImportedPolicy toPolicy() throws ListRefusedException {
        try {
            List<ListFile> owned = files.stream()
                    .map(file -> new ListFile(file.name(), file.text(), isProject(file.name())))
                    .toList();
            ListReader reader = ListReader.of(format.word());
            HostRules read = HostPrompts.added(reader.read(owned, settings));
            HostRules rules = HostSettings.added(format.word(), read, reader.roots(), ignoresHooks);
            return new Conversion(format, files, addsDefaults ? HostDefaults.added(rules) : rules).convert();
        } catch (SourceException e) {
            throw new ListRefusedException(String.valueOf(e.getMessage()), e);
        }
    }
}
