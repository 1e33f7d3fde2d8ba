package dev.toolpolicy.agents.importing;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The formats of permission lists that can be imported. */
public enum ListFormat {
    /** The settings of Claude Code: {@code settings.json}, {@code settings.local.json}. */
    CLAUDE("Claude Code"),
    /** {@code allowed-tools} in the frontmatter of commands and skills of Claude Code. */
    CLAUDE_ALLOWED_TOOLS("Claude Code, allowed-tools"),
    /** {@code permission} in {@code opencode.json}, and in the frontmatter of agents. */
    OPENCODE("opencode"),
    /** The {@code *.rules} files of Codex CLI. */
    CODEX("Codex CLI"),
    /** The policy files of Gemini CLI, in TOML. */
    GEMINI("Gemini CLI"),
    /** The {@code cli.json} of Cursor. */
    CURSOR("Cursor"),
    /** The agents of Kiro, in JSON. */
    KIRO("Kiro"),
    /** The agents of Amazon Q Developer CLI, in JSON. */
    AMAZONQ("Amazon Q Developer CLI"),
    /** The settings of Qwen Code. */
    QWEN("Qwen Code"),
    /** {@code amp.permissions} in the settings of Amp. */
    AMP("Amp"),
    /** {@code permissions} in the agent files of cagent, in YAML. */
    CAGENT("cagent"),
    /** The settings of VS Code, for its agent mode. */
    VSCODE("VS Code"),
    /** {@code toolPermissions} in the settings of Augment. */
    AUGMENT("Augment"),
    /** The {@code permissions.yaml} of Continue. */
    CONTINUE("Continue");

    private final String title;

    ListFormat(String title) {
        this.title = title;
    }

    /**
     * Returns the name of the host for people.
     *
     * @return the name
     */
    public String title() {
        return title;
    }

    /**
     * Returns the word for this format on a command line.
     *
     * @return the word, such as {@code claude-allowed-tools}
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the words of all formats.
     *
     * @return the words in the order of this enum
     */
    public static List<String> words() {
        return Arrays.stream(values()).map(ListFormat::word).toList();
    }

    /**
     * Returns the format of a word.
     *
     * @param word the word, such as {@code claude}
     * @return the format; empty if it is none
     */
    public static Optional<ListFormat> of(String word) {
        return Arrays.stream(values())
                .filter(format -> format.word().equals(word))
                .findFirst();
    }
}
