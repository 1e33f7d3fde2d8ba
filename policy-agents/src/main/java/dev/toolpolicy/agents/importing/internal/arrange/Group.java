package dev.toolpolicy.agents.importing.internal.arrange;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.agents.importing.internal.rule.Alternative;
import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.LineRegex;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Neighboring rules of one mode that hold under the same facts, with their commands joined to sets. */
final class Group {
    private final Mode mode;
    private final Map<String, List<String>> facts;
    /** By parameter, the patterns with the rules that they come from. */
    private final Map<String, Map<String, Entry>> commands = new LinkedHashMap<>();
    /** The same of sets with further conditions, by those. */
    private final Map<Alternative, Map<String, Entry>> guarded = new LinkedHashMap<>();
    /** Other conditions with the rules that they come from. */
    private final List<Map.Entry<Alternative, Entry>> others = new ArrayList<>();

    private final List<Entry> whole = new ArrayList<>();

    private Group(Step first) {
        mode = first.entry().mode();
        facts = first.entry().facts();
    }

    /** Joins neighbors. Nothing follows a rule that decides every call. */
    static List<Group> of(List<Step> steps) {
        List<Group> groups = new ArrayList<>();
        Group last = null;
        for (Step step : steps) {
            if (last == null
                    || last.mode != step.entry().mode()
                    || !last.facts.equals(step.entry().facts())) {
                if (last != null && last.decidesAll()) {
                    break;
                }
                last = new Group(step);
                groups.add(last);
            }
            last.add(step);
        }
        return groups;
    }

    private void add(Step step) {
        for (Alternative alternative : step.alternatives()) {
            if (alternative.isWhole()) {
                whole.add(step.entry());
            } else if (alternative.isCommands()) {
                Map<String, Entry> set =
                        commands.computeIfAbsent(alternative.pointer(), pointer -> new LinkedHashMap<>());
                alternative.patterns().forEach(pattern -> set.putIfAbsent(pattern, step.entry()));
            } else if (!alternative.patterns().isEmpty()) {
                Alternative guard = new Alternative(alternative.pointer(), List.of(), alternative.conditions());
                Map<String, Entry> set = guarded.computeIfAbsent(guard, key -> new LinkedHashMap<>());
                alternative.patterns().forEach(pattern -> set.putIfAbsent(pattern, step.entry()));
            } else {
                others.add(Map.entry(alternative, step.entry()));
            }
        }
    }

    /** Adds what is about every call and the commands of a later group under the same facts. */
    Group join(Group later) {
        whole.addAll(later.whole);
        later.commands.forEach((pointer, set) ->
                commands.computeIfAbsent(pointer, key -> new LinkedHashMap<>()).putAll(set));
        return this;
    }

    Mode mode() {
        return mode;
    }

    Map<String, List<String>> facts() {
        return facts;
    }

    Map<String, Map<String, Entry>> commands() {
        return commands;
    }

    /** Returns whether the group is nothing but sets of commands. */
    boolean isSets() {
        return !isWhole() && guarded.isEmpty() && others.isEmpty();
    }

    boolean isWhole() {
        return !whole.isEmpty();
    }

    boolean decidesAll() {
        return isWhole() && facts.isEmpty();
    }

    /** Returns the rules of the whole group in a mode. */
    List<OutRule> rules(Mode written) {
        List<OutRule> rules = new ArrayList<>();
        if (isWhole()) {
            return List.of(rule(written, List.of(), Map.of(), whole, ""));
        }
        rules.addAll(commandRules(written));
        rules.addAll(otherRules(written));
        return rules;
    }

    /**
     * Returns the allowing rules at the end of a list. Those for plain lines only stand behind one that asks about others,
     * so that they don't each say so.
     */
    List<OutRule> lastRules() {
        List<OutRule> all = new ArrayList<>(rules(Mode.ALLOW));
        List<OutRule> plain = all.stream()
                .filter(rule -> rule.conditions().size() == 2
                        && rule.conditions().get(1).path("pattern").asText().equals(LineRegex.PLAIN))
                .toList();
        if (plain.size() < 2) {
            return all;
        }
        ObjectNode other = plain.get(0).conditions().get(1).deepCopy().put("pattern", LineRegex.NOT_PLAIN);
        all.removeAll(plain);
        all.add(new OutRule(
                Mode.ASK, List.of(other), Map.of(), List.of(), "lines with operators, expansions or redirects ask"));
        plain.forEach(rule -> all.add(
                new OutRule(Mode.ALLOW, rule.conditions().subList(0, 1), Map.of(), rule.entries(), rule.comment())));
        return all;
    }

    /** Returns the rules that are sets of commands. */
    List<OutRule> commandRules(Mode written) {
        List<OutRule> rules = new ArrayList<>();
        commands.forEach((pointer, set) ->
                rules.add(rule(written, List.of(condition(pointer, set.keySet(), "")), set, "")));
        return rules;
    }

    /** Returns the rules that aren't sets of commands. */
    List<OutRule> otherRules(Mode written) {
        List<OutRule> rules = new ArrayList<>();
        guarded.forEach((guard, set) -> {
            List<ObjectNode> conditions = new ArrayList<>();
            conditions.add(condition(guard.pointer(), set.keySet(), ""));
            guard.conditions().forEach(condition -> conditions.add(condition.deepCopy()));
            rules.add(rule(written, conditions, set, ""));
        });
        for (Map.Entry<Alternative, Entry> each : others) {
            List<ObjectNode> conditions = new ArrayList<>();
            each.getKey().conditions().forEach(condition -> conditions.add(condition.deepCopy()));
            rules.add(rule(written, conditions, Map.of(), List.of(each.getValue()), ""));
        }
        return rules;
    }

    OutRule rule(Mode written, List<ObjectNode> conditions, Map<String, Entry> patterns, String comment) {
        return rule(written, conditions, patterns, List.copyOf(patterns.values()), comment);
    }

    private OutRule rule(
            Mode written, List<ObjectNode> conditions, Map<String, Entry> patterns, List<Entry> from, String comment) {
        List<ObjectNode> all = new ArrayList<>(conditions);
        new TreeMap<>(facts).forEach((name, values) -> all.add(fact(name, values)));
        return new OutRule(written, all, patterns, from, comment);
    }

    private static ObjectNode fact(String name, List<String> values) {
        ObjectNode condition = JsonNodeFactory.instance.objectNode().put("fact", "/" + name);
        if (values.equals(List.of("true")) || values.equals(List.of("false"))) {
            return condition.put("const", values.equals(List.of("true")));
        } else if (values.size() == 1) {
            return condition.put("const", values.get(0));
        }
        values.forEach(condition.withArray("enum")::add);
        return condition;
    }

    static ObjectNode condition(String pointer, Iterable<String> patterns, String match) {
        ObjectNode condition = JsonNodeFactory.instance.objectNode().put("arg", pointer);
        patterns.forEach(condition.withArray("commands")::add);
        return match.isEmpty() ? condition : condition.put("match", match);
    }

    @Override
    public String toString() {
        return mode + " " + commands + others + whole;
    }
}
