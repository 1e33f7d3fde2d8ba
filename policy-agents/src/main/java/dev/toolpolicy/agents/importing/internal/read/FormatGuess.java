package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.source.JsonSource;
import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import java.util.Optional;
import java.util.stream.Stream;

/** Guesses the format of a list from the name of its file and from its content. Stateless. */
public final class FormatGuess {
    private FormatGuess() {}

    /** Returns the word of the format; empty if nothing says it. */
    public static Optional<String> of(ListFile file) {
        String path = "/" + file.name().replace('\\', '/');
        if (path.endsWith(".rules")) {
            return Optional.of("codex");
        } else if (path.endsWith(".toml")) {
            return Optional.of("gemini");
        } else if (path.endsWith(".md")) {
            boolean isAgent = path.contains("/opencode/") || path.contains("/.opencode/");
            return Optional.of(isAgent ? "opencode" : "claude-allowed-tools");
        } else if (path.endsWith(".yaml") || path.endsWith(".yml")) {
            return Optional.of(path.endsWith("/permissions.yaml") ? "continue" : "cagent");
        }
        return path.endsWith(".json") || path.endsWith(".jsonc") ? json(path, file) : Optional.empty();
    }

    private static Optional<String> json(String path, ListFile file) {
        Optional<String> named = Stream.of("cursor", "qwen", "amazonq", "kiro", "claude", "vscode", "augment")
                .filter(word -> path.contains("/." + word + "/"))
                .findFirst();
        if (named.isPresent()) {
            return named;
        }
        try {
            return byKeys(JsonSource.read(file.name(), file.text(), true));
        } catch (SourceException e) {
            return Optional.empty(); // the caller says that the format isn't known
        }
    }

    private static Optional<String> byKeys(Node root) {
        if (root.has("amp.permissions")) {
            return Optional.of("amp");
        } else if (root.has("toolPermissions") || root.has("tool-permissions")) {
            return Optional.of("augment");
        } else if (root.has("allowedTools") || root.has("toolsSettings")) {
            boolean isAmazon = root.get("$schema").text().contains("amazon-q");
            return Optional.of(isAmazon ? "amazonq" : "kiro");
        } else if (root.has("permission") || root.get("$schema").text().contains("opencode")) {
            return Optional.of("opencode");
        } else if (root.members().stream().anyMatch(member -> member.name().startsWith("chat."))) {
            return Optional.of("vscode");
        } else if (root.has("permissions")) {
            return Optional.of(permissions(root));
        }
        return Optional.empty();
    }

    private static String permissions(Node root) {
        boolean isCursor = root.get("permissions").members().stream()
                .flatMap(member -> member.value().items().stream())
                .anyMatch(
                        item -> item.text().startsWith("Shell(") || item.text().startsWith("Mcp("));
        boolean hasAsk = root.get("permissions").has("ask");
        return root.has("$version") ? "qwen" : isCursor && !hasAsk ? "cursor" : "claude";
    }
}
