package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.rule.CrossingPaths;
import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.Form;
import dev.toolpolicy.agents.importing.internal.rule.Precedence;
import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.Place;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads {@code permission} of opencode, globally and of agents. The last rule that matches decides. */
final class OpencodeReader extends ListReader {
    private static final List<String> ALL_EDITORS = List.of("edit", "write", "multiedit", "apply_patch", "patch");
    private static final List<String> EDITORS = ALL_EDITORS.subList(0, 3);
    private static final List<String> PATCHES = ALL_EDITORS.subList(3, 5);
    /** The host's agents whose own permissions stop no tool that a list can allow. */
    private static final List<String> BUILT_IN = List.of("build", "general");

    private static final Form REPEATED = new Form.Inert("it is about repeated calls, not about a call");

    private static final Map<String, String> TEXTS = Map.of(
            "task", "subagent_type",
            "skill", "name",
            "glob", "pattern",
            "grep", "pattern",
            "webfetch", "url",
            "websearch", "query",
            "codesearch", "query");

    private final List<Entry> ofAgents = new ArrayList<>();
    private final Set<String> agents = new LinkedHashSet<>();
    private final OutsidePaths outside = new OutsidePaths();
    private Node all = Node.scalar(new Place("", 1, 1), Node.Kind.NONE, "");
    private String agent = "";
    /** True if the last rule so far for every edit denies it. A patch can't be cleared by a rule for some paths. */
    private boolean deniesEdits;

    OpencodeReader() {
        super("opencode", Precedence.LAST);
    }

    @Override
    void read(ListFile file) throws SourceException {
        all = merged(all, content(file));
    }

    @Override
    List<Entry> joined() throws SourceException {
        blocks(all);
        entries.addAll(ofAgents);
        if (!agents.isEmpty()) {
            agents.addAll(BUILT_IN);
        }
        entries.addAll(outside.denials(agents));
        return entries;
    }

    @Override
    Map<String, List<String>> facts() {
        return agents.isEmpty() ? Map.of() : Map.of("agent", List.copyOf(agents));
    }

    /** Returns an object with the members of two, as the host joins files: a member keeps its first position. */
    private static Node merged(Node first, Node second) {
        if (!first.isObject() || !second.isObject()) {
            return second.isNone() ? first : second;
        }
        Map<String, Node.Member> members = new LinkedHashMap<>();
        first.members().forEach(member -> members.put(member.name(), member));
        for (Node.Member member : second.members()) {
            Node.Member before = members.get(member.name());
            Node value = before == null ? member.value() : merged(before.value(), member.value());
            members.put(member.name(), new Node.Member(member.name(), member.place(), value));
        }
        return Node.object(second.place(), List.copyOf(members.values()));
    }

    /** Returns a file's content; that of an agent's file stands below its name. */
    private Node content(ListFile file) throws SourceException {
        if (!file.name().endsWith(".md")) {
            return json(file, true);
        }
        String name = file.name().substring(file.name().lastIndexOf('/') + 1);
        Node head = root(Frontmatter.read(file, List.of("permission", "tools")));
        Node.Member agent = new Node.Member(name.substring(0, name.length() - 3), head.place(), head);
        Node agents = Node.object(head.place(), List.of(agent));
        return Node.object(head.place(), List.of(new Node.Member("agent", head.place(), agents)));
    }

    private void blocks(Node root) throws SourceException {
        block(root, Optional.empty());
        boolean denies = deniesEdits;
        for (String key : List.of("mode", "agent")) {
            for (Node.Member agent : required(root.get(key), Node.Kind.OBJECT).members()) {
                deniesEdits = denies;
                block(agent.value(), Optional.of(agent.name()));
            }
        }
    }

    private void block(Node block, Optional<String> named) throws SourceException {
        agent = named.orElse("");
        List<Entry> own = new ArrayList<>();
        for (Node.Member tool : required(block.get("tools"), Node.Kind.OBJECT).members()) {
            Entry entry = availability(tool);
            own.add(entry);
            deniesEdits |= entry.mode() == Mode.DENY && entry.tools().containsAll(PATCHES);
        }
        Node permission = block.get("permission");
        if (permission.isText()) {
            RuleText rule = new RuleText(permission.place(), "*: " + permission.text(), mode(permission, "*"));
            own.add(rule.entry(List.of("*"), new Form.Whole()));
            outside.rule(rule, "*", "*", agent);
            deniesEdits = rule.mode() == Mode.DENY;
        }
        Node rules = permission.isText() ? permission : required(permission, Node.Kind.OBJECT);
        for (Node.Member member : rules.members()) {
            member(member, own);
        }
        if (named.isEmpty()) {
            entries.addAll(own);
        } else if (!own.isEmpty()) {
            agents.add(agent);
            own.forEach(entry -> ofAgents.add(entry.when(Map.of("agent", List.of(agent)))));
        }
    }

    private static Entry availability(Node.Member tool) {
        boolean off = tool.value().is(false);
        boolean edits = List.of("write", "patch", "multiedit", "edit").contains(tool.name());
        List<String> tools = edits ? ALL_EDITORS : List.of(tool.name());
        return Entry.of(
                tool.place(),
                "tools: " + tool.name() + ": " + tool.value().written(),
                off ? Mode.DENY : Mode.ALLOW,
                tools,
                off ? new Form.Whole() : new Form.Inert("it offers the tool, and says nothing of permission"));
    }

    private static Mode mode(Node value, String key) throws SourceException {
        Mode mode = KEYS.get(value.text());
        if (mode == null) {
            throw new SourceException(value.place(), "\"" + key + "\" is allow, ask or deny");
        }
        return mode;
    }

    private void member(Node.Member member, List<Entry> own) throws SourceException {
        String key = member.name();
        if (key.startsWith("_") || member.value().isNone()) {
            return;
        } else if (member.value().isText()) {
            rule(member, key, "*", own);
        } else if (member.value().isObject()) {
            for (Node.Member rule : member.value().members()) {
                if (!rule.name().startsWith("_") && !rule.value().isNone()) {
                    rule(rule, key, rule.name(), own);
                }
            }
        } else {
            throw new SourceException(member.value().place(), "\"" + key + "\" is allow, ask, deny or an object");
        }
    }

    private void rule(Node.Member member, String writtenKey, String writtenPattern, List<Entry> own)
            throws SourceException {
        Mode mode = mode(member.value(), member.name());
        String written = writtenPattern.equals("*") ? writtenKey : writtenKey + " " + writtenPattern;
        RuleText rule = new RuleText(member.place(), written, mode);
        String key = stopping(writtenKey, mode);
        String pattern = pattern(writtenPattern, key, mode);
        boolean edits = ToolNames.fits(key, "edit");
        boolean isEditors =
                mode == Mode.ALLOW && !edits && ALL_EDITORS.stream().anyMatch(tool -> ToolNames.fits(key, tool));
        if (isEditors || key.indexOf('?') >= 0) {
            String why = isEditors ? "\"edit\" decides about all tools that edit" : "a name with ? can't be said";
            own.add(rule.entry(List.of(), new Form.Unsaid(why)));
            return;
        }
        List<String> tools = new ArrayList<>(List.of(key));
        tools.addAll(edits && !key.equals("*") ? ALL_EDITORS : List.of());
        outside.rule(rule, writtenKey, pattern, agent);
        if (key.equals(OutsidePaths.KEY)) {
            own.add(OutsidePaths.line(rule));
        } else if (key.equals("doom_loop")) {
            own.add(rule.entry(List.of(), REPEATED));
        } else if (pattern.equals("*") || pattern.equals("**")) {
            own.add(rule.entry(tools, new Form.Whole()));
            deniesEdits = edits ? mode == Mode.DENY : deniesEdits;
        } else if (key.equals("edit")) {
            own.add(path(rule, EDITORS, pattern, false));
            if (mode != Mode.ALLOW && !deniesEdits) {
                own.add(Entry.of(rule.place(), written, Mode.ASK, PATCHES, new Form.Whole()));
            }
        } else if (key.equals("bash")) {
            own.add(rule.entry(List.of(key), new Form.Words(pattern, true, "")));
        } else if (key.equals("read") || key.equals("list")) {
            own.add(path(rule, List.of(key), pattern, true));
        } else if (TEXTS.containsKey(key)) {
            own.add(rule.entry(List.of(key), new Form.Text(TEXTS.get(key), CrossingPaths.text(pattern), false)));
        } else {
            own.add(rule.entry(tools, new Form.Unsaid(key + " takes no patterns")));
        }
    }

    /** Returns a pattern in which {@code ?} is a star if the rule stops calls. */
    private static String stopping(String pattern, Mode mode) {
        return mode == Mode.ALLOW ? pattern : pattern.replace('?', '*');
    }

    private static String pattern(String written, String key, Mode mode) {
        return key.equals("bash")
                ? stopping(written, mode)
                : mode != Mode.ALLOW && written.endsWith(" *")
                        ? written.substring(0, written.length() - 2) + "*" // "x *" is "x" too, for every tool
                        : written;
    }

    private Entry path(RuleText rule, List<String> tools, String pattern, boolean absolute) {
        CrossingPaths paths = new CrossingPaths(settings, rule.mode(), absolute, false);
        return rule.entry(tools, paths.form(pattern)).withFinding(paths.finding(pattern));
    }
}
