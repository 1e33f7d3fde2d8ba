package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.read.Patterns;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of one parameter that satisfy a matcher, in canonical form: equal in Java if equal for rules. */
public sealed interface ValueSet {

    /** The empty set. */
    ValueSet NOTHING = new Points(Map.of());

    boolean contains(Object value);

    /** Single values, each as a rule writes it. */
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

    static ValueSet of(Matcher matcher, ParameterType type, NormalPath.Form form) {
        if (matcher instanceof Matcher.Constant constant) {
            return points(List.of(constant.value()), type, form);
        } else if (matcher instanceof Matcher.OneOf oneOf) {
            return points(oneOf.values(), type, form);
        } else if (matcher instanceof Matcher.Prefix prefix) {
            return type instanceof ParameterType.PathType
                    ? new PathsUnder(form.of(prefix.text()))
                    : new TextsFrom(prefix.text());
        }
        if (matcher instanceof Matcher.Pattern pattern) {
            return new Matching(Patterns.language(pattern.regex()));
        }
        return new Bounded((Matcher.Bound) matcher);
    }

    private static ValueSet points(List<JsonNode> values, ParameterType type, NormalPath.Form form) {
        Map<Object, JsonNode> points = new LinkedHashMap<>();
        values.forEach(value -> points.putIfAbsent(canonical(value, type, form), value));
        return new Points(points);
    }

    /** Returns a value in the form in which rules compare it. Paths, also inside of it, are in their normal form. */
    static Object canonical(JsonNode value, @Nullable ParameterType type, NormalPath.Form form) {
        if (value.isTextual()) {
            return type instanceof ParameterType.PathType ? form.of(value.textValue()) : value.textValue();
        } else if (value.isNumber()) {
            return ExactNumber.of(value);
        } else if (value.isArray()) {
            ParameterType items = type instanceof ParameterType.ArrayType array ? array.items() : null;
            List<Object> elements = new ArrayList<>();
            value.forEach(element -> elements.add(canonical(element, items, form)));
            return elements;
        } else if (value.isObject()) {
            Map<String, Object> properties = new HashMap<>();
            value.properties()
                    .forEach(entry -> properties.put(
                            entry.getKey(), canonical(entry.getValue(), inner(type, entry.getKey()), form)));
            return properties;
        }
        return value;
    }

    private static @Nullable ParameterType inner(@Nullable ParameterType type, String name) {
        return type instanceof ParameterType.ObjectType object
                ? object.property(name).map(Parameter::type).orElse(object.additional())
                : null;
    }
}
