package dev.toolpolicy.runtime.rule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.runtime.automaton.AutomatonLimits;
import dev.toolpolicy.runtime.automaton.Language;
import dev.toolpolicy.runtime.automaton.TextLanguage;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.JsonEquality;
import dev.toolpolicy.schema.ParameterType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A matcher made ready for the type of the place it looks at. Each method says whether one whole value of that kind
 * satisfies it.
 */
sealed interface ValueTest {

    /** A rule's matcher for a place of this type. */
    static ValueTest of(Matcher matcher, ParameterType type, Mode mode, PathSettings paths) {
        if (type instanceof ParameterType.PathType) {
            return new OnPath(PathTest.of(matcher, paths.form()), mode == Mode.UNATTENDED, paths.resolvesLinks());
        } else if (matcher instanceof Matcher.Constant constant) {
            return Alternatives.of(List.of(constant.value()));
        } else if (matcher instanceof Matcher.OneOf oneOf) {
            return Alternatives.of(oneOf.values());
        } else if (matcher instanceof Matcher.Prefix prefix) {
            return new StartsWith(prefix.text());
        } else if (matcher instanceof Matcher.Pattern pattern) {
            return Matching.of(pattern.regex());
        } else {
            return new Bounded((Matcher.Bound) matcher);
        }
    }

    default boolean text(String value) {
        return false;
    }

    /** The strings that satisfy it, where strings are no paths. */
    default TextLanguage texts() {
        return TextLanguage.words();
    }

    default boolean path(JudgedPath value) {
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
            TextLanguage.Words texts,
            Set<ExactNumber> numbers,
            Set<Boolean> booleans,
            List<JsonNode> containers)
            implements ValueTest {

        static Alternatives of(List<JsonNode> values) {
            Set<String> texts = new HashSet<>();
            Set<ExactNumber> numbers = new HashSet<>();
            Set<Boolean> booleans = new HashSet<>();
            for (JsonNode value : values) {
                if (value.isTextual()) {
                    texts.add(value.textValue());
                } else if (value.isNumber()) {
                    numbers.add(ExactNumber.of(value));
                } else if (value.isBoolean()) {
                    booleans.add(value.booleanValue());
                }
            }
            List<JsonNode> containers =
                    values.stream().filter(JsonNode::isContainerNode).toList();
            return new Alternatives(new TextLanguage.Words(texts), numbers, booleans, containers);
        }

        @Override
        public boolean text(String value) {
            return texts.texts().contains(value);
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

        @Override
        public TextLanguage texts() {
            return TextLanguage.prefix(prefix);
        }
    }

    /** A string in which a pattern is found. */
    record Matching(TextLanguage texts, Language compiled) implements ValueTest {
        static Matching of(String regex) {
            TextLanguage texts = TextLanguage.pattern(regex);
            return new Matching(texts, Language.of(texts, AutomatonLimits.DEFAULT));
        }

        @Override
        public boolean text(String value) {
            return compiled.contains(value);
        }
    }

    /**
     * A path, in its normal form. Where links are resolved it counts in both forms: to run unattended both must satisfy
     * the test, for anything else one is enough.
     */
    record OnPath(PathTest test, boolean unattended, boolean linked) implements ValueTest {
        @Override
        public boolean path(JudgedPath value) {
            boolean asWritten = test.holds(value.written());
            if (!linked || asWritten != unattended) {
                return asWritten;
            }
            return value.real().map(test::holds).orElse(false);
        }
    }

    /** A path that keeps its call from running unattended. */
    record GuardedPath() implements ValueTest {
        @Override
        public boolean path(JudgedPath value) {
            return value.isGuarded();
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
