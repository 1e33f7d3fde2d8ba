package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.analysis.internal.search.ValueConstraints.Choice;
import dev.toolpolicy.analysis.internal.shell.match.VectorText;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A search for argument vectors: arrays of strings that are in some sets as wholes, and whose elements satisfy constraints.
 * It looks for a vector written as a text; what the elements must satisfy becomes a language of such texts. Not
 * thread-safe.
 */
record VectorSearch(LeafSearch leaves) {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Language EVERY_TEXT = Language.everything(AutomatonLimits.DEFAULT);

    /** The languages that a vector is in, and groups of which it is outside of one. */
    private record Question(List<Language> all, List<List<Language>> none) {

        Question with(List<Language> more) {
            List<Language> every = new ArrayList<>(all);
            every.addAll(more);
            return new Question(every, none);
        }

        Question without(List<Language> more) {
            List<List<Language>> groups = new ArrayList<>(none);
            more.forEach(language -> groups.add(List.of(language)));
            return new Question(all, groups);
        }
    }

    /**
     * Finds different vectors.
     *
     * @param items the type of the elements, strings
     * @param tests the tests of a vector as a whole
     * @param elements the constraints about its elements
     * @param count the number of requested vectors
     * @return as many vectors, or all that exist
     * @throws UndecidedException if the budget is used up
     */
    List<JsonNode> vectors(ParameterType items, List<Atom.Sets> tests, ValueConstraints elements, int count) {
        try {
            Set<String> found = new LinkedHashSet<>();
            for (Question question : questions(base(items, tests, elements), elements.choices())) {
                add(found, question, count);
            }
            return found.stream().<JsonNode>map(VectorSearch::array).toList();
        } catch (PatternTooComplexException e) {
            throw new UndecidedException(e);
        }
    }

    private void add(Set<String> found, Question question, int count) {
        while (found.size() < count) {
            Question others =
                    question.without(found.isEmpty() ? List.of() : List.of(Languages.words(new HashSet<>(found))));
            var next = leaves.next(others.all, others.none);
            if (next.isEmpty()) {
                return;
            }
            found.add(next.get());
        }
    }

    private static ArrayNode array(String text) {
        ArrayNode array = NODES.arrayNode();
        VectorText.elements(text)
                .orElseThrow(() -> new IllegalStateException("found no vector"))
                .forEach(array::add);
        return array;
    }

    private Question base(ParameterType items, List<Atom.Sets> tests, ValueConstraints elements) {
        List<Language> all = new ArrayList<>();
        List<List<Language>> none = new ArrayList<>();
        Language element = items.allowed().isEmpty() ? EVERY_TEXT : Languages.words(Set.copyOf(items.allowed()));
        all.add(EveryElement.of(element));
        for (Atom.Sets test : tests) {
            all.addAll(leaves.languages().of(written(test.in())));
            test.out().forEach(group -> none.add(leaves.languages().of(written(group.sets()))));
        }
        elements.every().forEach(literal -> all.add(EveryElement.of(passing(literal))));
        Question question = new Question(all, none);
        return question.without(elements.some().stream().map(this::withoutAny).toList());
    }

    /** Returns sets of vectors as sets of their texts: single vectors are written, the others are so already. */
    private static List<ValueSet> written(Collection<ValueSet> sets) {
        return sets.stream()
                .map(set -> set instanceof ValueSet.Points points ? written(points) : set)
                .toList();
    }

    private static ValueSet written(ValueSet.Points points) {
        Set<String> texts = new HashSet<>();
        for (Object value : points.values().keySet()) {
            if (value instanceof List<?> elements && elements.stream().allMatch(String.class::isInstance)) {
                texts.add(
                        VectorText.of(elements.stream().map(String.class::cast).toList()));
            }
        }
        return new ValueSet.Matching(Languages.words(texts));
    }

    /** Returns the questions of which one has an answer if the choices can be made. */
    private List<Question> questions(Question base, List<Choice> choices) {
        List<Question> questions = List.of(base);
        for (Choice choice : choices) {
            List<Language> without =
                    choice.some().stream().map(this::withoutAny).toList();
            List<Question> more = new ArrayList<>();
            for (Question question : questions) {
                more.add(question.with(List.of(Languages.words(Set.of("")))));
                more.add(question.without(without));
            }
            questions = more;
        }
        return questions;
    }

    /** Returns the vectors of which no element passes a test. */
    private Language withoutAny(Literal literal) {
        return EveryElement.of(passing(literal).complement());
    }

    private Language passing(Literal literal) {
        if (literal.test() instanceof Atom.Sets sets
                && sets.comparedFacts().findAny().isEmpty()) {
            return passing(sets);
        }
        throw new UndecidedException();
    }

    private Language passing(Atom.Sets test) {
        Language passing = EVERY_TEXT;
        for (Language in : leaves.languages().of(test.in())) {
            passing = passing.and(in);
        }
        for (Atom.Group group : test.out()) {
            Language common = EVERY_TEXT;
            for (Language each : leaves.languages().of(group.sets())) {
                common = common.and(each);
            }
            passing = passing.minus(common);
        }
        return passing;
    }
}
