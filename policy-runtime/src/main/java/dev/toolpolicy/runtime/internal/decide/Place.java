package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.internal.schema.Step;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A place in the schema that rules use, or that leads to one: a node of the trie of their pointers. Fragments find
 * their rules by walking the trie, without building path strings. The places below a place have the numbers after it.
 * Immutable once {@linkplain #freeze frozen}.
 */
public final class Place {
    /** No rule, and greater than all. */
    public static final int NONE = Integer.MAX_VALUE;

    private final Map<String, Place> properties = new HashMap<>();
    private final String name;
    private @Nullable Place elements;
    private @Nullable Place additional;
    private final boolean repeated;
    private final BitSet ownRules = new BitSet();
    private boolean path;
    private int guard = NONE;
    private int[] here = {};
    private boolean used;
    private int number;
    private int end;
    private int lowest = NONE;
    private boolean guarded;
    private Place[] children = {};

    private Place(String name, boolean repeated) {
        this.name = name;
        this.repeated = repeated;
    }

    /** Returns the place of the arguments as a whole. */
    public static Place root() {
        return new Place("", false);
    }

    /** Returns the place at the end of these steps, which is created if it is new. */
    public Place at(List<Step> steps) {
        Place place = this;
        for (Step step : steps) {
            place = step instanceof Step.Property property ? place.toProperty(property.name()) : place.toElements();
        }
        return place;
    }

    /** Adds a rule that looks at the end of these steps, and returns that place. */
    public Place add(List<Step> steps, ParameterType type, int rule) {
        Place place = at(steps);
        place.ownRules.set(rule);
        place.used = true;
        place.path = type.kind() == ParameterType.Kind.PATH;
        return place;
    }

    /** Marks a place as one whose values are evaluated although no rule ends there. */
    public void use() {
        used = true;
    }

    /** Guards paths at this place, which can turn allow into ask. */
    public void guardBy(int index) {
        guard = index;
        path = true;
    }

    public Place toProperty(String property) {
        Place known = properties.get(property);
        if (known == null) {
            known = new Place(property, repeated);
            properties.put(property, known);
        }
        return known;
    }

    public Place toElements() {
        if (elements == null) {
            elements = new Place("", true);
        }
        return elements;
    }

    /**
     * Returns the place of every property that has no place of its own; for an object whose declared ones all have one.
     */
    public Place toAdditional() {
        if (additional == null) {
            additional = new Place("", true);
        }
        return additional;
    }

    /** Makes everything ready: numbers the places from this on, and adds each in this order. */
    public int freeze(int first, List<Place> places) {
        number = first;
        end = first + 1;
        here = new int[ownRules.cardinality()];
        int rule = -1;
        for (int i = 0; i < here.length; i++) {
            rule = ownRules.nextSetBit(rule + 1);
            here[i] = rule;
        }
        lowest = here.length > 0 ? here[0] : NONE;
        guarded = guard != NONE;
        places.add(this);
        List<Place> inner = new ArrayList<>(properties.values());
        if (elements != null) {
            inner.add(elements);
        }
        if (additional != null) {
            inner.add(additional);
        }
        for (Place each : inner) {
            end = each.freeze(end, places);
            lowest = Math.min(lowest, each.lowest);
            guarded |= each.guarded;
        }
        children = properties.values().toArray(new Place[0]);
        if (children.length > 1) {
            Arrays.sort(children, Comparator.comparingInt(each -> each.lowest));
        }
        return end;
    }

    /** Returns whether values of this very place are evaluated, apart from guards. */
    public boolean isUsed() {
        return used;
    }

    /** Returns the name of a property that rules test, or that contains one. */
    public String name() {
        return name;
    }

    /** Returns the number of this place; places below it have numbers up to {@link #end}. */
    public int number() {
        return number;
    }

    /** Returns what follows the last number of a place below it. */
    public int end() {
        return end;
    }

    /** Returns the places of its properties, by their lowest rule. */
    public Place[] children() {
        return children;
    }

    /** Returns the place of a property, or null if no rule tests it. */
    @Nullable
    public Place property(String property) {
        Place found = properties.get(property);
        return found == null ? additional : found;
    }

    /** Returns the place of every element, or null if no rule tests it. */
    @Nullable
    public Place elements() {
        return elements;
    }

    /** Returns the place of properties without a place of their own, or null if no guard tests them. */
    @Nullable
    public Place additional() {
        return additional;
    }

    /** Returns whether a call may hold any number of values here, since an array is on the way. */
    public boolean isRepeated() {
        return repeated;
    }

    /** Returns whether strings here are paths. */
    public boolean isPath() {
        return path;
    }

    /** Returns the guard of this very place, or {@link #NONE}. */
    public int guard() {
        return guard;
    }

    /** Returns whether there is a guard here or below. */
    public boolean isGuarded() {
        return guarded;
    }

    /** Returns the rules for this place. */
    public int[] here() {
        return here;
    }
}
