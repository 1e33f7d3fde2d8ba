package dev.toolpolicy.agents.internal.hook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The coding agents that run this hook, each with the words of its protocol. */
public enum HookHost {
    /** Claude Code, which asks its user where a hook wants it. */
    CLAUDE_CODE(
            "claude-code", "Claude Code", "claude-code", ".claude", List.of("settings.json", "settings.local.json")) {
        @Override
        Map<HookEvent.Kind, String> events() {
            return Map.of(
                    HookEvent.Kind.BEFORE, "PreToolUse",
                    HookEvent.Kind.AFTER, "PostToolUse",
                    HookEvent.Kind.FAILED, "PostToolUseFailure");
        }

        @Override
        boolean asks(String permissionMode) {
            return Set.of("", "default", "plan", "acceptEdits").contains(permissionMode);
        }

        @Override
        Optional<String> refusal() {
            return Optional.empty();
        }

        @Override
        Optional<String> answer(HookAnswer answer) {
            return Optional.of(specific(answer).toString());
        }

        @Override
        void complete(ObjectNode hook, boolean before) {
            hook.put("timeout", TIMEOUT);
            if (before) {
                hook.put("onFailure", "block");
            }
        }

        @Override
        String folderVariable() {
            return "CLAUDE_CONFIG_DIR";
        }

        @Override
        public String command(String words, boolean workspace) {
            return words + (workspace ? "" : " --workspace \"$CLAUDE_PROJECT_DIR\"") + " || exit 2";
        }

        @Override
        boolean tellsOutcome(String tool) {
            return true;
        }
    },

    /** Codex CLI. It takes "allow" and "ask" for failures of the hook, after which it goes on as without a hook. */
    CODEX("codex", "Codex CLI", "codex", ".codex", List.of("hooks.json", "config.toml")) {
        @Override
        Map<HookEvent.Kind, String> events() {
            return Map.of(HookEvent.Kind.BEFORE, "PreToolUse", HookEvent.Kind.AFTER, "PostToolUse");
        }

        @Override
        Optional<String> answer(HookAnswer answer) {
            return answer.verdict() == HookAnswer.Verdict.ALLOW
                    ? Optional.empty()
                    : Optional.of(specific(answer).toString());
        }

        @Override
        void complete(ObjectNode hook, boolean before) {
            hook.put("timeout", TIMEOUT);
        }

        @Override
        String folderVariable() {
            return "CODEX_HOME";
        }

        @Override
        boolean tellsOutcome(String tool) {
            return tool.startsWith(SERVER);
        }

        /** Returns the name of the tool for all shells, which come as one. */
        @Override
        String tool(String tool) {
            return tool.equals("Bash") ? "shell_command" : tool;
        }

        @Override
        ObjectNode input(String tool, ObjectNode input) {
            if (!tool.equals("apply_patch") || !input.has("command") || input.has("input")) {
                return input;
            }
            ObjectNode renamed = input.deepCopy();
            renamed.set("input", renamed.remove("command"));
            return renamed;
        }
    },

    /** Gemini CLI. */
    GEMINI("gemini", "Gemini CLI", "gemini-cli", ".gemini", List.of("settings.json", "trustedFolders.json")) {
        @Override
        Map<HookEvent.Kind, String> events() {
            return Map.of(HookEvent.Kind.BEFORE, "BeforeTool", HookEvent.Kind.AFTER, "AfterTool");
        }

        @Override
        Optional<String> answer(HookAnswer answer) {
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            json.put("decision", answer.verdict() == HookAnswer.Verdict.ALLOW ? "allow" : "deny");
            return Optional.of((answer.reason().isEmpty() ? json : json.put("reason", answer.reason())).toString());
        }

        @Override
        void complete(ObjectNode hook, boolean before) {
            hook.put("timeout", TIMEOUT * 1_000);
        }

        @Override
        String folderVariable() {
            return "GEMINI_CLI_HOME";
        }

        @Override
        boolean tellsOutcome(String tool) {
            return !tool.equals("run_shell_command");
        }

        @Override
        boolean hasFailed(JsonNode response) {
            return response.hasNonNull("error") || super.hasFailed(response);
        }
    };

    /** The beginning of the names of MCP servers' tools. */
    static final String SERVER = "mcp__";
    /** The agent's limit in seconds; the hook's own is shorter. */
    private static final int TIMEOUT = 20;

    private final String word;
    private final String title;
    private final String catalog;
    private final String folder;
    private final List<String> settings;

    HookHost(String word, String title, String catalog, String folder, List<String> settings) {
        this.word = word;
        this.title = title;
        this.catalog = catalog;
        this.folder = folder;
        this.settings = settings;
    }

    /** Returns the host of a word of the command line. */
    public static Optional<HookHost> of(String word) {
        for (HookHost host : values()) {
            if (host.word.equals(word)) {
                return Optional.of(host);
            }
        }
        return Optional.empty();
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
        String moved = System.getenv(folderVariable());
        if (moved == null || moved.isBlank()) {
            return List.of();
        }
        List<Path> all = new ArrayList<>(settingsIn(Path.of(moved)));
        settings.forEach(name -> all.add(Path.of(moved, name)));
        return all;
    }

    /** Returns the host's names of the events that the hook handles. */
    abstract Map<HookEvent.Kind, String> events();

    /** Returns whether the host asks its user where a hook wants it, in a mode of permissions. */
    boolean asks(String permissionMode) {
        return false;
    }

    /** Returns why no call makes the host ask its user; empty if its modes of permissions say so. */
    Optional<String> refusal() {
        return Optional.of("a hook can't make " + title + " ask");
    }

    /** Returns the answer in the host's words; empty if it wants none. */
    abstract Optional<String> answer(HookAnswer answer);

    /** Adds the time limit, and what else the host needs to block calls when the hook fails. */
    abstract void complete(ObjectNode hook, boolean before);

    abstract String folderVariable();

    /**
     * Returns the shell command of a hook: every exit code but 0 becomes the one that blocks. Codex and Gemini CLI block
     * only if there is a reason on standard error.
     */
    public String command(String words, boolean workspace) {
        return words + " || sh -c 'echo Tool Policy blocks this call: the hook failed >&2; exit 2'";
    }

    /** Returns whether the host says of calls of a tool whether they succeeded. */
    abstract boolean tellsOutcome(String tool);

    /** Returns whether a tool's result says that it failed. */
    boolean hasFailed(JsonNode response) {
        return response.path("isError").asBoolean() || response.path("is_error").asBoolean();
    }

    /** Returns the name that the catalog has for a tool. */
    String tool(String tool) {
        return tool;
    }

    /** Returns the arguments under the names that the catalog has for them. */
    ObjectNode input(String tool, ObjectNode input) {
        return input;
    }

    /** Returns an answer as Claude Code and Codex write it. */
    private static ObjectNode specific(HookAnswer answer) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ObjectNode decision = json.putObject("hookSpecificOutput")
                .put("hookEventName", "PreToolUse")
                .put("permissionDecision", answer.verdict().word());
        if (!answer.reason().isEmpty()) {
            decision.put("permissionDecisionReason", answer.reason());
        }
        return json;
    }
}
