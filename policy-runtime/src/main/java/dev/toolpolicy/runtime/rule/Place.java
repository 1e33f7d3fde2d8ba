package dev.toolpolicy.runtime.rule;

import dev.toolpolicy.runtime.automaton.AutomatonLimits;
import dev.toolpolicy.runtime.automaton.TextAutomaton;
import dev.toolpolicy.runtime.automaton.TextLanguage;
import dev.toolpolicy.schema.ArgumentPointer.Step;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A place in the schema that rules look at, or that lies on the way there: a node of the trie of their pointers.
 * Fragments find their rules by walking it, without building path strings. Immutable once {@linkplain #freeze frozen}.
 */
final class Place {
    private final Map<String, Place> properties = new HashMap<>();
    private @Nullable Place elements;
    private @Nullable Place additional;
    private final boolean repeated;
    private final BitSet rules = new BitSet();
    private boolean path;
    private int[] here = {};
    private int[] below = {};
    private @Nullable TextAutomaton texts;

    private Place(boolean repeated) {
        this.repeated = repeated;
    }

    /** The place of the arguments as a whole. */
    static Place root() {
        return new Place(false);
    }

    /** Adds a rule that looks at the end of these steps. */
    void add(List<Step> steps, ParameterType type, int rule) {
        Place place = this;
        for (Step step : steps) {
            place = step instanceof Step.Property property ? place.toProperty(property.name()) : place.toElements();
        }
        place.addRule(rule, type);
    }

    /** Adds a rule that looks at this very place, which is of this type. */
    void addRule(int rule, ParameterType type) {
        rules.set(rule);
        path = type instanceof ParameterType.PathType;
    }

    Place toProperty(String name) {
        return properties.computeIfAbsent(name, unused -> new Place(repeated));
    }

    Place toElements() {
        if (elements == null) {
            elements = new Place(true);
        }
        return elements;
    }

    /** The place of every property that has no place of its own; for an object whose declared ones all have one. */
    Place toAdditional() {
        if (additional == null) {
            additional = new Place(true);
        }
        return additional;
    }

    /** Makes everything ready; a rule's test is found by its index. */
    BitSet freeze(List<? extends @Nullable ValueTest> tests) {
        here = rules.stream().toArray();
        if (!path && here.length > 0) {
            texts = texts(tests);
        }
        BitSet all = (BitSet) rules.clone();
        properties.values().forEach(place -> all.or(place.freeze(tests)));
        if (elements != null) {
            all.or(elements.freeze(tests));
        }
        if (additional != null) {
            all.or(additional.freeze(tests));
        }
        below = all.stream().toArray();
        return all;
    }

    private TextAutomaton texts(List<? extends @Nullable ValueTest> tests) {
        List<TextLanguage> languages = new ArrayList<>();
        for (int rule : here) {
            ValueTest test = tests.get(rule);
            languages.add(test == null ? TextLanguage.words() : test.texts());
        }
        return TextAutomaton.of(languages, AutomatonLimits.DEFAULT);
    }

    /** The place of a property, or null if no rule looks there. */
    @Nullable Place property(String name) {
        Place property = properties.get(name);
        return property == null ? additional : property;
    }

    /** The place of every element, or null if no rule looks there. */
    @Nullable Place elements() {
        return elements;
    }

    /** Whether a call may hold any number of values here, since an array is on the way. */
    boolean isRepeated() {
        return repeated;
    }

    /** Whether strings here are paths. */
    boolean isPath() {
        return path;
    }

    /** The rules that look at this very place. */
    int[] here() {
        return here;
    }

    /** The rules that look at this place or at one below it. */
    int[] below() {
        return below;
    }

    /**
     * What rules here demand of strings, each known by its index in {@link #here}; null if there is no rule here or
     * strings here are paths.
     */
    @Nullable TextAutomaton texts() {
        return texts;
    }
}
