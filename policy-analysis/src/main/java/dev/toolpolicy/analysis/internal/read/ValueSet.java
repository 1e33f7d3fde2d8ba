package dev.toolpolicy.analysis.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.PathLanguage;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.shell.match.VectorText;
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
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The values of one parameter that satisfy a matcher, in canonical form: equal in Java if equal for rules. A closed
 * family of immutable values, and the one place where a matcher gets its meaning: the analysis and the engine both
 * work on these sets.
 */
public sealed interface ValueSet {

    /** Returns the empty set. */
    static ValueSet nothing() {
        return new Points(Map.of());
    }

    /** Returns whether a value in canonical form is in the set. */
    boolean contains(Object value);

    /** Returns the strings of the set, or the normal forms of its paths. */
    TextLanguage texts();

    /** Returns its values as a rule writes them, by their canonical form, if it lists them; otherwise none. */
    default Map<Object, JsonNode> values() {
        return Map.of();
    }

    /** Returns the keys of its values if it lists them; otherwise none. */
    default Set<Object> listed() {
        return values().keySet();
    }

    /** Returns the text with which all its texts start, and which is one of them; empty if that isn't known. */
    default Optional<String> start() {
        return Optional.empty();
    }

    /** Single values, each as a rule writes it. */
    record Points(Map<Object, JsonNode> values) implements ValueSet {
        @Override
        public boolean contains(Object value) {
            return values.containsKey(value);
        }

        @Override
        public TextLanguage texts() {
            Set<String> texts = values.keySet().stream()
                    .filter(value -> value instanceof String || value instanceof NormalPath)
                    .map(Object::toString)
                    .collect(Collectors.toSet());
            return new TextLanguage.Words(texts);
        }
    }

    /** All strings that start with some characters. */
    record TextsFrom(String prefix) implements ValueSet {
        @Override
        public boolean contains(Object value) {
            return value instanceof String text && text.startsWith(prefix);
        }

        @Override
        public TextLanguage texts() {
            return TextLanguage.prefix(prefix);
        }

        @Override
        public Optional<String> start() {
            return Optional.of(prefix);
        }
    }

    /**
     * A path and all below it.
     *
     * @param windows whether paths of the same form may have the names of Windows
     */
    record PathsUnder(NormalPath prefix, boolean windows) implements ValueSet {
        @Override
        public boolean contains(Object value) {
            return value instanceof NormalPath path && path.isAtOrBelow(prefix);
        }

        @Override
        public TextLanguage texts() {
            return PathLanguage.under(prefix.toString(), windows);
        }

        @Override
        public Optional<String> start() {
            return Optional.of(prefix.toString());
        }
    }

    /** The numbers within a bound. */
    record Bounded(Matcher.Bound bound, ExactNumber limit) implements ValueSet {
        @Override
        public boolean contains(Object value) {
            return value instanceof ExactNumber number && bound.holds(number.compareTo(limit));
        }

        @Override
        public TextLanguage texts() {
            return TextLanguage.words();
        }
    }

    /** Strings, or normal forms of paths, of a language; or argument vectors, each as {@link VectorText} writes it. */
    record Matching(Language language) implements ValueSet {
        @Override
        public boolean contains(Object value) {
            if (value instanceof List<?> vector) {
                List<String> words = vector.stream().map(String::valueOf).toList();
                return language.contains(VectorText.of(words));
            }
            return (value instanceof String || value instanceof NormalPath) && language.contains(value.toString());
        }

        @Override
        public TextLanguage texts() {
            return language;
        }
    }

    /** Returns the set of single values of a type. */
    static ValueSet points(List<JsonNode> values, ParameterType type, NormalPath.Form form) {
        Map<Object, JsonNode> points = new LinkedHashMap<>();
        values.forEach(value -> points.putIfAbsent(canonical(value, type, form), value));
        return new Points(points);
    }

    /** Returns a value in the form in which rules compare it. Paths, also inside of it, are in their normal form. */
    static Object canonical(JsonNode value, @Nullable ParameterType type, NormalPath.Form form) {
        if (value.isTextual()) {
            boolean isPath = type != null && type.kind() == ParameterType.Kind.PATH;
            return isPath ? form.of(value.textValue()) : value.textValue();
        } else if (value.isNumber()) {
            return ExactNumber.of(value);
        } else if (value.isArray()) {
            ParameterType items = type == null ? null : type.items().orElse(null);
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
        return type != null ? type.property(name).map(Parameter::type).orElse(type.additional()) : null;
    }
}
