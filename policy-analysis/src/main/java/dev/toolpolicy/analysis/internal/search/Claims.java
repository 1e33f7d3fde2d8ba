package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.schema.ArgumentPointer.Step;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What a value at some place is to satisfy, so that some rules hold and others don't. Immutable.
 *
 * <p>That a rule holds for any value claims that some value is in its set; that it doesn't, that every value is
 * outside. That it holds for all claims both, of its set; that it doesn't leaves a choice: there is no value, or some value is
 * outside.
 *
 * @param every what every value that is reached satisfies
 * @param some what at least one value that is reached satisfies, for each literal maybe another
 * @param choices the choices that are open
 */
record Claims(List<Literal> every, List<Literal> some, List<Choice> choices) {
    static final Claims NOTHING = new Claims(List.of(), List.of(), List.of());

    /**
     * There is no value that the steps reach, or for each of the literals there is one.
     *
     * @param steps where the values are
     * @param type their type
     * @param some the literals, whose steps are the same
     */
    record Choice(List<Step> steps, ParameterType type, List<Literal> some) {

        Choice rest() {
            return new Choice(
                    steps.subList(1, steps.size()), type, some.stream().map(Literal::rest).toList());
        }

        Literal none() {
            return Literal.none(steps, type);
        }

        boolean isTrueOf(JsonNode start) {
            return none().isTrueOfEvery(start) || some.stream().allMatch(literal -> literal.isTrueOfSome(start));
        }
    }

    boolean isEmpty() {
        return every.isEmpty() && some.isEmpty() && choices.isEmpty();
    }

    /** The literals about this very place; a choice is never about one that is behind no array. */
    Stream<Literal> here() {
        return Stream.concat(every.stream(), some.stream()).filter(Literal::isHere);
    }

    /** What is claimed of each property of an object. */
    Map<String, Claims> byProperty() {
        Map<String, Claims> parts = new LinkedHashMap<>();
        Function<List<Step>, Claims> part = steps -> parts.computeIfAbsent(
                ((Step.Property) steps.get(0)).name(),
                name -> new Claims(new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
        every.stream().filter(each -> !each.isHere()).forEach(each -> part.apply(each.steps()).every.add(each.rest()));
        some.stream().filter(each -> !each.isHere()).forEach(each -> part.apply(each.steps()).some.add(each.rest()));
        choices.forEach(each -> part.apply(each.steps()).choices.add(each.rest()));
        return parts;
    }

    /** What is claimed of an array, told of its elements. */
    Claims ofElements() {
        return new Claims(
                every.stream().map(Literal::rest).toList(),
                some.stream().map(Literal::rest).toList(),
                choices.stream().map(Choice::rest).toList());
    }

    /** Whether a value satisfies all of it. */
    boolean areTrueOf(JsonNode value) {
        return every.stream().allMatch(each -> each.isTrueOfEvery(value))
                && some.stream().allMatch(each -> each.isTrueOfSome(value))
                && choices.stream().allMatch(each -> each.isTrueOf(value));
    }
}
