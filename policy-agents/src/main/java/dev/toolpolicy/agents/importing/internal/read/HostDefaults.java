package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.Form;
import dev.toolpolicy.agents.importing.internal.rule.HostRules;
import dev.toolpolicy.agents.importing.internal.rule.Precedence;
import dev.toolpolicy.agents.importing.internal.source.Place;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The calls that hosts allow without a rule: reading in the workspace. They are added only on request, behind every rule of
 * the list.
 */
public final class HostDefaults {
    private static final Map<String, String> READERS = Map.of(
            "claude-code", "Read Grep Glob LS NotebookRead TodoWrite",
            "gemini-cli", "read_file glob grep_search search_file_content list_directory google_web_search",
            "opencode", "read glob grep list todowrite todoread",
            "qwen-code", "read_file grep_search glob list_directory todo_write");

    /**
     * Commands that only read, which aren't added: hosts look at their arguments too. Of Claude Code those that its page on
     * permissions names, of Codex CLI those of its file is_safe_command.rs.
     */
    private static final Map<String, List<String>> COMMANDS = Map.of(
            "claude-code",
            commands("ls cat echo pwd head tail grep find wc which diff stat du cd"),
            "codex",
            commands("cat cd cut echo expr false find grep head id ls nl paste pwd rev rg sed seq stat tail tr true"
                    + " uname uniq wc which whoami base64 numfmt tac"));

    private HostDefaults() {}

    private static List<String> commands(String programs) {
        return Stream.concat(
                        Stream.of(programs.split(" ")),
                        Stream.of("branch", "diff", "log", "show", "status").map("git "::concat))
                .map(program -> program + " *")
                .toList();
    }

    /** Returns the patterns of the commands that a host runs without a rule. */
    public static List<String> commandsOf(String catalog) {
        return COMMANDS.getOrDefault(catalog, List.of());
    }

    /** Returns the rules with the host's defaults where no rule of the list decides. */
    public static HostRules added(HostRules rules) {
        String readers = READERS.getOrDefault(rules.catalog(), "");
        if (readers.isEmpty()) {
            List<String> notes = new ArrayList<>(rules.notes());
            notes.add("no defaults of this agent are known, so none are added");
            return rules.with(notes, rules.hooked());
        }
        Place place = new Place("host defaults", 1, 1);
        List<String> tools = List.of(readers.split(" "));
        Entry reads = Entry.of(place, "reads in the workspace", Mode.ALLOW, tools, new Form.Whole());
        boolean isLast = rules.precedence() == Precedence.LAST;
        List<Entry> entries = new ArrayList<>(rules.entries());
        entries.addAll(isLast ? 0 : entries.size(), isLast ? List.of(reads, environment()) : List.of(reads));
        return rules.with(entries);
    }

    /** Returns the rule of opencode that asks about files with environment variables. */
    private static Entry environment() {
        return Entry.of(
                new Place("host defaults", 1, 1),
                "read *.env, *.env.*",
                Mode.ASK,
                List.of("read"),
                new Form.Files(List.of("**/*.env", "**/*.env.*", "/**/*.env", "/**/*.env.*")));
    }
}
