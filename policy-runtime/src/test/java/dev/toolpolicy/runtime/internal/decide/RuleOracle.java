package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A second, slow implementation of rules on complete arguments: it shares nothing with the real one but the model.
 * Paths are judged by the JDK's own normal form, numbers by BigDecimal, patterns by its regular
 * expressions.
 */
final class RuleOracle {
    private RuleOracle() {}

    static RuleDecision decide(ToolSchema schema, RuleList list, ObjectNode arguments) {
        return decide(schema, list, arguments, PathOracle.PLAIN);
    }

    static RuleDecision decide(ToolSchema schema, RuleList list, ObjectNode arguments, PathOracle paths) {
        JsonNode filled = fill(schema.root(), arguments);
        for (int i = 0; i < list.rules().size(); i++) {
            if (holds(schema, list.rules().get(i), filled, paths)) {
                RuleDecision verdict = RuleDecision.by(i, list.rules().get(i).mode());
                boolean guarded = verdict.mode() == Mode.ALLOW && isGuarded(schema.root(), filled, paths);
                return guarded ? verdict.guardedBy("some path") : verdict;
            }
        }
        return RuleDecision.IMPLICIT;
    }

    /** Whether there is a path anywhere that keeps the call from running unattended. */
    private static boolean isGuarded(ParameterType type, JsonNode value, PathOracle paths) {
        boolean guarded = type.kind() == ParameterType.Kind.PATH && paths.guards(value.textValue());
        if (type.kind() == ParameterType.Kind.ARRAY) {
            for (JsonNode element : value) {
                guarded |= isGuarded(type.items().orElseThrow(), element, paths);
            }
        } else if (type.kind() == ParameterType.Kind.OBJECT) {
            for (Map.Entry<String, JsonNode> property : value.properties()) {
                guarded |= isGuarded(inner(type, property.getKey()), property.getValue(), paths);
            }
        }
        return guarded;
    }

    private static ParameterType inner(ParameterType object, String name) {
        return object.property(name)
                .map(Parameter::type)
                .or(() -> Optional.ofNullable(object.additional()))
                .orElse(ParameterType.any());
    }

    static ObjectNode filled(ToolSchema schema, ObjectNode arguments) {
        return (ObjectNode) fill(schema.root(), arguments);
    }

    /** The arguments with their defaults, and without the nulls that mean absent. */
    private static JsonNode fill(ParameterType type, JsonNode value) {
        if (type.kind() == ParameterType.Kind.OBJECT && value.isObject()) {
            ObjectNode filled = value.deepCopy();
            for (Map.Entry<String, JsonNode> property : value.properties()) {
                if (type.property(property.getKey()).isEmpty()) {
                    filled.set(property.getKey(), fill(type.additional(), property.getValue()));
                }
            }
            for (Parameter property : type.properties()) {
                JsonNode given = filled.get(property.name());
                if (!property.isRequired() && given != null && given.isNull()) {
                    filled.remove(property.name());
                    given = null;
                }
                if (given != null) {
                    filled.set(property.name(), fill(property.type(), given));
                } else if (property.defaultValue().isPresent()) {
                    filled.set(
                            property.name(),
                            fill(property.type(), property.defaultValue().get()));
                }
            }
            return filled;
        } else if (type.kind() == ParameterType.Kind.ARRAY && value.isArray()) {
            ArrayNode filled = ((ArrayNode) value).deepCopy();
            for (int i = 0; i < filled.size(); i++) {
                filled.set(i, fill(type.items().orElseThrow(), filled.get(i)));
            }
            return filled;
        } else if (type.kind() == ParameterType.Kind.NUMBER) {
            return switch (type.precision()) {
                case EXACT -> value;
                case DOUBLE ->
                    shortest(new BigDecimal(value.doubleValue()), each -> each.doubleValue() == value.doubleValue());
                case FLOAT ->
                    shortest(new BigDecimal(value.floatValue()), each -> each.floatValue() == value.floatValue());
            };
        }
        return value;
    }

    /** The nearest decimal of the fewest digits that is still read as the same; the JDK's own isn't before Java 19. */
    private static JsonNode shortest(BigDecimal exact, Predicate<BigDecimal> isSame) {
        for (int digits = 1; ; digits++) {
            BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (isSame.test(rounded)) {
                return DecimalNode.valueOf(rounded);
            }
        }
    }

    private static boolean holds(ToolSchema schema, RuleSpec rule, JsonNode arguments, PathOracle paths) {
        if (rule.isCatchAll()) {
            return true;
        }
        if (rule.conditions().size() != 1 || rule.each().isPresent()) {
            throw new IllegalStateException("not a rule of one condition: " + rule);
        }
        Condition condition = rule.conditions().get(0);
        List<JsonNode> values = List.of(arguments);
        ParameterType type = schema.root();
        for (String name : condition.pointer().toString().substring(1).split("/", -1)) {
            String property = name.replace("~1", "/").replace("~0", "~");
            while (type.kind() == ParameterType.Kind.ARRAY) {
                values = elements(values);
                type = type.items().orElseThrow();
            }
            type = type.property(property).orElseThrow().type();
            List<JsonNode> next = new ArrayList<>();
            values.forEach(value -> {
                if (value.has(property)) {
                    next.add(value.get(property));
                }
            });
            values = next;
        }
        while (type.kind() == ParameterType.Kind.ARRAY) {
            values = elements(values);
            type = type.items().orElseThrow();
        }
        ParameterType place = type;
        boolean path = type.kind() == ParameterType.Kind.PATH;
        Predicate<JsonNode> satisfies = value -> path
                ? paths.holds(
                        value.textValue(),
                        rule.mode(),
                        each -> satisfies(each, condition.matchers().get(0), paths))
                : satisfies(value, condition.matchers().get(0), same(place, rule.mode(), paths));
        List<JsonNode> real = values.stream().filter(value -> !value.isNull()).toList();
        return condition.match().orElse(Match.ANY) == Match.ALL
                ? !real.isEmpty() && real.stream().allMatch(satisfies)
                : real.stream().anyMatch(satisfies);
    }

    private static List<JsonNode> elements(List<JsonNode> arrays) {
        List<JsonNode> all = new ArrayList<>();
        arrays.forEach(array -> array.forEach(all::add));
        return all;
    }

    private static boolean satisfies(Path path, Matcher matcher, PathOracle paths) {
        if (matcher.kind() == Matcher.Kind.CONST) {
            return paths.isSame(path, matcher.values().get(0).textValue());
        } else if (matcher.kind() == Matcher.Kind.ENUM) {
            return matcher.values().stream().anyMatch(each -> paths.isSame(path, each.textValue()));
        }
        if (matcher.kind() == Matcher.Kind.PATTERN) {
            return Pattern.compile(matcher.text())
                    .matcher(PathOracle.text(path))
                    .find();
        }
        return paths.isBelow(path, matcher.text(), RuleOracle::below);
    }

    /** Whether a value of a type is a rule's, where paths inside of it are judged like others. */
    private static BiPredicate<JsonNode, JsonNode> same(ParameterType type, Mode mode, PathOracle paths) {
        return (value, own) -> same(spelled(type, value, own, mode, paths), own);
    }

    /** The value, with its paths spelled as in another value where they are the same paths. */
    private static JsonNode spelled(ParameterType type, JsonNode value, JsonNode own, Mode mode, PathOracle paths) {
        if (type.kind() == ParameterType.Kind.PATH && own.isTextual()) {
            boolean same = paths.holds(value.textValue(), mode, path -> path.equals(paths.normal(own.textValue())));
            return same ? own : DecimalNode.valueOf(BigDecimal.ONE);
        } else if (type.kind() == ParameterType.Kind.OBJECT && value.isObject()) {
            ObjectNode spelled = value.deepCopy();
            value.properties().forEach(property -> {
                JsonNode other = own.path(property.getKey());
                spelled.set(
                        property.getKey(),
                        spelled(inner(type, property.getKey()), property.getValue(), other, mode, paths));
            });
            return spelled;
        } else if (type.kind() == ParameterType.Kind.ARRAY && value.isArray()) {
            ArrayNode spelled = ((ArrayNode) value).deepCopy();
            for (int i = 0; i < spelled.size(); i++) {
                spelled.set(i, spelled(type.items().orElseThrow(), value.get(i), own.path(i), mode, paths));
            }
            return spelled;
        }
        return value;
    }

    private static boolean satisfies(JsonNode value, Matcher matcher, BiPredicate<JsonNode, JsonNode> same) {
        if (matcher.kind() == Matcher.Kind.CONST) {
            return same.test(value, matcher.values().get(0));
        } else if (matcher.kind() == Matcher.Kind.ENUM) {
            return matcher.values().stream().anyMatch(each -> same.test(value, each));
        } else if (matcher.kind() == Matcher.Kind.PREFIX) {
            return value.isTextual() && value.textValue().startsWith(matcher.text());
        }
        if (matcher.kind() == Matcher.Kind.PATTERN) {
            return value.isTextual()
                    && Pattern.compile(matcher.text())
                            .matcher(value.textValue())
                            .find();
        }
        if (!value.isNumber()) {
            return false;
        }
        int order = value.decimalValue()
                .compareTo(new BigDecimal(matcher.limit().orElseThrow().toString()));
        return switch (matcher.bound().orElseThrow()) {
            case MINIMUM -> order >= 0;
            case MAXIMUM -> order <= 0;
            case EXCLUSIVE_MINIMUM -> order > 0;
            case EXCLUSIVE_MAXIMUM -> order < 0;
        };
    }

    /** Equal as JSON values: numbers by value, objects whatever their order. */
    static boolean same(JsonNode left, JsonNode right) {
        if (left.isNumber() && right.isNumber()) {
            return left.decimalValue().compareTo(right.decimalValue()) == 0;
        } else if (left.isArray() && right.isArray() && left.size() == right.size()) {
            boolean all = true;
            for (int i = 0; i < left.size(); i++) {
                all &= same(left.get(i), right.get(i));
            }
            return all;
        } else if (left.isObject() && right.isObject() && left.size() == right.size()) {
            boolean all = true;
            for (String name : (Iterable<String>) left::fieldNames) {
                all &= right.has(name) && same(left.get(name), right.get(name));
            }
            return all;
        }
        return left.equals(right);
    }

    private static boolean below(Path path, Path ancestor) {
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
