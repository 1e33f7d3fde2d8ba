package dev.toolpolicy.config.internal.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.check.FactDeclarations;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** A writer of tools as a policy file declares them, with their lists. Stateless. */
public final class ToolWriter {
    private ToolWriter() {}

    /**
     * Writes tools.
     *
     * @param facts facts beside those that the tools declare
     */
    public static ObjectNode write(List<ToolSpec<?>> tools, ToolSchema facts) {
        ObjectNode file = JsonNodeFactory.instance.objectNode();
        ObjectNode sections = file.putObject("tools");
        List<ToolSchema> declared = new ArrayList<>(List.of(facts));
        for (ToolSpec<?> tool : tools) {
            declared.add(tool.facts());
            write(tool, sections.putObject(tool.name()));
            if (!tool.results().isEmpty()) {
                ArrayNode entries = file.withObject("/results").putArray(tool.name());
                tool.results().forEach(each -> write(each, entries.addObject()));
            }
        }
        ToolSchema all = FactDeclarations.joined(declared);
        if (!all.parameters().isEmpty()) {
            file.set("facts", type(all.root(), all.toJson()));
        }
        return file;
    }

    private static void write(ToolSpec<?> tool, ObjectNode node) {
        node.put("description", tool.description());
        node.set("parameters", type(tool.schema().root(), tool.schema().toJson()));
        for (ListKind list : ListKind.values()) {
            tool.rules(list).ifPresent(rules -> node.withObject("/policy").set(list.word(), write(rules)));
        }
        tool.requirements()
                .forEach(each -> write(each, node.withArray("/policy/requires").addObject()));
        tool.limits()
                .forEach(each -> write(each, node.withArray("/policy/limits").addObject()));
    }

    /** Adds to a type's JSON Schema what that can't say. */
    private static JsonNode type(ParameterType type, ObjectNode node) {
        node.put("type", type.typeName());
        if (type.precision() != ParameterType.Precision.EXACT) {
            node.put("precision", type.precision().name().toLowerCase(Locale.ROOT));
        }
        type.items().ifPresent(items -> type(items, (ObjectNode) node.get("items")));
        for (Parameter each : type.properties()) {
            ObjectNode property = (ObjectNode) node.get("properties").get(each.name());
            type(each.type(), property);
            if (each.isLarge()) {
                property.put("large", true);
            }
            if (each.isSink()) {
                property.put("sink", true);
            }
        }
        Optional.ofNullable(type.additional())
                .ifPresent(other -> type(other, (ObjectNode) Objects.requireNonNull(node.get("additionalProperties"))));
        return node;
    }

    private static void write(Requirement requirement, ObjectNode node) {
        requirement.tools().forEach(node.putArray("tools")::add);
        requirement.key().ifPresent(key -> {
            node.put("key", key.argument().toString())
                    .put("tools_key", key.requiredArgument().toString())
                    .put("match", key.match().word())
                    .put("when_missing", key.denyWhenMissing() ? "deny" : "allow")
                    .put("unless_new", key.allowsNewFiles())
                    .put("fresh", key.requiresFresh());
        });
        node.put("external", requirement.isExternal());
        requirement.reason().ifPresent(reason -> node.put("reason", reason));
    }

    private static void write(CallLimit limit, ObjectNode node) {
        node.put(
                limit.kind().name().toLowerCase(Locale.ROOT),
                new BigDecimal(limit.most().toString()));
        limit.amount().ifPresent(amount -> node.put("of", amount.toString()));
        limit.per()
                .ifPresent(per ->
                        node.put("per", per.toMillisPart() == 0 ? per.toSeconds() + "s" : per.toMillis() + "ms"));
        limit.reason().ifPresent(reason -> node.put("reason", reason));
        limit.rule().ifPresent(rule -> node.put("rule", rule));
        limit.by().ifPresent(fact -> node.put("by", fact.toString()).put("single_node", limit.singleNode()));
    }

    private static void write(ResultSpec entry, ObjectNode node) {
        if (!entry.conditions().isEmpty()) {
            write(Optional.empty(), entry.conditions(), node);
        }
        entry.labels().forEach(node.putArray("labels")::add);
        entry.values().forEach((set, source) -> {
            ObjectNode from = node.withObject("/values").putObject(set);
            source.at().forEach(place -> from.withArray("/at").add(place.toString()));
            from.put("trusted", source.isTrusted()).put("open", source.isOpen());
        });
        node.put("external", entry.isExternal());
    }

    /** Writes the rules of a list without those of floors. */
    private static ArrayNode write(RuleList list) {
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
    private static void write(Optional<RuleSpec.Each> each, List<Condition> conditions, ObjectNode node) {
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
