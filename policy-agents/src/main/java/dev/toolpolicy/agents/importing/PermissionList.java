package dev.toolpolicy.agents.importing;

import dev.toolpolicy.agents.importing.internal.model.HostRules;
import dev.toolpolicy.agents.importing.internal.read.FormatGuess;
import dev.toolpolicy.agents.importing.internal.read.HostDefaults;
import dev.toolpolicy.agents.importing.internal.read.HostPrompts;
import dev.toolpolicy.agents.importing.internal.read.HostSettings;
import dev.toolpolicy.agents.importing.internal.read.ListFile;
import dev.toolpolicy.agents.importing.internal.read.ListReaders;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The permission list of another agent. It becomes a policy file that never allows a call which the list asks about or
 * denies. Immutable; nothing of the files is run.
 *
 * <pre>{@code
 * ImportedPolicy imported = PermissionList.read(ListFormat.CLAUDE, Path.of(".claude/settings.json"))
 *         .toPolicy(ImportSettings.defaults().home(Path.of(System.getProperty("user.home"))));
 * Files.writeString(Path.of("policy.toml"), imported.policy());
 * System.out.print(imported.report().text());
 * }</pre>
 */
public final class PermissionList {
    /** The length of a file of a list, in bytes. */
    private static final long LARGEST = 1 << 20;

    private final ListFormat format;
    private final List<ListFile> files;

    private PermissionList(ListFormat format, List<ListFile> files) {
        this.format = format;
        this.files = List.copyOf(files);
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
            if (Files.size(file) > LARGEST) {
                throw new IOException(file + " has more than " + LARGEST + " bytes");
            }
            texts.add(new ListFile(file.toString(), Files.readString(file, StandardCharsets.UTF_8), true));
        }
        return new PermissionList(format, texts);
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
        return new PermissionList(format, unknown.files);
    }

    /**
     * Creates a list from texts.
     *
     * @param format their format
     * @param texts the texts by the names of their files, in the host's order
     * @return the list
     */
    public static PermissionList of(ListFormat format, Map<String, String> texts) {
        return new PermissionList(
                format,
                texts.entrySet().stream()
                        .map(each -> new ListFile(each.getKey(), each.getValue(), true))
                        .toList());
    }

    /**
     * Returns the format.
     *
     * @return the format
     */
    public ListFormat format() {
        return format;
    }

    /**
     * Converts the list to a policy file. The same list and settings give the same text.
     *
     * @param settings what the list doesn't say
     * @return the policy file, with a report
     * @throws ListRefusedException if the host would refuse a file, or it isn't of this format
     */
    public ImportedPolicy toPolicy(ImportSettings settings) throws ListRefusedException {
        try {
            List<ListFile> owned = files.stream()
                    .map(file -> new ListFile(file.name(), file.text(), settings.isProject(file.name())))
                    .toList();
            HostRules read = HostPrompts.added(ListReaders.of(format.word()).read(owned, settings.reading()));
            HostRules rules = HostSettings.added(format.word(), read, owned, settings.ignoresHooks());
            return new Conversion(format, files, settings.addsHostDefaults() ? HostDefaults.added(rules) : rules)
                    .convert();
        } catch (SourceException e) {
            throw new ListRefusedException(String.valueOf(e.getMessage()), e);
        }
    }
}
