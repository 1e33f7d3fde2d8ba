package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.schema.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The constraints about a value at some place, so that some rules hold and others don't. Immutable.
 *
 * <p>A rule for any value holds if some value is in its set; it fails if every value is outside. A rule for all values
 * holds if some value and every value is in its set; it fails if there is no value, or some value is outside.
 *
 * @param every the literals that every value there satisfies
 * @param some the literals that at least one value there satisfies, maybe a different one for each
 * @param choices the choices that are open
 */
record ValueConstraints(List<Literal> every, List<Literal> some, List<Choice> choices) {
    static final ValueConstraints NOTHING = new ValueConstraints(List.of(), List.of(), List.of());

    /**
     * A choice: either there is no value at the steps, or for each of the literals there is one.
     *
     * @param steps the steps to the values
     * @param some the literals, whose steps are the same
     */
    record Choice(List<Step> steps, List<Literal> some) {

        Choice rest() {
            return new Choice(
                    steps.subList(1, steps.size()),
                    some.stream().map(Literal::rest).toList());
        }

        Literal none() {
            return Literal.none(steps);
        }

        boolean isTrueOf(JsonNode start, boolean surely) {
            return none().isTrueOfEvery(start, surely)
                    || some.stream().allMatch(literal -> literal.isTrueOfSome(start, surely));
        }
    }

    /** Returns these constraints and others about the same value. */
    ValueConstraints and(ValueConstraints others) {
        Map<List<Step>, Choice> merged = new LinkedHashMap<>();
        Stream.concat(choices.stream(), others.choices.stream())
                .forEach(choice -> merged.merge(
                        choice.steps, choice, (one, other) -> new Choice(one.steps, joined(one.some, other.some))));
        return new ValueConstraints(
                joined(every, others.every), joined(some, others.some), List.copyOf(merged.values()));
    }

    private static List<Literal> joined(List<Literal> one, List<Literal> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }

    /** Returns the constraints without the literals about this place itself. */
    ValueConstraints below() {
        Predicate<Literal> isBelow = each -> !each.isHere();
        return new ValueConstraints(
                every.stream().filter(isBelow).toList(),
                some.stream().filter(isBelow).toList(),
                choices);
    }

    /** Returns the literals about this place itself. A choice is always about a place behind an array. */
    Stream<Literal> here() {
        return Stream.concat(every.stream(), some.stream()).filter(Literal::isHere);
    }

    /** Returns the constraints about each property of an object. */
    Map<String, ValueConstraints> byProperty() {
        Map<String, ValueConstraints> parts = new LinkedHashMap<>();
        Function<List<Step>, ValueConstraints> part = steps -> parts.computeIfAbsent(
                ((Step.Property) steps.get(0)).name(),
                name -> new ValueConstraints(new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
        every.stream()
                .filter(each -> !each.isHere())
                .forEach(each -> part.apply(each.steps()).every.add(each.rest()));
        some.stream()
                .filter(each -> !each.isHere())
                .forEach(each -> part.apply(each.steps()).some.add(each.rest()));
        choices.forEach(each -> part.apply(each.steps()).choices.add(each.rest()));
        return parts;
    }

    /** Returns the constraints about an array as constraints about its elements. */
    ValueConstraints ofElements() {
        return new ValueConstraints(
                every.stream().map(Literal::rest).toList(),
                some.stream().map(Literal::rest).toList(),
                choices.stream().map(Choice::rest).toList());
    }

    /**
     * Returns whether a value satisfies all constraints.
     *
     * @param surely the answer needed where it isn't decided which values facts have, as for {@link Atom#accepts}
     */
    boolean areTrueOf(JsonNode value, boolean surely) {
        return every.stream().allMatch(each -> each.isTrueOfEvery(value, surely))
                && some.stream().allMatch(each -> each.isTrueOfSome(value, surely))
                && choices.stream().allMatch(each -> each.isTrueOf(value, surely));
    }
}
