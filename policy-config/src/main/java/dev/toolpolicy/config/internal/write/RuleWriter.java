package dev.toolpolicy.config.internal.write;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** A writer of rules as policy files have them, without their examples. Stateless. */
final class RuleWriter {
    private RuleWriter() {}

    /** Writes the rules of a list without those of floors. */
    static ArrayNode write(RuleList list) {
        ArrayNode rules = JsonNodeFactory.instance.arrayNode();
        for (RuleSpec rule : list.rules()) {
            ObjectNode node = rules.addObject();
            rule.name().ifPresent(name -> node.put("name", name));
            write(rule.each(), rule.conditions(), node);
            if (rule.onlyWherePresent()) {
                node.put("where_present", true);
            }
            node.put("mode", rule.passes() ? "pass" : rule.mode().word());
            rule.reason().ifPresent(reason -> node.put("reason", reason));
        }
        return rules;
    }

    /** Writes conditions: one beside the other members, several in a list. */
    static void write(Optional<RuleSpec.Each> each, List<Condition> conditions, ObjectNode node) {
        if (each.isEmpty() && conditions.size() == 1) {
            write(conditions.get(0), node);
            return;
        }
        each.ifPresent(of -> {
            node.put("each", of.array().toString());
            Optional.ofNullable(of.match()).ifPresent(match -> node.put("match", match.word()));
        });
        conditions.forEach(condition -> write(condition, node.withArray("/all").addObject()));
    }

    private static void write(Condition condition, ObjectNode node) {
        if (condition.label().isPresent()) {
            node.put("label", condition.label().get());
            return;
        }
        node.put(condition.isOnFact() ? "fact" : "arg", condition.pointer().toString());
        condition.matchers().forEach(matcher -> write(matcher, node));
        condition.match().ifPresent(match -> node.put("match", match.word()));
        if (condition.ignoresCase()) {
            node.put("ignore_case", true);
        }
        if (condition.matchesAbsent()) {
            node.put("or_absent", true);
        }
    }

    private static void write(Matcher matcher, ObjectNode node) {
        String keyword = matcher.keyword();
        switch (matcher.kind()) {
            case CONST -> node.set(keyword, matcher.values().get(0));
            case ENUM -> node.putArray(keyword).addAll(matcher.values());
            case PATTERN, PREFIX, GLOB -> node.put(keyword, matcher.text());
            case BOUND ->
                node.put(keyword, new BigDecimal(matcher.limit().orElseThrow().toString()));
            case IN_FACT -> node.put(keyword, matcher.fact().orElseThrow().toString());
            case HOST, COMMANDS, FROM -> {
                matcher.texts().forEach(node.putArray(keyword)::add);
                matcher.schemes().forEach(scheme -> node.withArray("/schemes").add(scheme));
                matcher.ports().forEach(port -> node.withArray("/ports").add(port));
                if (matcher.lines()) {
                    node.put("lines", true);
                }
            }
        }
    }
}
