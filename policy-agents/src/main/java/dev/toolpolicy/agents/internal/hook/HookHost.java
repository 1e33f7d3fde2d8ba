package dev.toolpolicy.agents.internal.hook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.schema.FlowFacts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The coding agents that run this hook, each with the words of its protocol. */
public enum HookHost {
    /** Claude Code, which asks its user where a hook wants it. */
    CLAUDE_CODE(
            "claude-code",
            "Claude Code",
            "claude-code",
            ".claude",
            List.of("settings.json", "settings.local.json"),
            Map.of(
                    HookEvent.Kind.BEFORE, "PreToolUse",
                    HookEvent.Kind.AFTER, "PostToolUse",
                    HookEvent.Kind.FAILED, "PostToolUseFailure",
                    HookEvent.Kind.PROMPT, "UserPromptSubmit",
                    HookEvent.Kind.START, "SessionStart"),
            "CLAUDE_CONFIG_DIR"),
    /** Codex CLI. It takes "allow" and "ask" for failures of the hook, after which it goes on as without a hook. */
    CODEX(
            "codex",
            "Codex CLI",
            "codex",
            ".codex",
            List.of("hooks.json", "config.toml"),
            Map.of(HookEvent.Kind.BEFORE, "PreToolUse", HookEvent.Kind.AFTER, "PostToolUse"),
            "CODEX_HOME"),
    /** Gemini CLI. */
    GEMINI(
            "gemini",
            "Gemini CLI",
            "gemini-cli",
            ".gemini",
            List.of("settings.json", "trustedFolders.json"),
            Map.of(
                    HookEvent.Kind.BEFORE, "BeforeTool",
                    HookEvent.Kind.AFTER, "AfterTool",
                    HookEvent.Kind.START, "SessionStart"),
            "GEMINI_CLI_HOME");

    /** The beginning of the names of MCP servers' tools. */
    static final String SERVER = "mcp__";
    /** The agent's limit in seconds; the hook's own is shorter. */
    private static final int TIMEOUT = 20;

    private final String word;
    private final String title;
    private final String catalog;
    private final String folder;
    private final List<String> settings;
    private final Map<HookEvent.Kind, String> events;
    /** The variable of the environment with another folder for the user's settings. */
    private final String folderVariable;

    HookHost(
            String word,
            String title,
            String catalog,
            String folder,
            List<String> settings,
            Map<HookEvent.Kind, String> events,
            String folderVariable) {
        this.word = word;
        this.title = title;
        this.catalog = catalog;
        this.folder = folder;
        this.settings = settings;
        this.events = events;
        this.folderVariable = folderVariable;
    }

    /** Returns the host of a word of the command line. */
    public static Optional<HookHost> of(String word) {
        return Arrays.stream(values()).filter(host -> host.word.equals(word)).findFirst();
    }

    /** Returns the word of the command line. */
    public String word() {
        return word;
    }

    /** Returns the name of the catalog of its tools. */
    String catalog() {
        return catalog;
    }

    /** Returns the settings file with hooks, below a project or the user's home. */
    public Path settingsFile() {
        return Path.of(folder, settings.get(0));
    }

    /** Returns the settings files below a folder. */
    List<Path> settingsIn(Path place) {
        return settings.stream()
                .map(name -> place.resolve(folder).resolve(name))
                .toList();
    }

    /** Returns the settings files in the folder that a variable of the environment names instead of the user's. */
    List<Path> movedSettings() {
        String moved = System.getenv(folderVariable);
        if (moved == null || moved.isBlank()) {
            return List.of();
        }
        List<Path> all = new ArrayList<>(settingsIn(Path.of(moved)));
        settings.forEach(name -> all.add(Path.of(moved, name)));
        return all;
    }

    /** Returns the host's names of the events that the hook handles. */
    Map<HookEvent.Kind, String> events() {
        return events;
    }

    /** Returns whether the host asks its user where a hook wants it, in a mode of permissions. */
    boolean asks(String permissionMode) {
        return this == CLAUDE_CODE && Set.of("default", "plan", "acceptEdits").contains(permissionMode);
    }

    /** Returns why no call makes the host ask its user; empty if its modes of permissions say so. */
    Optional<String> refusal() {
        return this == CLAUDE_CODE ? Optional.empty() : Optional.of("a hook can't make " + title + " ask");
    }

    /** Returns the answer in the host's words; empty if it wants none. */
    Optional<String> answer(HookAnswer answer) {
        boolean allows = answer.verdict() == Mode.ALLOW;
        if (this == CODEX && allows) {
            return Optional.empty();
        }
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        boolean isGemini = this == GEMINI;
        ObjectNode decision = isGemini
                ? json.put("decision", allows ? "allow" : "deny")
                : json.putObject("hookSpecificOutput")
                        .put("hookEventName", "PreToolUse")
                        .put("permissionDecision", answer.verdict().word());
        if (!answer.reason().isEmpty()) {
            decision.put(isGemini ? "reason" : "permissionDecisionReason", answer.reason());
        }
        return Optional.of(json.toString());
    }

    /** Adds the time limit, and what else the host needs to block calls when the hook fails. */
    void complete(ObjectNode hook, boolean before) {
        hook.put("timeout", this == GEMINI ? TIMEOUT * 1_000 : TIMEOUT);
        if (this == CLAUDE_CODE && before) {
            hook.put("onFailure", "block");
        }
    }

    /**
     * Returns the shell command of a hook: every exit code but 0 becomes the one that blocks. Codex and Gemini CLI block
     * only if there is a reason on standard error.
     */
    public String command(String words, boolean workspace) {
        return this == CLAUDE_CODE
                ? words + (workspace ? "" : " --workspace \"$CLAUDE_PROJECT_DIR\"") + " || exit 2"
                : words + " || sh -c 'echo Tool Policy blocks this call: the hook failed >&2; exit 2'";
    }

    /** Returns whether the host says of calls of a tool whether they succeeded. */
    boolean tellsOutcome(String tool) {
        return switch (this) {
            case CLAUDE_CODE -> true;
            case CODEX -> tool.startsWith(SERVER);
            case GEMINI -> !tool.equals("run_shell_command");
        };
    }

    /** Returns the labels that text without an event may have. Codex has no event for its web search, for example. */
    String[] labels() {
        return this == CODEX ? new String[] {FlowFacts.UNTRUSTED} : new String[0];
    }

    /** Returns whether a tool's result says that it failed. */
    boolean hasFailed(JsonNode response) {
        return response.path("isError").asBoolean()
                || response.path("is_error").asBoolean()
                || this == GEMINI && response.hasNonNull("error");
    }

    /** Returns the name that the catalog has for a tool; of Codex all shells come as one. */
    String tool(String tool) {
        return this == CODEX && tool.equals("Bash") ? "shell_command" : tool;
    }

    /** Returns the arguments under the names that the catalog has for them. */
    ObjectNode input(String tool, ObjectNode input) {
        boolean renames = this == CODEX && tool.equals("apply_patch") && input.has("command") && !input.has("input");
        if (!renames) {
            return input;
        }
        ObjectNode renamed = input.deepCopy();
        renamed.set("input", renamed.remove("command"));
        return renamed;
    }
}
