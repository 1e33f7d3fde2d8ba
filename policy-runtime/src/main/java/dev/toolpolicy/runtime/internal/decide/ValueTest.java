package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import dev.toolpolicy.analysis.internal.read.TypedEquality;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * A matcher compiled for the type of its place. It tests strings, paths in normal form, or complete values of another
 * kind.
 */
public sealed interface ValueTest {

    /**
     * Returns the test whether a value is in all of some sets.
     *
     * @param sets sets of values of the type
     * @param mode the decision of the rule
     */
    static ValueTest of(List<ValueSet> sets, ParameterType type, Mode mode) {
        if (type.kind() == ParameterType.Kind.PATH) {
            return new OnPath(intersection(sets.stream().map(ValueSet::texts).toList()));
        }
        List<ValueTest> tests = new ArrayList<>();
        for (ValueSet set : sets) {
            tests.add(of(set, type, mode));
        }
        return tests.size() == 1 ? tests.get(0) : Every.of(tests);
    }

    private static ValueTest of(ValueSet set, ParameterType type, Mode mode) {
        if (set instanceof ValueSet.Points points) {
            return Alternatives.of(points.values().values(), new ObjectTest(type, mode == Mode.ALLOW));
        } else if (set instanceof ValueSet.Bounded bounded) {
            return new Bounded(bounded.bound(), bounded.limit());
        } else if (set instanceof ValueSet.TextsFrom || set instanceof ValueSet.PathsUnder) {
            return new OnText(set.texts());
        }
        return new OnText(((ValueSet.Matching) set).texts());
    }

    /**
     * Returns languages whose common texts are those of all of some languages: one, unless it would be too large.
     *
     * @return an empty list if there are no languages
     */
    private static List<TextLanguage> intersection(List<TextLanguage> languages) {
        if (languages.size() < 2) {
            return languages;
        }
        List<Language> compiled = languages.stream()
                .map(each -> Language.of(each, AutomatonLimits.DEFAULT))
                .toList();
        for (TextLanguage each : languages) {
            if (each instanceof TextLanguage.Words words) {
                Set<String> common = words.texts().stream()
                        .filter(text -> compiled.stream().allMatch(other -> other.contains(text)))
                        .collect(Collectors.toSet());
                return List.of(new TextLanguage.Words(common));
            }
        }
        try {
            return List.of(compiled.stream().reduce(Language::and).orElseThrow());
        } catch (PatternTooComplexException e) {
            return languages;
        }
    }

    /**
     * Returns languages whose common texts are the strings, or normal forms of paths, that satisfy it.
     *
     * @return one language for a single matcher; an empty list if every text satisfies it
     */
    default List<TextLanguage> texts() {
        return List.of(TextLanguage.words());
    }

    /** Returns the numbers that it compares with. */
    default List<ExactNumber> numbers() {
        return List.of();
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
            TextLanguage.Words words,
            List<ExactNumber> numbers,
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
            return new Alternatives(new TextLanguage.Words(texts), List.copyOf(numbers), booleans, containers, objects);
        }

        @Override
        public List<TextLanguage> texts() {
            return List.of(words);
        }

        @Override
        public boolean number(ToIntFunction<ExactNumber> order) {
            for (int i = 0; i < numbers.size(); i++) {
                if (order.applyAsInt(numbers.get(i)) == 0) {
                    return true;
                }
            }
            return false;
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
    record OnText(TextLanguage language) implements ValueTest {
        @Override
        public List<TextLanguage> texts() {
            return List.of(language);
        }
    }

    /** A path, in its normal form. */
    record OnPath(List<TextLanguage> texts) implements ValueTest {}

    /** A value that satisfies all of some tests. */
    record Every(List<ValueTest> tests, List<TextLanguage> texts) implements ValueTest {
        /** Copies the lists. */
        public Every {
            tests = List.copyOf(tests);
            texts = List.copyOf(texts);
        }

        static Every of(List<ValueTest> tests) {
            List<TextLanguage> texts = new ArrayList<>();
            for (ValueTest test : tests) {
                texts.addAll(test.texts());
            }
            return new Every(tests, intersection(texts));
        }

        @Override
        public List<ExactNumber> numbers() {
            return tests.stream()
                    .flatMap(test -> test.numbers().stream())
                    .distinct()
                    .toList();
        }

        @Override
        public boolean number(ToIntFunction<ExactNumber> order) {
            return tests.stream().allMatch(each -> each.number(order));
        }

        @Override
        public boolean bool(boolean value) {
            for (ValueTest test : tests) {
                if (!test.bool(value)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public boolean takesContainers() {
            for (ValueTest test : tests) {
                if (!test.takesContainers()) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public boolean container(JsonNode value, PathJudge judge) {
            return tests.stream().allMatch(each -> each.container(value, judge));
        }
    }

    /** A number within a bound. */
    record Bounded(Matcher.Bound bound, ExactNumber limit) implements ValueTest {
        @Override
        public List<ExactNumber> numbers() {
            return List.of(limit);
        }

        @Override
        public boolean number(ToIntFunction<ExactNumber> order) {
            return bound.holds(order.applyAsInt(limit));
        }
    }
}
