package dev.toolpolicy.agents.importing.internal.read;

/** The readers by format. */
public final class ListReaders {
    private ListReaders() {}

    /**
     * Returns the reader of a format.
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
}
