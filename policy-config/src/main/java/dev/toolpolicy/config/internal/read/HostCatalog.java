package dev.toolpolicy.config.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.internal.text.ResourceText;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The tools of a known host, such as Claude Code or the MCP filesystem server, with their parameters. A policy file
 * names one with {@code tools = "claude-code"}, or with {@code catalog = "claude-code"} beside its lists. Immutable.
 *
 * @param title the host's name for people
 * @param version the version of the host whose tools these are, in words
 * @param others the pattern of the names of tools that others bring, such as MCP servers, in which {@code *} is any
 *     characters; empty if the host has no such tools
 * @param facts what the host's hook says of each call
 * @param entries the tools, in the order of the catalog
 */
public record HostCatalog(
        String title, String version, Optional<String> others, ToolSchema facts, List<Entry> entries) {
    private static final String FOLDER = "/dev/toolpolicy/config/catalog/";
    private static final Map<String, HostCatalog> READ = new ConcurrentHashMap<>();

    /** The language of a string parameter that rules can look into. */
    public enum Language {
        /** A command line of a POSIX shell, or the words of one command. */
        COMMAND_LINE,
        /** A command line of PowerShell. */
        POWERSHELL,
        /** A URL. */
        URL
    }

    /**
     * A tool of a host. Immutable.
     *
     * @param tool its name, description and parameters, without rules
     * @param aliases other names of it in the host's permission lists, and for some hosts in calls
     * @param languages by the name of a parameter, the language of its string
     * @param isClean whether strangers can't write its results
     */
    public record Entry(DeclaredTool tool, List<String> aliases, Map<String, Language> languages, boolean isClean) {
        /**
         * Copies the components.
         *
         * @param tool its name, description and parameters, without rules
         * @param aliases other names of it
         * @param languages by the name of a parameter, the language of its string
         * @param isClean whether strangers can't write its results
         */
        public Entry {
            aliases = List.copyOf(aliases);
            languages = Map.copyOf(languages);
        }

        /** Returns the same tool under one of its aliases. */
        private Entry called(String alias) {
            List<String> others = new ArrayList<>(aliases);
            others.set(others.indexOf(alias), name());
            return new Entry(
                    DeclaredTool.of(alias, tool.schema()).describedAs(tool.description()), others, languages, isClean);
        }

        /**
         * Returns the name by which calls name the tool.
         *
         * @return the name
         */
        public String name() {
            return tool.name();
        }
    }

    /**
     * Returns the names of all catalogs.
     *
     * @return the names in alphabetical order
     */
    public static List<String> names() {
        return ResourceText.of(HostCatalog.class, FOLDER + "catalogs.txt")
                .lines()
                .toList();
    }

    /**
     * Returns a catalog.
     *
     * @param name its name, such as {@code claude-code}
     * @return the catalog
     * @throws IllegalArgumentException if there is none of this name; the message lists those there are
     */
    public static HostCatalog of(String name) {
        if (!names().contains(name)) {
            throw new IllegalArgumentException(
                    "no catalog is named \"" + name + "\"; there are " + String.join(", ", names()));
        }
        return READ.computeIfAbsent(name, HostCatalog::read);
    }

    private static HostCatalog read(String name) {
        try {
            return of(StrictJson.standard().read(ResourceText.of(HostCatalog.class, FOLDER + name + ".json")));
        } catch (MalformedJsonException e) {
            throw new IllegalStateException("the catalog " + name + " can't be read", e);
        }
    }

    private static HostCatalog of(JsonNode written) {
        List<Entry> entries = new ArrayList<>();
        boolean called = written.path("calledByAliases").asBoolean();
        written.path("tools").forEach(tool -> {
            Entry entry = entry(tool);
            entries.add(entry);
            if (called) {
                entry.aliases().forEach(alias -> entries.add(entry.called(alias)));
            }
        });
        return new HostCatalog(
                written.path("title").asText(),
                written.path("version").asText(),
                Optional.of(written.path("others").asText("")).filter(pattern -> !pattern.isEmpty()),
                written.has("facts")
                        ? ToolReader.read(JsonNodeFactory.instance
                                        .objectNode()
                                        .put("name", "facts")
                                        .set("parameters", written.get("facts")))
                                .schema()
                        : ToolSchema.of(),
                List.copyOf(entries));
    }

    private static Entry entry(JsonNode written) {
        ObjectNode declaration = written.deepCopy();
        JsonNode aliases = declaration.path("aliases");
        JsonNode reads = declaration.path("reads");
        declaration.remove(List.of("aliases", "reads", "clean"));
        List<String> names = aliases.valueStream().map(JsonNode::asText).toList();
        Map<String, Language> languages = new LinkedHashMap<>();
        reads.forEachEntry((name, word) -> languages.put(name, language(word.asText())));
        return new Entry(
                ToolReader.read(declaration),
                names,
                languages,
                written.path("clean").asBoolean());
    }

    private static Language language(String word) {
        return switch (word) {
            case "command-line" -> Language.COMMAND_LINE;
            case "powershell" -> Language.POWERSHELL;
            case "url" -> Language.URL;
            default -> throw new IllegalStateException("no language is named " + word);
        };
    }

    /**
     * Returns the names by which calls name the tools.
     *
     * @return the names, in the order of the catalog
     */
    public List<String> toolNames() {
        return entries.stream().map(Entry::name).toList();
    }

    /**
     * Returns the tools for an engine.
     *
     * @return the tools, without rules
     */
    public ToolCatalog toolCatalog() {
        return ToolCatalog.of(entries.stream().map(Entry::tool).toList());
    }
}
