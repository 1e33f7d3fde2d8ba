package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextSearch;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import dev.toolpolicy.analysis.internal.number.NumberLine;
import dev.toolpolicy.analysis.internal.number.Numbers;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A search for values without parts that are in all of some sets and in none of others, of one type. Not thread-safe.
 */
final class LeafSearch {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** The number of facts that one value is compared with. */
    private static final int MOST_FACTS = 6;

    private final NormalPath.Form form;
    private final Languages languages;
    private final TextSearch texts;
    private final Optional<TextSearch> anyTexts;

    /**
     * Creates a search.
     *
     * @param texts the search for the simplest texts
     * @param anyTexts a search with a small budget that is tried before, if texts needn't be the simplest
     * @param form the normal form of paths
     */
    LeafSearch(TextSearch texts, Optional<TextSearch> anyTexts, NormalPath.Form form) {
        this.form = form;
        this.languages = new Languages(form);
        this.texts = texts;
        this.anyTexts = anyTexts;
    }

    /** Returns the languages of sets. */
    Languages languages() {
        return languages;
    }

    /** Returns the normal form of paths. */
    NormalPath.Form form() {
        return form;
    }

    /**
     * Finds different values that pass some tests.
     *
     * @param type a type other than array and object
     * @param tests the tests that each of the values passes
     * @param count the number of requested values
     * @return as many values, or all that exist
     * @throws UndecidedException if the budget is used up
     */
    List<JsonNode> values(ParameterType type, List<Atom.Sets> tests, int count) {
        List<ArgumentPointer> facts =
                tests.stream().flatMap(Atom.Sets::comparedFacts).distinct().toList();
        try {
            return facts.isEmpty() ? plain(type, tests, count) : members(type, tests, facts, count);
        } catch (PatternTooComplexException e) {
            throw new UndecidedException(e);
        }
    }

    /** Finds values by the facts that have them: for each choice of these, such values. */
    private List<JsonNode> members(ParameterType type, List<Atom.Sets> tests, List<ArgumentPointer> facts, int count) {
        if (facts.size() > MOST_FACTS) {
            throw new UndecidedException();
        }
        Map<Object, JsonNode> found = new LinkedHashMap<>();
        for (int choice = 0; choice < 1 << facts.size() && found.size() < count; choice++) {
            Set<ArgumentPointer> members = new LinkedHashSet<>();
            for (int i = 0; i < facts.size(); i++) {
                if ((choice >> i & 1) == 1) {
                    members.add(facts.get(i));
                }
            }
            resolved(type, tests, members)
                    .ifPresent(some -> plain(type, some, count)
                            .forEach(value -> found.putIfAbsent(ValueSet.canonical(value, type, form), value)));
        }
        return found.values().stream().limit(count).toList();
    }

    /** Returns the tests of values that some of the facts have and the others don't; empty if no value passes. */
    private Optional<List<Atom.Sets>> resolved(
            ParameterType type, List<Atom.Sets> tests, Set<ArgumentPointer> members) {
        List<Atom.Sets> resolved = new ArrayList<>();
        for (Atom.Sets test : tests) {
            Optional<Atom.Sets> one = test.of(members);
            if (one.isEmpty()) {
                return Optional.empty();
            }
            resolved.add(one.get());
            test.comparedFacts().forEach(fact -> {
                Atom.Sets limit = test.known().limit(fact, type);
                resolved.add(
                        members.contains(fact)
                                ? Atom.Sets.of(limit.in(), limit.out(), type, form)
                                : Atom.Sets.of(List.of(), List.of(test.known().inside(fact, type)), type, form));
            });
        }
        return Optional.of(resolved);
    }

    private List<JsonNode> plain(ParameterType type, List<Atom.Sets> tests, int count) {
        List<ValueSet> in = tests.stream().flatMap(test -> test.in().stream()).toList();
        List<List<ValueSet>> out = tests.stream()
                .flatMap(test -> test.out().stream())
                .map(Atom.Group::sets)
                .toList();
        Optional<List<JsonNode>> finite = finite(type, in);
        if (finite.isPresent()) {
            Predicate<JsonNode> isOne = value ->
                    Completion.isPossible(type, value) && tests.stream().allMatch(test -> test.accepts(value, true));
            return finite.get().stream().filter(isOne).limit(count).toList();
        }
        return switch (type.kind()) {
            case ANY -> fresh(out, count);
            case PATH -> paths(in, out, count);
            case STRING -> strings(in, out, count);
            case INTEGER, NUMBER -> numbers(type, in, out, count);
            case BOOLEAN, ARRAY, OBJECT -> throw new IllegalArgumentException(type + " has parts or few values");
        };
    }

    /** Returns the candidates, if there are few, each different for rules. */
    private Optional<List<JsonNode>> finite(ParameterType type, List<ValueSet> in) {
        boolean listed = !type.allowed().isEmpty();
        return switch (type.kind()) {
            case BOOLEAN -> Optional.of(List.of(BooleanNode.FALSE, BooleanNode.TRUE));
            case STRING -> listed ? Optional.of(texts(type.allowed())) : points(in);
            case PATH -> listed ? Optional.of(different(type.allowed())) : Optional.empty();
            case INTEGER, NUMBER, ANY, ARRAY, OBJECT -> points(in);
        };
    }

    private static Optional<List<JsonNode>> points(List<ValueSet> in) {
        return in.stream()
                .filter(ValueSet.Points.class::isInstance)
                .findFirst()
                .map(set -> List.copyOf(((ValueSet.Points) set).values().values()));
    }

    private List<JsonNode> different(List<String> paths) {
        Map<NormalPath, String> byForm = new LinkedHashMap<>();
        paths.forEach(path -> byForm.putIfAbsent(form.of(path), path));
        return texts(List.copyOf(byForm.values()));
    }

    static List<JsonNode> texts(List<String> values) {
        return new LinkedHashSet<>(values)
                .stream().<JsonNode>map(TextNode::valueOf).toList();
    }

    private static List<JsonNode> fresh(List<List<ValueSet>> out, int count) {
        return Stream.iterate(1, i -> i + 1)
                .<JsonNode>map(i -> NODES.textNode("x".repeat(i)))
                .filter(value -> isOutside(value.textValue(), out))
                .limit(count)
                .toList();
    }

    private static List<JsonNode> numbers(ParameterType type, List<ValueSet> in, List<List<ValueSet>> out, int count) {
        Numbers left = new Numbers(NumberLine.of(type));
        in.forEach(left::keep);
        out.forEach(left::remove);
        List<JsonNode> values = new ArrayList<>();
        for (Optional<ExactNumber> next = left.take(); next.isPresent(); next = left.take()) {
            values.add(node(next.get()));
            if (values.size() == count) {
                break;
            }
        }
        return values;
    }

    private static JsonNode node(ExactNumber number) {
        try {
            return NODES.numberNode(new BigDecimal(number.toString()));
        } catch (NumberFormatException exponentTooLarge) {
            throw new UndecidedException(exponentTooLarge);
        }
    }

    private List<JsonNode> strings(List<ValueSet> in, List<List<ValueSet>> out, int count) {
        Optional<String> best =
                (in.isEmpty() ? Optional.of("") : shortest(in.get(0))).filter(text -> isBetween(text, in, out));
        return texts(found(best, () -> languages.of(in), out, count));
    }

    /** Finds paths by their normal forms. Other spellings are the same for every rule. */
    private List<JsonNode> paths(List<ValueSet> in, List<List<ValueSet>> out, int count) {
        Optional<String> shortest = in.isEmpty() ? languages.paths().shortest() : shortest(in.get(0));
        // A glob's shortest text may end in a slash, which no normal form does; below it is a path that may not be the
        // shortest.
        Optional<String> best = shortest.stream()
                .flatMap(path -> Stream.of(path, path + "a").limit(anyTexts.isPresent() ? 2 : 1))
                .filter(path -> form.of(path).toString().equals(path))
                .filter(path -> isBetween(form.of(path), in, out))
                .findFirst();
        return texts(found(best, () -> languages.pathsOf(in), out, count));
    }

    /**
     * Returns the shortest text of a set, of several the most readable, as {@link TextSearch} would find it; or any, if that
     * is enough. The shortest is also the shortest in each part of the set that contains it, so mostly no search and no
     * automata of other sets are needed.
     */
    private Optional<String> shortest(ValueSet set) {
        Optional<String> start = set.start();
        if (start.isEmpty()) {
            Language language = languages.of(List.of(set)).get(0);
            return anyTexts.isPresent() ? language.any() : language.shortest();
        }
        // Below the working directory there are names as short as its own, and more readable.
        return set instanceof ValueSet.PathsUnder && start.get().equals(".")
                ? languages.paths().shortest()
                : start;
    }

    private static boolean isBetween(Object value, List<ValueSet> in, List<List<ValueSet>> out) {
        return in.stream().allMatch(set -> set.contains(value)) && isOutside(value, out);
    }

    /** Returns whether each group has a set that doesn't contain a value. */
    private static boolean isOutside(Object value, List<List<ValueSet>> out) {
        return out.stream().noneMatch(group -> group.stream().allMatch(set -> set.contains(value)));
    }

    /**
     * Returns this many texts, the first of which may be known, that are in all of some languages, and of each of some
     * groups outside of a set.
     */
    private List<String> found(
            Optional<String> first, Supplier<List<Language>> in, List<List<ValueSet>> out, int count) {
        List<String> found = new ArrayList<>();
        first.ifPresent(found::add);
        if (found.size() >= count) {
            return found;
        }
        List<Language> all = in.get();
        List<List<Language>> none = languages.apart(out);
        while (found.size() < count) {
            List<List<Language>> more = new ArrayList<>(none);
            if (!found.isEmpty()) {
                more.add(List.of(Languages.words(Set.copyOf(found))));
            }
            Optional<String> next = next(all, more);
            if (next.isEmpty()) {
                break;
            }
            found.add(next.get());
        }
        return found;
    }

    /** Finds the shortest text, or any, if that is enough and soon found. */
    Optional<String> next(List<Language> all, List<List<Language>> none) {
        if (anyTexts.isPresent()) {
            try {
                return anyTexts.get().any(all, none);
            } catch (PatternTooComplexException e) {
                return shortest(all, none);
            }
        }
        return shortest(all, none);
    }

    /**
     * Finds the shortest text. If the budget is too small for all languages together, it tries the excluded languages
     * one by one, or a text that is not the shortest.
     */
    private Optional<String> shortest(List<Language> all, List<List<Language>> none) {
        try {
            return texts.shortest(all, none);
        } catch (PatternTooComplexException e) {
            return none.stream().anyMatch(one -> isWithin(all, one)) ? Optional.empty() : any(all, none);
        }
    }

    private boolean isWithin(List<Language> all, List<Language> one) {
        try {
            return texts.any(all, List.of(one)).isEmpty();
        } catch (PatternTooComplexException e) {
            return false;
        }
    }

    private Optional<String> any(List<Language> all, List<List<Language>> none) {
        try {
            return texts.any(all, none);
        } catch (PatternTooComplexException e) {
            throw new UndecidedException(e);
        }
    }
}
