package dev.toolpolicy.agents.importing.internal.arrange;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.Precedence;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Arranges the rules for one tool to a list of which the first matching rule decides.
 *
 * <p>The host judges each command of a line by its first rule, and the strictest answer counts. Of our rules, one that
 * denies or asks holds if some command matches. So an asking exception from a later denial must not come before it as it
 * is: it holds only if every command of the line is asked about or allowed before that denial. Behind the denial it
 * is said again, before anything is allowed there.
 */
final class Arranger {
    private static final String EXCEPTION = "asks only if the line has nothing that a later rule denies";

    private static final String TOGETHER = "denies, since a later rule would deny another command of the line";

    private final List<Group> groups;
    private final boolean hasLines;
    private final List<OutRule> rules = new ArrayList<>();
    /** Asking exceptions from denials that were said so far, by their facts: one rule says those of the same facts. */
    private final Map<Map<String, List<String>>, Group> exceptions = new LinkedHashMap<>();

    private Arranger(List<Group> groups, boolean hasLines) {
        this.groups = groups;
        this.hasLines = hasLines;
    }

    /**
     * Returns the rules in the order in which they decide.
     *
     * @param hasLines whether the tool has a command line, so that a pattern may be about a line of several commands
     */
    static List<OutRule> arrange(Precedence precedence, List<Step> steps, boolean hasLines) {
        List<Step> ordered = new ArrayList<>(steps);
        if (precedence == Precedence.LAST) {
            Collections.reverse(ordered);
        } else if (!precedence.order().isEmpty()) {
            ordered.sort(Comparator.comparing(
                    step -> precedence.order().indexOf(step.entry().mode())));
        }
        Arranger arranger = new Arranger(Group.of(StepOrder.of(ordered)), hasLines);
        arranger.arrange();
        return arranger.rules;
    }

    private void arrange() {
        boolean behindDenial = false;
        for (int i = 0; i < groups.size(); i++) {
            Group group = groups.get(i);
            if (group.mode() == Mode.DENY) {
                rules.addAll(group.rules(Mode.DENY));
                behindDenial = true;
            } else if (group.mode() == Mode.ALLOW) {
                if (behindDenial) {
                    repeatExceptions(i);
                    behindDenial = false;
                }
                settleExceptions(group, i);
                rules.addAll(i == groups.size() - 1 ? group.lastRules() : group.rules(Mode.ALLOW));
            } else if (nextDenial(i) < groups.size() && !group.decidesAll()) {
                addException(group, i, true);
                exceptions.merge(group.facts(), group, Group::join);
            } else {
                rules.addAll(group.rules(Mode.ASK));
            }
        }
    }

    private int nextDenial(int from) {
        int next = from;
        while (next < groups.size() && groups.get(next).mode() != Mode.DENY) {
            next++;
        }
        return next;
    }

    private void repeatExceptions(int at) {
        boolean denialFollows = nextDenial(at) < groups.size();
        for (Group group : exceptions.values()) {
            if (denialFollows) {
                addException(group, at, false);
            } else {
                rules.addAll(group.commandRules(Mode.ASK)); // the others were said before
            }
        }
        if (!denialFollows) {
            exceptions.clear();
        }
    }

    /**
     * Says exceptions for good before something is allowed that they don't spare: a line with such a command and one that
     * a later rule denies is denied.
     */
    private void settleExceptions(Group allowing, int at) {
        for (Iterator<Group> each = exceptions.values().iterator(); each.hasNext(); ) {
            Group group = each.next();
            if (spares(group, allowing)) {
                continue;
            }
            for (Group later : groups.subList(at, groups.size())) {
                if (later.mode() == Mode.DENY) {
                    denyTogether(group, later);
                }
            }
            group.commandRules(Mode.ASK).forEach(rules::add);
            each.remove();
        }
    }

    /** Returns whether an exception's rule asks about lines of its commands and of what is allowed. */
    private static boolean spares(Group exception, Group allowing) {
        return allowing.isSets()
                && (allowing.facts().isEmpty() || allowing.facts().equals(exception.facts()));
    }

    private void denyTogether(Group asking, Group denying) {
        asking.commands().forEach((pointer, asked) -> {
            Map<String, Entry> denied = denying.commands().getOrDefault(pointer, Map.of());
            List<ObjectNode> conditions = new ArrayList<>();
            conditions.add(Group.condition(pointer, asked.keySet(), ""));
            if (denying.isSets()) {
                conditions.add(Group.condition(pointer, denied.keySet(), ""));
            }
            if (!denying.isSets() || !denied.isEmpty()) {
                rules.add(asking.rule(Mode.DENY, conditions, asked, TOGETHER));
            }
        });
    }

    private void addException(Group group, int at, boolean first) {
        if (group.isWhole()) {
            // Under its facts nothing behind it counts, so nothing behind it can deny.
            rules.addAll(group.rules(Mode.ASK));
            return;
        }
        group.commands().forEach((pointer, asked) -> {
            Set<String> spared = new LinkedHashSet<>(asked.keySet());
            for (Group other : groups.subList(0, nextDenial(at))) {
                boolean applies = other.facts().isEmpty() || other.facts().equals(group.facts());
                if (other.mode() == Mode.ALLOW && applies) {
                    spared.addAll(
                            other.commands().getOrDefault(pointer, Map.of()).keySet());
                }
            }
            List<ObjectNode> conditions = new ArrayList<>();
            if (spared.size() > asked.size()) {
                conditions.add(Group.condition(pointer, asked.keySet(), ""));
            }
            conditions.add(Group.condition(pointer, spared, "all"));
            rules.add(group.rule(Mode.ASK, conditions, asked, EXCEPTION));
        });
        if (first) {
            group.otherRules(Mode.ASK).forEach(other -> rules.add(exception(other)));
        }
    }

    /** Returns an asking rule that must not come before a denial: one about a whole line denies instead. */
    private OutRule exception(OutRule rule) {
        boolean oneValue = rule.patterns().isEmpty()
                && rule.conditions().stream()
                        .noneMatch(each -> each.has("match") || hasLines && each.has("pattern") || each.has("each"));
        return oneValue
                ? rule
                : new OutRule(
                        Mode.DENY,
                        rule.conditions(),
                        rule.patterns(),
                        rule.entries(),
                        "denies, since the line may have something that a later rule denies");
    }

    /** Adds a rule that asks about paths behind a tilde, which may mean the home directory or not. */
    static List<OutRule> withTilde(List<OutRule> rules, List<String> paths) {
        boolean looksAtPaths = rules.stream()
                .flatMap(rule -> rule.conditions().stream())
                .anyMatch(condition -> condition.has("each")
                        || paths.contains(condition.path("arg").asText()));
        int first = 0;
        while (first < rules.size() && rules.get(first).mode() != Mode.ALLOW) {
            first++;
        }
        if (!looksAtPaths || first == rules.size()) {
            return rules;
        }
        List<OutRule> guarded = new ArrayList<>(rules);
        for (String pointer : paths) {
            ObjectNode tilde =
                    JsonNodeFactory.instance.objectNode().put("arg", pointer).put("glob", "[~]/**");
            guarded.add(
                    first,
                    new OutRule(
                            Mode.ASK, List.of(tilde), Map.of(), List.<Entry>of(), "a path behind ~ may be anywhere"));
        }
        return guarded;
    }
}
