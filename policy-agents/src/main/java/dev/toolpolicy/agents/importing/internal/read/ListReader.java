package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.HostRules;
import dev.toolpolicy.agents.importing.internal.rule.Precedence;
import dev.toolpolicy.agents.importing.internal.rule.ReadSettings;
import dev.toolpolicy.agents.importing.internal.source.JsonSource;
import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A reader of one format of permission lists, for the files of one list. Not thread-safe. */
public abstract class ListReader {
    /** The modes by the keys that most hosts have. */
    static final Map<String, Mode> KEYS = Map.of("allow", Mode.ALLOW, "ask", Mode.ASK, "deny", Mode.DENY);

    final List<Entry> entries = new ArrayList<>();
    final List<String> notes = new ArrayList<>();
    /** The files with more settings than their lists. */
    private final List<Node> roots = new ArrayList<>();
    /** What isn't in the file that is read. */
    ReadSettings settings = new ReadSettings("", "", true, false);

    private final String catalog;
    private final Precedence precedence;

    ListReader(String catalog, Precedence precedence) {
        this.catalog = catalog;
        this.precedence = precedence;
    }

    /**
     * Returns a reader for a format.
     *
     * @param format the word of the format
     * @throws IllegalArgumentException if it is none
     */
    public static ListReader of(String format) {
        return switch (format) {
            case "claude" -> new ClaudeReader();
            case "claude-allowed-tools" -> new AllowedToolsReader();
            case "opencode" -> new OpencodeReader();
            case "codex" -> new CodexReader();
            case "gemini" -> new GeminiReader();
            case "cursor" -> new CursorReader();
            case "kiro", "amazonq" -> new KiroReader();
            case "qwen" -> new QwenReader();
            case "amp" -> new AmpReader();
            case "cagent" -> new CagentReader();
            case "vscode" -> new VscodeReader();
            case "augment" -> new AugmentReader();
            case "continue" -> new ContinueReader();
            default -> throw new IllegalArgumentException("no format is named " + format);
        };
    }

    /**
     * Reads files that the host joins.
     *
     * @param files the files in the host's order, at least one
     * @param surroundings what isn't in the files
     * @throws SourceException if the host would refuse a file, or it can't be read
     */
    public final HostRules read(List<ListFile> files, ReadSettings surroundings) throws SourceException {
        for (ListFile file : files) {
            settings = surroundings.of(file.project());
            read(file);
        }
        return new HostRules(catalog, precedence, joined(), facts(), notes, List.of());
    }

    /** Returns the files that may have hooks and other settings beside their lists. */
    public final List<Node> roots() {
        return roots;
    }

    final Node json(ListFile file, boolean commented) throws SourceException {
        return root(JsonSource.read(file.name(), file.text(), commented));
    }

    /** Remembers a file, which must be an object. */
    final Node root(Node file) throws SourceException {
        roots.add(file);
        return required(file, Node.Kind.OBJECT);
    }

    /** Reads a file. */
    abstract void read(ListFile file) throws SourceException;

    /** Returns the rules of all files in their order. */
    List<Entry> joined() throws SourceException {
        return entries;
    }

    /** Returns the values of the facts that rules look at. */
    Map<String, List<String>> facts() {
        return Map.of();
    }

    /** A use of a value that stands under the key of a mode. */
    @FunctionalInterface
    interface ModeUse {
        void read(Node value, Mode mode) throws SourceException;
    }

    /** Returns a value that is of a kind or missing: the rules in one of another kind would be lost. */
    static Node required(Node value, Node.Kind kind) throws SourceException {
        if (value.kind() != kind && !value.isNone()) {
            throw new SourceException(
                    value.place(), kind == Node.Kind.LIST ? "a list of rules stands here" : "settings are an object");
        }
        return value;
    }

    /** Reads the values of an object under the keys of modes. */
    static void byMode(Node object, Map<String, Mode> keys, ModeUse use) throws SourceException {
        for (Node.Member member : required(object, Node.Kind.OBJECT).members()) {
            Mode mode = keys.get(member.name());
            if (mode != null) {
                use.read(member.value(), mode);
            }
        }
    }

    /** Reads the texts of lists under the keys of modes. */
    static void texts(Node object, Map<String, Mode> keys, ModeUse use) throws SourceException {
        byMode(object, keys, (list, mode) -> {
            if (!list.isList()) {
                throw new SourceException(list.place(), "a list of rules stands here");
            }
            for (Node item : texts(list)) {
                use.read(item, mode);
            }
        });
    }

    /** Returns the texts of a list of rules, or the one in its place: a rule that isn't a text would be lost. */
    static List<Node> texts(Node rules) throws SourceException {
        List<Node> texts = rules.isList() || rules.isNone() ? rules.items() : List.of(rules);
        for (Node text : texts) {
            if (!text.isText()) {
                throw new SourceException(text.place(), "a rule is a text");
            }
        }
        return texts;
    }
}
