package dev.toolpolicy.runtime.rule;

import dev.toolpolicy.schema.ArgumentPointer.Step;
import dev.toolpolicy.schema.ParameterType;
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
    private @Nullable WordTrie words;

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
            words = words(tests);
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

    private WordTrie words(List<? extends @Nullable ValueTest> tests) {
        WordTrie trie = new WordTrie();
        for (int rule : here) {
            ValueTest test = tests.get(rule);
            if (test instanceof ValueTest.StartsWith prefix) {
                trie.addPrefix(prefix.prefix(), rule);
            } else if (test instanceof ValueTest.Alternatives alternatives) {
                alternatives.texts().forEach(text -> trie.addWhole(text, rule));
            }
        }
        trie.freeze(rules);
        return trie;
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

    /** The words that rules here look for, or null if there is no rule here or strings here are paths. */
    @Nullable WordTrie words() {
        return words;
    }
}
