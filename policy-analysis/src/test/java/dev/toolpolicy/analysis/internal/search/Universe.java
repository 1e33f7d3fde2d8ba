package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.internal.schema.Step;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * All calls of a small tool, as far as some conditions tell them apart, by brute force: every short text, every number
 * near the limits, every combination of properties, every set of elements. Of values that no condition tells apart only
 * some are kept.
 */
final class Universe {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    /** How many values are kept that no condition tells apart: more than there are objects that rules name. */
    private static final int KEPT = 4;
    /** Past so many kinds of values, those of an object are not all combined. */
    private static final int MOST = 3000;

    /** The matchers of conditions that some value satisfies, and those that some value doesn't, as bits. */
    private record Seen(int satisfied, int failed) {
        Seen and(Seen other) {
            return new Seen(satisfied | other.satisfied, failed | other.failed);
        }
    }

    private final List<Condition> conditions;
    private final List<Resolution.Resolved> places;
    private final Map<Integer, List<JsonNode>> calls = new LinkedHashMap<>();

    private Universe(ToolSchema schema, List<Condition> conditions) {
        this.conditions = conditions;
        this.places = conditions.stream()
                .map(each -> (Resolution.Resolved) Resolution.of(each.pointer(), schema))
                .toList();
        classes(schema.root(), List.of())
                .forEach((seen, kept) -> calls.computeIfAbsent(holding(seen), bits -> new ArrayList<>())
                        .addAll(kept));
    }

    /** For each set of conditions, as bits, that some calls satisfy, such calls with their defaults. */
    static Map<Integer, List<JsonNode>> of(ToolSchema schema, List<Condition> conditions) {
        return new Universe(schema, conditions).calls;
    }

    private int holding(Seen seen) {
        return IntStream.range(0, conditions.size())
                .filter(i -> (seen.satisfied >> i & 1) == 1)
                .filter(i -> conditions.get(i).match().orElse(Match.ANY) == Match.ANY || (seen.failed >> i & 1) == 0)
                .map(i -> 1 << i)
                .sum();
    }

    /** What the conditions at a place see of a value there. */
    private Seen seen(List<Step> place, JsonNode value) {
        int satisfied = 0;
        int failed = 0;
        for (int i = 0; i < conditions.size(); i++) {
            if (places.get(i).steps().equals(place)) {
                if (NaiveRules.satisfies(
                        value,
                        conditions.get(i).matchers().get(0),
                        places.get(i).type())) {
                    satisfied |= 1 << i;
                } else {
                    failed |= 1 << i;
                }
            }
        }
        return new Seen(satisfied, failed);
    }

    private Map<Seen, List<JsonNode>> classes(ParameterType type, List<Step> place) {
        if (type.kind() == ParameterType.Kind.OBJECT) {
            return objects(type, place);
        } else if (type.kind() == ParameterType.Kind.ARRAY) {
            return arrays(type, place);
        }
        Map<Seen, List<JsonNode>> classes = new LinkedHashMap<>();
        SmallValues.of(type).forEach(value -> keep(classes, seen(place, value), value));
        return classes;
    }

    private static void keep(Map<Seen, List<JsonNode>> classes, Seen seen, JsonNode value) {
        List<JsonNode> kept = classes.computeIfAbsent(seen, key -> new ArrayList<>());
        if (kept.size() < KEPT) {
            kept.add(value);
        }
    }

    private Map<Seen, List<JsonNode>> objects(ParameterType type, List<Step> place) {
        Map<Seen, List<JsonNode>> classes = new LinkedHashMap<>();
        keep(classes, new Seen(0, 0), NODES.objectNode());
        for (Parameter property : type.properties()) {
            Map<Seen, List<JsonNode>> larger = new LinkedHashMap<>();
            Map<Seen, List<JsonNode>> states = states(property, longer(place, new Step.Property(property.name())));
            int limit = Math.max(1, MOST / Math.max(1, states.size()));
            classes.entrySet().stream()
                    .limit(limit)
                    .forEach(each -> states.forEach((seen, values) -> with(each.getValue(), property.name(), values)
                            .forEach(object -> keep(larger, each.getKey().and(seen), object))));
            classes = larger;
        }
        if (type.additional() != null) {
            classes.values().forEach(each -> {
                JsonNode other = SmallValues.some(type.additional());
                each.add(((ObjectNode) each.get(0).deepCopy()).set("other", other));
            });
        }
        Map<Seen, List<JsonNode>> whole = new LinkedHashMap<>();
        classes.forEach((seen, kept) -> kept.forEach(
                object -> keep(whole, seen.and(place.isEmpty() ? new Seen(0, 0) : seen(place, object)), object)));
        return whole;
    }

    private static List<ObjectNode> with(List<JsonNode> objects, String name, List<JsonNode> values) {
        List<ObjectNode> larger = new ArrayList<>();
        for (JsonNode value : values) {
            for (JsonNode object : objects) {
                ObjectNode copy = object.deepCopy();
                larger.add(value.isMissingNode() ? copy : copy.set(name, value));
            }
        }
        return larger;
    }

    private static List<Step> longer(List<Step> place, Step step) {
        List<Step> longer = new ArrayList<>(place);
        longer.add(step);
        return longer;
    }

    private Map<Seen, List<JsonNode>> states(Parameter property, List<Step> place) {
        Map<Seen, List<JsonNode>> states = new LinkedHashMap<>();
        if (!property.isRequired() && property.defaultValue().isEmpty()) {
            keep(states, new Seen(0, 0), MissingNode.getInstance());
        } else if (property.isRequired() && property.type().kind() == ParameterType.Kind.ANY) {
            keep(states, new Seen(0, 0), NullNode.getInstance());
        }
        classes(property.type(), place).forEach((seen, kept) -> kept.forEach(value -> keep(states, seen, value)));
        return states;
    }

    /** Sets of elements, grown until nothing new is seen of them. */
    private Map<Seen, List<JsonNode>> arrays(ParameterType type, List<Step> place) {
        Map<Seen, List<JsonNode>> elements = classes(type.items().orElseThrow(), longer(place, new Step.Elements()));
        Map<Seen, List<JsonNode>> classes = new LinkedHashMap<>();
        Deque<Seen> waiting = new ArrayDeque<>(List.of(new Seen(0, 0)));
        keep(classes, new Seen(0, 0), NODES.arrayNode());
        while (!waiting.isEmpty()) {
            Seen seen = waiting.remove();
            ArrayNode array = (ArrayNode) classes.get(seen).get(0);
            elements.forEach((more, kept) -> {
                Seen both = seen.and(more);
                if (!classes.containsKey(both)) {
                    waiting.add(both);
                }
                kept.stream()
                        .limit(2)
                        .forEach(element -> keep(classes, both, array.deepCopy().add(element)));
            });
        }
        return classes;
    }
}
