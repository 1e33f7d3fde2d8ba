package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.model.Entry;
import dev.toolpolicy.agents.importing.internal.model.Form;
import dev.toolpolicy.agents.importing.internal.model.HostRules;
import dev.toolpolicy.agents.importing.internal.model.Precedence;
import dev.toolpolicy.agents.importing.internal.source.JsonSource;
import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.Place;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.agents.importing.internal.syntax.CrossingPaths;
import dev.toolpolicy.agents.importing.internal.syntax.ReadSettings;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads {@code permission} of opencode, globally and of agents. The last rule that matches decides. */
final class OpencodeReader implements ListReader {
    private static final List<String> EDITORS = List.of("edit", "write", "multiedit");
    private static final List<String> PATCHES = List.of("apply_patch", "patch");
    /** The host's agents whose own permissions stop no tool that a list can allow. */
    private static final List<String> BUILT_IN = List.of("build", "general");

    private static final Form REPEATED = new Form.Inert("it is about repeated calls, not about a call");

    private static final Map<String, String> TEXTS = Map.of(
            "task",
            "subagent_type",
            "skill",
            "name",
            "glob",
            "pattern",
            "grep",
            "pattern",
            "webfetch",
            "url",
            "websearch",
            "query",
            "codesearch",
            "query");

    @Override
    public HostRules read(List<ListFile> files, ReadSettings settings) throws SourceException {
        Reading reading = new Reading(settings);
        Node joined = Node.object(new Place(files.get(0).name(), 1, 1), List.of());
        for (ListFile file : files) {
            joined = merged(joined, Reading.root(file));
        }
        reading.blocks(joined);
        List<Entry> entries = new ArrayList<>(reading.global);
        entries.addAll(reading.ofAgents);
        Map<String, List<String>> facts = Map.of();
        if (!reading.agents.isEmpty()) {
            reading.agents.addAll(BUILT_IN);
            facts = Map.of("agent", List.copyOf(reading.agents));
        }
        entries.addAll(reading.outside.denials(reading.agents));
        return new HostRules("opencode", Precedence.LAST, entries, facts, reading.notes);
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

    private static final class Reading {
        private final ReadSettings settings;
        private final List<Entry> global = new ArrayList<>();
        private final List<Entry> ofAgents = new ArrayList<>();
        private final Set<String> agents = new LinkedHashSet<>();
        private final List<String> notes = new ArrayList<>();
        private final OutsidePaths outside = new OutsidePaths();
        private String agent = "";

        Reading(ReadSettings settings) {
            this.settings = settings;
        }

        /** Returns a file's content; that of an agent's file stands below its name. */
        static Node root(ListFile file) throws SourceException {
            if (!file.name().endsWith(".md")) {
                Node root = JsonSource.read(file.name(), file.text(), true);
                if (!root.isObject() && !root.isNone()) {
                    throw new SourceException(root.place(), "settings are an object");
                }
                return root;
            }
            String name = file.name().substring(file.name().lastIndexOf('/') + 1);
            Node head = Frontmatter.read(file, List.of("permission", "tools"));
            Node.Member agent = new Node.Member(name.substring(0, name.length() - 3), head.place(), head);
            Node agents = Node.object(head.place(), List.of(agent));
            return Node.object(head.place(), List.of(new Node.Member("agent", head.place(), agents)));
        }

        void blocks(Node root) throws SourceException {
            block(root, Optional.empty());
            for (String key : List.of("mode", "agent")) {
                for (Node.Member agent : root.get(key).members()) {
                    block(agent.value(), Optional.of(agent.name()));
                }
            }
        }

        private void block(Node block, Optional<String> named) throws SourceException {
            agent = named.orElse("");
            List<Entry> entries = new ArrayList<>();
            for (Node.Member tool : block.get("tools").members()) {
                entries.add(availability(tool));
            }
            Node permission = block.get("permission");
            if (permission.isText()) {
                entries.add(Entry.of(
                        permission.place(),
                        "*: " + permission.text(),
                        mode(permission, "*"),
                        List.of("*"),
                        new Form.Whole()));
                outside.rule(permission.place(), "*: " + permission.text(), "*", "*", mode(permission, "*"), agent);
            }
            for (Node.Member member : permission.members()) {
                member(member, entries);
            }
            if (named.isEmpty()) {
                global.addAll(entries);
            } else if (!entries.isEmpty()) {
                agents.add(agent);
                entries.forEach(entry -> ofAgents.add(entry.when(Map.of("agent", List.of(agent)))));
            }
        }

        private static Entry availability(Node.Member tool) {
            boolean off = tool.value().is(false);
            boolean edits = List.of("write", "patch", "multiedit", "edit").contains(tool.name());
            List<String> tools = edits ? editTools() : List.of(tool.name());
            return Entry.of(
                    tool.place(),
                    "tools: " + tool.name() + ": " + tool.value().written(),
                    off ? Mode.DENY : Mode.ALLOW,
                    tools,
                    off ? new Form.Whole() : new Form.Inert("it offers the tool, and says nothing of permission"));
        }

        private static List<String> editTools() {
            List<String> tools = new ArrayList<>(EDITORS);
            tools.addAll(PATCHES);
            return tools;
        }

        private static Mode mode(Node value, String key) throws SourceException {
            return switch (value.text()) {
                case "allow" -> Mode.ALLOW;
                case "ask" -> Mode.ASK;
                case "deny" -> Mode.DENY;
                default -> throw new SourceException(value.place(), "\"" + key + "\" is allow, ask or deny");
            };
        }

        private void member(Node.Member member, List<Entry> entries) throws SourceException {
            String key = member.name();
            if (key.startsWith("_") || member.value().isNone()) {
                return;
            } else if (member.value().isText()) {
                rule(member.place(), key, "*", mode(member.value(), key), entries);
            } else if (member.value().isObject()) {
                for (Node.Member rule : member.value().members()) {
                    if (!rule.name().startsWith("_") && !rule.value().isNone()) {
                        rule(rule.place(), key, rule.name(), mode(rule.value(), rule.name()), entries);
                    }
                }
            } else {
                throw new SourceException(member.value().place(), "\"" + key + "\" is allow, ask, deny or an object");
            }
        }

        private void rule(Place place, String writtenKey, String writtenPattern, Mode mode, List<Entry> entries) {
            String written = writtenPattern.equals("*") ? writtenKey : writtenKey + " " + writtenPattern;
            String key = stopping(writtenKey, mode);
            String pattern = key.equals("bash") ? stopping(writtenPattern, mode) : writtenPattern;
            if (mode != Mode.ALLOW && !key.equals("bash") && pattern.endsWith(" *")) {
                pattern = pattern.substring(0, pattern.length() - 2) + "*"; // "x *" is "x" too, for every tool
            }
            if (key.indexOf('?') >= 0) {
                entries.add(Entry.of(place, written, mode, List.of(), new Form.Unsaid("a name with ? can't be said")));
                return;
            }
            boolean all = pattern.equals("*") || pattern.equals("**");
            outside.rule(place, written, writtenKey, pattern, mode, agent);
            if (key.equals(OutsidePaths.KEY)) {
                entries.add(OutsidePaths.line(place, written, mode));
            } else if (key.equals("doom_loop")) {
                entries.add(Entry.of(place, written, mode, List.of(), REPEATED));
            } else if (key.equals("edit")) {
                edit(place, written, pattern, all, mode, entries);
            } else if (all) {
                entries.add(Entry.of(place, written, mode, List.of(key), new Form.Whole()));
            } else if (key.equals("bash")) {
                entries.add(Entry.of(place, written, mode, List.of(key), new Form.Words(pattern, true, "")));
            } else if (key.equals("read") || key.equals("list")) {
                entries.add(path(place, written, List.of(key), pattern, true, mode));
            } else if (TEXTS.containsKey(key)) {
                entries.add(Entry.of(
                        place,
                        written,
                        mode,
                        List.of(key),
                        new Form.Text(TEXTS.get(key), CrossingPaths.text(pattern), false)));
            } else {
                entries.add(Entry.of(place, written, mode, List.of(key), new Form.Unsaid(key + " takes no patterns")));
            }
        }

        /** Returns a pattern in which {@code ?} is a star if the rule stops calls. */
        private static String stopping(String pattern, Mode mode) {
            return mode == Mode.ALLOW ? pattern : pattern.replace('?', '*');
        }

        private void edit(Place place, String written, String pattern, boolean all, Mode mode, List<Entry> entries) {
            if (all) {
                entries.add(Entry.of(place, written, mode, editTools(), new Form.Whole()));
                return;
            }
            entries.add(path(place, written, EDITORS, pattern, false, mode));
            // The paths of a patch are in its text, so it is cleared only by a rule for every edit.
            if (mode != Mode.ALLOW) {
                entries.add(Entry.of(place, written, Mode.ASK, PATCHES, new Form.Whole()));
            }
        }

        private Entry path(
                Place place, String written, List<String> tools, String pattern, boolean absolute, Mode mode) {
            CrossingPaths paths = new CrossingPaths(settings, mode, absolute, false);
            return Entry.of(place, written, mode, tools, paths.form(pattern)).withFinding(paths.finding(pattern));
        }
    }
}
