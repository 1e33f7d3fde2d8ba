package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.rule.CommandStart;
import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.Form;
import dev.toolpolicy.agents.importing.internal.rule.HostRules;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The commands that hosts never run unasked because of a rule for a program with any arguments. A rule that names such a
 * command as a whole still allows it.
 */
public final class HostPrompts {
    /**
     * The commands that a host asks about.
     *
     * @param programs programs, with any arguments
     * @param options options of {@code find}, without their dashes
     */
    private record Table(List<String> programs, List<String> options) {}

    private static final Table FIND_ONLY = new Table(
            List.of(), List.of("exec", "execdir", "ok", "okdir", "delete", "fls", "fprint", "fprint0", "fprintf"));

    private static final Map<String, Table> TABLES = Map.of(
            // code.claude.com/docs/en/permissions, "Process wrappers": the first five are taken off before a rule is
            // compared, and the others, and find with -exec or -delete, are never approved by a prefix rule.
            "claude-code",
            new Table(
                    List.of("timeout", "time", "nice", "nohup", "stdbuf", "watch", "setsid", "ionice", "flock"),
                    List.of("exec", "execdir", "ok", "okdir", "delete")),
            // The defaults of chat.tools.terminal.autoApprove, in terminalChatAgentToolsConfiguration.ts of VS Code.
            "vscode",
            FIND_ONLY,
            // requires_acceptance in tools/execute/mod.rs of Amazon Q Developer CLI.
            "kiro",
            FIND_ONLY);

    private static final String FIND = "find";
    /** Characters that a shell takes out of a word. */
    private static final String QUOTES = "['\"\\\\]*";

    private final Table table;
    private final List<Entry> entries = new ArrayList<>();
    private final Set<String> asked = new HashSet<>();

    private HostPrompts(Table table) {
        this.table = table;
    }

    /** Returns the rules with those that ask where the host does. */
    public static HostRules added(HostRules rules) {
        Table table = TABLES.get(rules.catalog());
        if (table == null) {
            return rules;
        }
        HostPrompts prompts = new HostPrompts(table);
        rules.entries().forEach(prompts::add);
        return rules.with(prompts.entries);
    }

    /** Returns whether a host asks about the calls of a program that can run another one. */
    public static boolean asks(String catalog, String program) {
        return program.equals(FIND) && TABLES.containsKey(catalog);
    }

    private void add(Entry entry) {
        if (entry.mode() == Mode.ALLOW
                && entry.form() instanceof Form.Words words
                && words.command().indexOf('*') >= 0) {
            String name = program(words.command());
            if (table.programs.contains(name)) {
                entries.add(entry.with(new Form.Inert(
                        "the host asks about " + name + " unless a rule is the whole command, without a star")));
                return;
            }
            table.programs.forEach(program -> ask(entry, name, program, new Form.Words(program + " *", true, "")));
            ask(entry, name, FIND, findWithOptions());
        } else if (entry.mode() == Mode.ALLOW) {
            askOfRegex(entry);
        }
        entries.add(entry);
    }

    private void askOfRegex(Entry entry) {
        if (entry.form() instanceof Form.Line line) {
            boolean isOne = line.anchored() && line.command().indexOf('|') < 0;
            List<String> name = isOne ? CommandStart.words(program(line.command())) : List.of();
            ask(entry, name.isEmpty() ? "*" : name.get(0), FIND, findWithOptions());
            if (entry.tools().contains("run_in_terminal")) { // VS Code, isCommandAutoApproved
                ask(entry, "*", "an assignment", new Form.Line("^\\s*[A-Za-z_][A-Za-z0-9_]*=", false, false));
            }
        }
    }

    private static String program(String pattern) {
        String words =
                pattern.replace("'", "").replace("\"", "").replace('\t', ' ').strip() + " ";
        String name = words.substring(0, words.indexOf(' '));
        return name.substring(name.lastIndexOf('/') + 1);
    }

    /** Adds a rule that asks, once, before one whose name may be the program's. */
    private void ask(Entry allowing, String name, String program, Form form) {
        if (ToolNames.fits(name, program) && asked.add(program + allowing.tools())) {
            String written =
                    form instanceof Form.Both ? program + " with -" + String.join(", -", table.options) : program;
            entries.add(Entry.of(allowing.place(), written, Mode.ASK, allowing.tools(), form)
                    .withFinding("the host asks about it, also if its list allows it"));
        }
    }

    private Form findWithOptions() {
        List<String> quoted = table.options.stream()
                .map(option -> String.join(QUOTES, option.split("")))
                .toList();
        String regex = "\\s" + QUOTES + "-" + QUOTES + "(" + String.join("|", quoted) + ")([^A-Za-z0-9]|$)";
        return new Form.Both(List.of(new Form.Words(FIND + " *", true, ""), new Form.Line(regex, false, false)));
    }
}
