package dev.toolpolicy.runtime.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.Rule;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A second, slow implementation of rules on complete arguments: it shares nothing with the real one but the model.
 * Paths are judged by the JDK's own normal form, numbers by BigDecimal.
 */
final class RuleOracle {
    private RuleOracle() {}

    static RuleVerdict decide(ToolSchema schema, RuleList list, ObjectNode arguments) {
        JsonNode filled = fill(schema.root(), arguments);
        for (int i = 0; i < list.rules().size(); i++) {
            if (holds(schema, list.rules().get(i), filled)) {
                return RuleVerdict.by(i, list.rules().get(i).mode());
            }
        }
        return RuleVerdict.IMPLICIT;
    }

    static ObjectNode filled(ToolSchema schema, ObjectNode arguments) {
        return (ObjectNode) fill(schema.root(), arguments);
    }

    /** The arguments with their defaults, and without the nulls that mean absent. */
    private static JsonNode fill(ParameterType type, JsonNode value) {
        if (type instanceof ParameterType.ObjectType object && value.isObject()) {
            ObjectNode filled = value.deepCopy();
            for (Parameter property : object.properties()) {
                JsonNode given = filled.get(property.name());
                if (!property.isRequired() && given != null && given.isNull()) {
                    filled.remove(property.name());
                    given = null;
                }
                if (given != null) {
                    filled.set(property.name(), fill(property.type(), given));
                } else if (property.defaultValue().isPresent()) {
                    filled.set(property.name(), fill(property.type(), property.defaultValue().get()));
                }
            }
            return filled;
        } else if (type instanceof ParameterType.ArrayType array && value.isArray()) {
            ArrayNode filled = ((ArrayNode) value).deepCopy();
            for (int i = 0; i < filled.size(); i++) {
                filled.set(i, fill(array.items(), filled.get(i)));
            }
            return filled;
        }
        return value;
    }

    private static boolean holds(ToolSchema schema, Rule rule, JsonNode arguments) {
        if (rule.condition().isEmpty()) {
            return true;
        }
        Condition condition = rule.condition().get();
        List<JsonNode> values = List.of(arguments);
        ParameterType type = schema.root();
        for (String name : condition.argument().toString().substring(1).split("/", -1)) {
            String property = name.replace("~1", "/").replace("~0", "~");
            while (type instanceof ParameterType.ArrayType array) {
                values = elements(values);
                type = array.items();
            }
            type = ((ParameterType.ObjectType) type).property(property).orElseThrow().type();
            List<JsonNode> next = new ArrayList<>();
            values.forEach(value -> {
                if (value.has(property)) {
                    next.add(value.get(property));
                }
            });
            values = next;
        }
        while (type instanceof ParameterType.ArrayType array) {
            values = elements(values);
            type = array.items();
        }
        boolean path = type instanceof ParameterType.PathType;
        List<JsonNode> real = values.stream().filter(value -> !value.isNull()).toList();
        return condition.match() == Match.ALL
                ? !real.isEmpty() && real.stream().allMatch(value -> satisfies(value, condition.matcher(), path))
                : real.stream().anyMatch(value -> satisfies(value, condition.matcher(), path));
    }

    private static List<JsonNode> elements(List<JsonNode> arrays) {
        List<JsonNode> all = new ArrayList<>();
        arrays.forEach(array -> array.forEach(all::add));
        return all;
    }

    private static boolean satisfies(JsonNode value, Matcher matcher, boolean path) {
        if (matcher instanceof Matcher.Constant constant) {
            return same(value, constant.value(), path);
        } else if (matcher instanceof Matcher.OneOf oneOf) {
            return oneOf.values().stream().anyMatch(each -> same(value, each, path));
        } else if (matcher instanceof Matcher.Prefix prefix) {
            return value.isTextual()
                    && (path ? below(value.textValue(), prefix.text()) : value.textValue().startsWith(prefix.text()));
        }
        Matcher.Bound bound = (Matcher.Bound) matcher;
        if (!value.isNumber()) {
            return false;
        }
        int order = value.decimalValue().compareTo(new BigDecimal(bound.limit().toString()));
        return switch (bound.kind()) {
            case MINIMUM -> order >= 0;
            case MAXIMUM -> order <= 0;
            case EXCLUSIVE_MINIMUM -> order > 0;
            case EXCLUSIVE_MAXIMUM -> order < 0;
        };
    }

    private static boolean same(JsonNode left, JsonNode right, boolean path) {
        if (left.isNumber() && right.isNumber()) {
            return left.decimalValue().compareTo(right.decimalValue()) == 0;
        } else if (path && left.isTextual() && right.isTextual()) {
            return normal(left.textValue()).equals(normal(right.textValue()));
        } else if (left.isArray() && right.isArray() && left.size() == right.size()) {
            boolean all = true;
            for (int i = 0; i < left.size(); i++) {
                all &= same(left.get(i), right.get(i), false);
            }
            return all;
        } else if (left.isObject() && right.isObject() && left.size() == right.size()) {
            boolean all = true;
            for (String name : (Iterable<String>) left::fieldNames) {
                all &= right.has(name) && same(left.get(name), right.get(name), false);
            }
            return all;
        }
        return left.equals(right);
    }

    private static Path normal(String text) {
        return Path.of(text).normalize();
    }

    private static boolean below(String text, String prefix) {
        Path path = normal(text);
        Path ancestor = normal(prefix);
        if (climbs(path) != climbs(ancestor) || path.isAbsolute() != ancestor.isAbsolute()) {
            return false;
        }
        return ancestor.toString().isEmpty() || path.startsWith(ancestor);
    }

    private static int climbs(Path path) {
        int climbs = 0;
        for (Path component : path) {
            climbs += component.toString().equals("..") ? 1 : 0;
        }
        return climbs;
    }
}
