package dev.toolpolicy.runtime.analysis;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.runtime.automaton.AutomatonLimits;
import dev.toolpolicy.runtime.automaton.Language;
import dev.toolpolicy.runtime.automaton.TextLanguage;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The values of one parameter that satisfy a matcher, in canonical form: equal in Java if equal to rules. */
sealed interface ValueSet {

    /** No value at all. */
    ValueSet NOTHING = new Points(Map.of());

    boolean contains(Object value);

    /** Some values, each as a rule writes it. */
    record Points(Map<Object, JsonNode> values) implements ValueSet {
        @Override
        public boolean contains(Object value) {
            return values.containsKey(value);
        }
    }

    record TextsFrom(String prefix) implements ValueSet {
        @Override
        public boolean contains(Object value) {
            return value instanceof String text && text.startsWith(prefix);
        }
    }

    record PathsUnder(NormalPath prefix) implements ValueSet {
        @Override
        public boolean contains(Object value) {
            return value instanceof NormalPath path && path.isAtOrBelow(prefix);
        }
    }

    record Bounded(Matcher.Bound bound) implements ValueSet {
        @Override
        public boolean contains(Object value) {
            return value instanceof ExactNumber number && bound.holds(number);
        }
    }

    /** Strings, or normal forms of paths, in which a pattern is found. */
    record Matching(Language language) implements ValueSet {
        @Override
        public boolean contains(Object value) {
            return (value instanceof String || value instanceof NormalPath) && language.contains(value.toString());
        }
    }

    static ValueSet of(Matcher matcher, ParameterType type) {
        if (matcher instanceof Matcher.Constant constant) {
            return points(List.of(constant.value()), type);
        } else if (matcher instanceof Matcher.OneOf oneOf) {
            return points(oneOf.values(), type);
        } else if (matcher instanceof Matcher.Prefix prefix) {
            return type instanceof ParameterType.PathType
                    ? new PathsUnder(NormalPath.of(prefix.text()))
                    : new TextsFrom(prefix.text());
        }
        if (matcher instanceof Matcher.Pattern pattern) {
            return new Matching(Language.of(TextLanguage.pattern(pattern.regex()), AutomatonLimits.DEFAULT));
        }
        return new Bounded((Matcher.Bound) matcher);
    }

    private static ValueSet points(List<JsonNode> values, ParameterType type) {
        Map<Object, JsonNode> points = new LinkedHashMap<>();
        values.forEach(value -> points.putIfAbsent(canonical(value, type), value));
        return new Points(points);
    }

    /** A value in the form in which rules compare it; paths inside an object are compared as written. */
    static Object canonical(JsonNode value, ParameterType type) {
        return type instanceof ParameterType.PathType && value.isTextual()
                ? NormalPath.of(value.textValue())
                : canonical(value);
    }

    private static Object canonical(JsonNode value) {
        if (value.isTextual()) {
            return value.textValue();
        } else if (value.isNumber()) {
            return ExactNumber.of(value);
        } else if (value.isArray()) {
            List<Object> elements = new ArrayList<>();
            value.forEach(element -> elements.add(canonical(element)));
            return elements;
        } else if (value.isObject()) {
            Map<String, Object> properties = new HashMap<>();
            value.properties().forEach(entry -> properties.put(entry.getKey(), canonical(entry.getValue())));
            return properties;
        }
        return value;
    }
}
