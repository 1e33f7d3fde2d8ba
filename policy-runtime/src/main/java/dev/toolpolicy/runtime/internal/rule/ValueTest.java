package dev.toolpolicy.runtime.internal.rule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.runtime.argument.PathSettings;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * A matcher compiled for the type of its place. It tests strings, paths in normal form, or complete values of another
 * kind.
 */
sealed interface ValueTest {

    /**
     * Returns the test of a rule's matcher for a place of this type.
     *
     * @throws IllegalArgumentException if the matcher doesn't fit the type
     */
    static ValueTest of(Matcher matcher, ParameterType type, Mode mode, PathSettings paths) {
        ValueSet set = ValueSet.of(matcher, type, paths.form());
        if (type.kind() == ParameterType.Kind.PATH) {
            return new OnPath(set, set.texts(), mode == Mode.ALLOW, paths.resolvesLinks());
        }
        return set.accept(new ValueSet.Visitor<>() {
            @Override
            public ValueTest points(ValueSet.Points points) {
                return Alternatives.of(points.values().values(), new ObjectTest(type, mode == Mode.ALLOW));
            }

            @Override
            public ValueTest textsFrom(ValueSet.TextsFrom texts) {
                return new OnText(texts.texts());
            }

            @Override
            public ValueTest pathsUnder(ValueSet.PathsUnder under) {
                return new OnText(under.texts());
            }

            @Override
            public ValueTest bounded(ValueSet.Bounded bounded) {
                return new Bounded(bounded.bound());
            }

            @Override
            public ValueTest matching(ValueSet.Matching matching) {
                return new OnText(matching.texts());
            }
        });
    }

    /** Returns the strings, or normal forms of paths, that satisfy it. */
    default TextLanguage texts() {
        return TextLanguage.words();
    }

    default boolean path(JudgedPath value) {
        return false;
    }

    /** Returns the numbers that it compares with. */
    default Set<ExactNumber> numbers() {
        return Set.of();
    }

    /** Returns whether a number satisfies it, by how it compares with the numbers of the test. */
    default boolean number(ToIntFunction<ExactNumber> order) {
        return false;
    }

    default boolean bool(boolean value) {
        return false;
    }

    /** Returns whether a container that is open now may still satisfy it. */
    default boolean takesContainers() {
        return false;
    }

    default boolean container(JsonNode value, PathJudge judge) {
        return false;
    }

    /** Equal to one of some values. */
    record Alternatives(
            TextLanguage.Words texts,
            Set<ExactNumber> numbers,
            Set<Boolean> booleans,
            List<JsonNode> containers,
            ObjectTest objects)
            implements ValueTest {

        static Alternatives of(Collection<JsonNode> values, ObjectTest objects) {
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
            return new Alternatives(new TextLanguage.Words(texts), numbers, booleans, containers, objects);
        }

        @Override
        public boolean number(ToIntFunction<ExactNumber> order) {
            return numbers.stream().anyMatch(each -> order.applyAsInt(each) == 0);
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
        public boolean container(JsonNode value, PathJudge judge) {
            return containers.stream().anyMatch(each -> objects.same(each, value, judge));
        }
    }

    /**
     * A test of a container. The paths in it count like others: where links are resolved, in both forms.
     *
     * @param type the type of the place
     * @param unattended whether the rule allows
     */
    record ObjectTest(ParameterType type, boolean unattended) {
        boolean same(JsonNode own, JsonNode value, PathJudge judge) {
            return new TypedEquality((ours, path) -> same(judge.form().of(ours), judge.judge(path)))
                    .equal(type, own, value);
        }

        private boolean same(NormalPath own, JudgedPath path) {
            boolean asWritten = path.written().equals(own);
            return asWritten == unattended ? path.real().filter(own::equals).isPresent() : asWritten;
        }
    }

    /** A string of some language. */
    record OnText(TextLanguage texts) implements ValueTest {}

    /**
     * A path, in its normal form. Where links are resolved it counts in both forms: to allow, both must satisfy
     * the test, for anything else one is enough.
     */
    record OnPath(ValueSet paths, TextLanguage texts, boolean unattended, boolean linked) implements ValueTest {
        @Override
        public boolean path(JudgedPath value) {
            boolean asWritten = paths.contains(value.written());
            if (!linked || asWritten != unattended) {
                return asWritten;
            }
            return value.real().map(paths::contains).orElse(false);
        }
    }

    /** A number within a bound. */
    record Bounded(Matcher.Bound bound) implements ValueTest {
        @Override
        public Set<ExactNumber> numbers() {
            return Set.of(bound.limit());
        }

        @Override
        public boolean number(ToIntFunction<ExactNumber> order) {
            return bound.kind().holds(order.applyAsInt(bound.limit()));
        }
    }
}
