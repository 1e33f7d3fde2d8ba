package dev.toolpolicy.config.internal.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.check.FactDeclarations;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.config.internal.read.ToolFileReader;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** A writer of tools with their lists. It reads again what it has written, and refuses what would be another tool. */
public final class ToolFileWriter {
    private ToolFileWriter() {}

    /**
     * Writes tools.
     *
     * @param facts facts that lists of files may look at, beside those that the tools declare
     * @throws IllegalArgumentException if code has made a list that no file can have
     */
    public static ObjectNode write(List<? extends ToolSpec<?>> tools, ToolSchema facts) {
        ObjectNode file = JsonNodeFactory.instance.objectNode().put(ToolFileReader.EDITION, 1);
        ArrayNode written = file.putArray("tools");
        for (ToolSpec<?> tool : tools) {
            ObjectNode node = tool(tool, FactDeclarations.joined(List.of(tool.facts(), facts)));
            check(tool, node);
            written.add(node);
        }
        return file;
    }

    private static void check(ToolSpec<?> tool, ObjectNode node) {
        String refusal = "no file can say what code says of the tool \"" + tool.name() + "\"";
        ToolSpec<?> read;
        try {
            read = ToolFileReader.tool(StrictJson.standard().read(node.toString()));
        } catch (MalformedJsonException | InvalidPolicyException e) {
            throw new IllegalArgumentException(refusal + ": " + e.getMessage(), e);
        }
        boolean same = tool(read, read.facts()).toString().equals(node.toString());
        if (!same || !words(read).equals(words(tool))) {
            throw new IllegalArgumentException(refusal);
        }
    }

    private static List<String> words(ToolSpec<?> tool) {
        return List.of(
                tool.run().toString(),
                tool.result().toString(),
                tool.requirements().toString(),
                tool.limits().toString(),
                tool.results().toString());
    }

    private static ObjectNode tool(ToolSpec<?> tool, ToolSchema facts) {
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("name", tool.name());
        node.put("description", tool.description());
        node.set("parameters", type(tool.schema().root(), tool.schema().toJson()));
        if (!facts.parameters().isEmpty()) {
            node.set("facts", type(facts.root(), facts.toJson()));
        }
        ObjectNode policy = JsonNodeFactory.instance.objectNode();
        for (ListKind list : ListKind.values()) {
            tool.rules(list).ifPresent(rules -> policy.set(list.word(), RuleWriter.write(rules)));
        }
        tool.requirements()
                .forEach(each -> write(each, policy.withArray("/requires").addObject()));
        tool.limits().forEach(each -> write(each, policy.withArray("/limits").addObject()));
        if (!policy.isEmpty()) {
            node.set("policy", policy);
        }
        tool.results().forEach(each -> write(each, node.withArray("/results").addObject()));
        return node;
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
        limit.per().ifPresent(per -> node.put("per", time(per)));
        limit.reason().ifPresent(reason -> node.put("reason", reason));
    }

    private static String time(Duration time) {
        return time.toMillisPart() == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
    }

    private static void write(ResultSpec entry, ObjectNode node) {
        if (!entry.conditions().isEmpty()) {
            RuleWriter.write(Optional.empty(), entry.conditions(), node);
        }
        entry.labels().forEach(node.putArray("labels")::add);
        entry.values().forEach((set, source) -> {
            ObjectNode from = node.withObject("/values").putObject(set);
            source.at().forEach(place -> from.withArray("/at").add(place.toString()));
            from.put("trusted", source.isTrusted()).put("open", source.isOpen());
        });
        node.put("external", entry.isExternal());
    }
}
