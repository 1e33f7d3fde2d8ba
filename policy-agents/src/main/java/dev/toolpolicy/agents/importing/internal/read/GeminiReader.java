package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.Form;
import dev.toolpolicy.agents.importing.internal.rule.HostRegex;
import dev.toolpolicy.agents.importing.internal.rule.LineRegex;
import dev.toolpolicy.agents.importing.internal.rule.Precedence;
import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.agents.importing.internal.source.TomlSource;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.internal.read.HostCatalog;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the policy files of Gemini CLI. The rule of the highest priority decides. Any rule of an administrator goes before
 * those of the user, which go before those of the project.
 */
final class GeminiReader extends ListReader {
    private static final String SHELL = "run_shell_command";
    /** The tool that runs subagents. Rules for the name of one are about its calls too. */
    private static final String AGENTS = "invoke_agent";

    private static final List<String> MODES = List.of("default", "autoEdit", "plan", "yolo");
    /** The modes in which the host asks about redirects: its policy engine compares no target of one. */
    private static final Set<String> ASKING = Set.of("default", "plan");

    private static final Map<String, Mode> DECISIONS =
            Map.of("allow", Mode.ALLOW, "ask_user", Mode.ASK, "deny", Mode.DENY);

    private static final Set<String> MEMBERS = Set.of(("toolName mcpName argsPattern commandPrefix commandRegex"
                    + " toolAnnotations decision priority modes interactive name description allow_redirection"
                    + " allowRedirection denyMessage deny_message")
            .split(" "));

    private record Ranked(int priority, Entry entry) {}

    private final List<Ranked> ranked = new ArrayList<>();

    GeminiReader() {
        super("gemini-cli", Precedence.FIRST);
    }

    @Override
    void read(ListFile file) throws SourceException {
        Node root = TomlSource.read(file.name(), file.text());
        if (root.has("rule") && !root.get("rule").isList()) {
            throw new SourceException(root.get("rule").place(), "rules are written as [[rule]]");
        }
        for (Node rule : root.get("rule").items()) {
            rule(rule, 1_000 * tier(file));
        }
        if (root.has("safety_checker")) {
            notes.add("safety checkers are not imported");
        }
    }

    @Override
    List<Entry> joined() {
        Map<Integer, Set<Mode>> modes = new HashMap<>();
        ranked.stream()
                .filter(each -> !(each.entry.form() instanceof Form.Redirects))
                .forEach(each -> modes.computeIfAbsent(each.priority, key -> EnumSet.noneOf(Mode.class))
                        .add(each.entry.mode()));
        if (modes.values().stream().anyMatch(each -> each.size() > 1)) {
            notes.add("rules of one priority have different decisions: the stricter come first");
        }
        List<Mode> strictness = Precedence.DENY_ASK_ALLOW.order();
        return ranked.stream()
                .sorted(Comparator.comparing((Ranked each) -> -each.priority)
                        .thenComparing(each -> strictness.indexOf(each.entry.mode())))
                .map(Ranked::entry)
                .toList();
    }

    @Override
    Map<String, List<String>> facts() {
        Map<String, List<String>> facts = new HashMap<>(Map.of("mode", MODES, "interactive", List.of("true", "false")));
        facts.keySet()
                .removeIf(name ->
                        ranked.stream().noneMatch(each -> each.entry.facts().containsKey(name)));
        return facts;
    }

    private static int tier(ListFile file) {
        String path = file.name().replace('\\', '/');
        boolean isAdmins = path.startsWith("/etc/") || path.contains("/GeminiCli/") || path.contains("/ProgramData/");
        return isAdmins ? 2 : file.project() ? 0 : 1;
    }

    private void rule(Node rule, int tier) throws SourceException {
        List<Node> names = rule.get("toolName").oneOrMore();
        Node priority = rule.get("priority");
        if (names.isEmpty() || names.stream().anyMatch(name -> !name.isText())) {
            throw new SourceException(rule.place(), "a rule needs a toolName");
        } else if (priority.kind() != Node.Kind.NUMBER || !isPriority(priority.text())) {
            throw new SourceException(rule.place(), "a rule needs a whole priority of 0 to 999");
        }
        Node decision = rule.get("decision");
        Mode mode = DECISIONS.get(decision.text());
        if (mode == null) {
            throw new SourceException(rule.place(), "decision is allow, ask_user or deny");
        }
        requireTexts(rule);
        Map<String, List<String>> when = when(rule);
        int rank = tier + Integer.parseInt(priority.text());
        String mcp = rule.get("mcpName").text();
        for (Node name : names) {
            String tool = mcp.isEmpty() ? name.text() : "mcp_" + mcp + "_" + name.text();
            if (mode == Mode.ALLOW && isWholeShell(rule, tool)) {
                redirects(rule, when, rank);
            }
            for (Form form : forms(rule, tool, mode)) {
                Form said = isName(tool, mcp, mode)
                        ? form
                        : new Form.Inert("patterns of names are *, mcp_*, mcp_SERVER_* and mcp_*_TOOL here");
                add(rule, mode, tool, said, when, rank);
            }
            if (mode != Mode.ALLOW && isAgent(tool)) {
                add(rule, mode, AGENTS, new Form.Text("agent_name", tool, false), when, rank);
            }
        }
    }

    private void add(Node rule, Mode mode, String tool, Form form, Map<String, List<String>> when, int rank) {
        Entry entry = Entry.of(rule.place(), written(rule), mode, List.of(tool), form);
        ranked.add(new Ranked(rank, entry.when(when)));
    }

    private static boolean isAgent(String tool) {
        return tool.equals("codebase_investigator")
                || !tool.startsWith("mcp_")
                        && HostCatalog.of("gemini-cli").toolNames().stream()
                                .noneMatch(known -> ToolNames.fits(tool, known));
    }

    /** Checks what narrows a rule: what isn't a text would be read as an empty one, which narrows nothing. */
    private static void requireTexts(Node rule) throws SourceException {
        for (String name : List.of("mcpName", "commandRegex", "commandPrefix")) {
            Node value = rule.get(name);
            boolean isList = name.equals("commandPrefix") && value.isList();
            if (rule.has(name) && !(isList ? value.items().stream().allMatch(Node::isText) : value.isText())) {
                throw new SourceException(value.place(), name + " is a text" + (isList ? ", or a list of texts" : ""));
            }
        }
    }

    /** Returns whether a rule is about every call of the shell. */
    private static boolean isWholeShell(Node rule, String tool) {
        return ToolNames.fits(tool, SHELL)
                && Stream.of("commandPrefix", "commandRegex").noneMatch(name -> narrows(rule, name));
    }

    /** Returns whether a rule has a member; an empty text is none. */
    private static boolean narrows(Node rule, String name) {
        return rule.has(name) && !rule.get(name).written().equals("\"\"");
    }

    /** Returns the modes of a rule in which the host asks about lines with a redirect that the rule allows. */
    private static List<String> asksAboutRedirects(Node rule) {
        boolean allowed = rule.get("allow_redirection").is(true)
                || rule.get("allowRedirection").is(true);
        List<String> modes = rule.has("modes")
                ? rule.get("modes").oneOrMore().stream().map(Node::text).toList()
                : MODES;
        return allowed ? List.of() : modes.stream().filter(ASKING::contains).toList();
    }

    private void redirects(Node rule, Map<String, List<String>> when, int priority) {
        Map<String, List<String>> asking = new HashMap<>(when);
        asking.replace("mode", asksAboutRedirects(rule));
        if (!asksAboutRedirects(rule).isEmpty()) {
            String written = written(rule) + ", with a redirect";
            String others = when.containsKey("mode") ? "" : " in autoEdit and yolo, and";
            Form redirects = new Form.Redirects("it also asks" + others + " about < and > in quotes");
            Entry entry = Entry.of(rule.place(), written, Mode.ASK, List.of(SHELL), redirects);
            ranked.add(new Ranked(priority, entry.when(asking)));
        }
    }

    private static boolean isPriority(String text) {
        return !text.isEmpty() && text.length() <= 3 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /**
     * Returns whether a rule has such a name. The host compares the text before the last star with the whole name of a
     * server, so only a rule that stops calls is read in a wider way.
     */
    private static boolean isName(String tool, String mcp, Mode mode) {
        int star = tool.indexOf('*');
        boolean stops = mode != Mode.ALLOW;
        boolean isServers =
                star == tool.length() - 1 && (tool.indexOf('_', 4) == star - 1 || tool.equals("mcp_" + mcp + "_*"));
        boolean isOfAll = (tool + "_").startsWith("mcp_*_") && tool.lastIndexOf('*') == star;
        boolean pattern = tool.equals("*")
                || tool.startsWith("mcp_") && (stops || isServers || isOfAll)
                || stops && tool.startsWith("discovered_tool_");
        return (star < 0 || pattern)
                && tool.chars().noneMatch(c -> "?[](){}^$|+.\\".indexOf(c) >= 0 && !(c == '.' && star < 0));
    }

    private static Map<String, List<String>> when(Node rule) throws SourceException {
        Map<String, List<String>> when = new HashMap<>();
        List<String> modes = new ArrayList<>();
        for (Node each : rule.get("modes").oneOrMore()) {
            if (!MODES.contains(each.text())) {
                throw new SourceException(each.place(), "modes are " + String.join(", ", MODES));
            }
            modes.add(each.text());
        }
        if (rule.has("modes") && !modes.containsAll(MODES)) {
            when.put("mode", modes);
        }
        Node interactive = rule.get("interactive");
        if (interactive.kind() == Node.Kind.BOOLEAN) {
            when.put("interactive", List.of(interactive.text()));
        } else if (rule.has("interactive")) {
            throw new SourceException(interactive.place(), "interactive is true or false");
        }
        return when;
    }

    private static String written(Node rule) {
        return rule.members().stream()
                .filter(member ->
                        !List.of("denyMessage", "name", "priority", "decision").contains(member.name()))
                .map(member -> member.name() + " = " + member.value().written())
                .collect(Collectors.joining(", "));
    }

    private static List<Form> forms(Node rule, String tool, Mode mode) {
        if (mode == Mode.ALLOW && rule.members().stream().anyMatch(member -> !MEMBERS.contains(member.name()))) {
            return List.of(new Form.Unsaid("it has a condition that isn't known"));
        } else if (rule.has("argsPattern")) {
            return List.of(new Form.Unsaid("a pattern over all arguments can't be said of one"));
        } else if (rule.has("toolAnnotations")) {
            return List.of(new Form.Unsaid("what a server says of its tools isn't known"));
        } else if (narrows(rule, "commandPrefix")) {
            return rule.get("commandPrefix").oneOrMore().stream()
                    .map(prefix -> tool.equals(SHELL) ? prefix(prefix.text(), mode, shape(rule)) : notShell())
                    .toList();
        } else if (narrows(rule, "commandRegex")) {
            return List.of(tool.equals(SHELL) ? regex(rule.get("commandRegex").text(), mode, shape(rule)) : notShell());
        }
        return List.of(new Form.Whole());
    }

    /** Returns the expression for the lines that a rule can allow: without redirects, unless it permits them in all its modes. */
    private static String shape(Node rule) {
        return asksAboutRedirects(rule).isEmpty() ? LineRegex.TIDY : LineRegex.TIDY_NO_REDIRECT;
    }

    private static Form notShell() {
        return new Form.Unsaid("commandPrefix and commandRegex are for run_shell_command");
    }

    private static Form prefix(String prefix, Mode mode, String shape) {
        if (mode == Mode.ALLOW && !LineRegex.isTidy(prefix)) {
            return new Form.Unsaid("the host compares it with the line as written, not word by word");
        }
        return prefix.isBlank() ? new Form.Whole() : new Form.Words(prefix + " *", true, shape);
    }

    /**
     * Returns the form of an expression. The host looks for it in all arguments as JSON, in which a quote ends the command,
     * and a newline is two characters that a dot matches.
     */
    private static Form regex(String written, Mode mode, String shape) {
        boolean allows = mode == Mode.ALLOW;
        boolean text = written.chars().allMatch(c -> Character.isLetterOrDigit(c) || " -_/:=@,".indexOf(c) >= 0);
        String words = written.endsWith(" ") ? written.substring(0, written.length() - 1) : written;
        if (text && !written.isBlank() && (!allows || LineRegex.isTidy(words))) {
            return new Form.Words(written + "*", !allows || words.equals(written), shape);
        }
        int quote = !allows && written.endsWith("\"") ? written.endsWith("\\\"") ? 2 : 1 : 0;
        String regex = written.substring(0, written.length() - quote) + (quote > 0 ? "$" : "");
        boolean anchored = regex.indexOf('$') >= 0 || regex.replace("[^", "[").indexOf('^') >= 0;
        if (regex.indexOf('"') >= 0 || regex.contains("\\\\") || allows && anchored) {
            return new Form.Unsaid("its quotes, backslashes or anchors are about the JSON of all arguments");
        }
        HostRegex said = HostRegex.json(regex);
        return allows ? new Form.Line("^(?:" + said.regex() + ")", false, said.ignoresCase()) : said.form(false);
    }
}
