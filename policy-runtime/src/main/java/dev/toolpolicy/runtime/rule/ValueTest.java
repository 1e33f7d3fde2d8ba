package dev.toolpolicy.runtime.rule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.JsonEquality;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A matcher made ready for the type of the place it looks at: on a path, both sides are normal forms. Each method says
 * whether one whole value of that kind satisfies it.
 */
sealed interface ValueTest {

    /** A matcher for a place of this type. */
    static ValueTest of(Matcher matcher, ParameterType type) {
        boolean path = type instanceof ParameterType.PathType;
        if (matcher instanceof Matcher.Constant constant) {
            return Alternatives.of(List.of(constant.value()), path);
        } else if (matcher instanceof Matcher.OneOf oneOf) {
            return Alternatives.of(oneOf.values(), path);
        } else if (matcher instanceof Matcher.Prefix prefix) {
            return path ? new BelowPath(NormalPath.of(prefix.text())) : new StartsWith(prefix.text());
        } else {
            return new Bounded((Matcher.Bound) matcher);
        }
    }

    default boolean text(String value) {
        return false;
    }

    default boolean number(ExactNumber value) {
        return false;
    }

    default boolean bool(boolean value) {
        return false;
    }

    /** Whether a container that is open now may still satisfy it. */
    default boolean takesContainers() {
        return false;
    }

    default boolean container(JsonNode value) {
        return false;
    }

    default boolean value(JsonNode value) {
        if (value.isTextual()) {
            return text(value.textValue());
        } else if (value.isNumber()) {
            return number(ExactNumber.of(value));
        } else if (value.isBoolean()) {
            return bool(value.booleanValue());
        }
        return container(value);
    }

    /** Equal to one of some values. */
    record Alternatives(
            Set<String> texts,
            Set<ExactNumber> numbers,
            Set<Boolean> booleans,
            List<JsonNode> containers,
            boolean paths)
            implements ValueTest {

        static Alternatives of(List<JsonNode> values, boolean paths) {
            Set<String> texts = new HashSet<>();
            Set<ExactNumber> numbers = new HashSet<>();
            Set<Boolean> booleans = new HashSet<>();
            for (JsonNode value : values) {
                if (value.isTextual()) {
                    texts.add(paths ? NormalPath.of(value.textValue()).toString() : value.textValue());
                } else if (value.isNumber()) {
                    numbers.add(ExactNumber.of(value));
                } else if (value.isBoolean()) {
                    booleans.add(value.booleanValue());
                }
            }
            List<JsonNode> containers =
                    values.stream().filter(JsonNode::isContainerNode).toList();
            return new Alternatives(texts, numbers, booleans, containers, paths);
        }

        @Override
        public boolean text(String value) {
            return texts.contains(paths ? NormalPath.of(value).toString() : value);
        }

        @Override
        public boolean number(ExactNumber value) {
            return numbers.contains(value);
        }

        @Override
        public boolean bool(boolean value) {
            return booleans.contains(value);
        }

        @Override
        public boolean takesContainers() {
            return !containers.isEmpty();
        }

        @Override
        public boolean container(JsonNode value) {
            return containers.stream().anyMatch(each -> JsonEquality.equal(each, value));
        }
    }

    /** A string that starts with some characters. */
    record StartsWith(String prefix) implements ValueTest {
        @Override
        public boolean text(String value) {
            return value.startsWith(prefix);
        }
    }

    /** A path at or below another. */
    record BelowPath(NormalPath ancestor) implements ValueTest {
        @Override
        public boolean text(String value) {
            return NormalPath.of(value).isAtOrBelow(ancestor);
        }
    }

    /** A number within a bound. */
    record Bounded(Matcher.Bound bound) implements ValueTest {
        @Override
        public boolean number(ExactNumber value) {
            return bound.holds(value);
        }
    }
}
