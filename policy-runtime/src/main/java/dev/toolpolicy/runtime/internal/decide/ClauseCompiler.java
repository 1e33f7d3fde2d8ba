package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.analysis.internal.read.ConditionSets;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.analysis.internal.shell.match.CommandMachine;
import dev.toolpolicy.analysis.internal.shell.match.CommandSet;
import dev.toolpolicy.analysis.internal.shell.match.VectorMachine;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.internal.schema.Step;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A compiler of rules to clauses. */
final class ClauseCompiler {
    private final RuleScope scope;
    private final ToolSchema facts;
    private final PathSettings paths;
    private final Place root = Place.root();
    private final List<Literal> literals = new ArrayList<>();
    private final List<Clause> holding = new ArrayList<>();
    private final List<Clause> possible = new ArrayList<>();
    private final int rules;
    private final Map<Place, List<Integer>> exhausted = new HashMap<>();
    private final Map<Place, List<Integer>> exhaustedClauses = new HashMap<>();
    private final Map<Place, List<Integer>> elements = new HashMap<>();
    /** The literals that need a value in each element, and the places of the demands by their numbers. */
    private final List<Integer> demanding = new ArrayList<>();

    private final Map<Place, List<Integer>> met = new HashMap<>();
    private final Map<Place, List<Integer>> demanded = new HashMap<>();
    private final Map<Place, List<Integer>> closed = new HashMap<>();
    private boolean seeksFacts;

    ClauseCompiler(ToolSchema schema, ToolSchema facts, PathSettings paths, int rules) {
        this.rules = rules;
        this.scope = new RuleScope(schema, facts, new PathReading(paths.form(), paths.resolvesLinks()));
        this.facts = facts;
        this.paths = paths;
    }

    Place root() {
        return root;
    }

    /** The conditions of a rule on the values of one place. Conditions on the only value there are one slot. */
    private final class Slot {
        private final Resolution.Resolved place;
        private final String pointer;
        private final boolean fact;
        private final Count count;
        private final List<ValueSet> holding = new ArrayList<>();
        private final List<ValueSet> possible = new ArrayList<>();
        private final List<List<Step>> listed = new ArrayList<>();
        private final List<List<String>> sought = new ArrayList<>();
        /** The patterns that every command must match, and those that some command must. */
        private final List<CommandSet> every = new ArrayList<>();

        private final List<CommandSet> some = new ArrayList<>();
        private final List<CommandMachine> lines = new ArrayList<>();
        private final List<VectorMachine> vectors = new ArrayList<>();
        /** Whether all conditions hold without a value, and whether one fails where an element lacks the member. */
        private boolean absent = true;

        private boolean complete;

        Slot(RuleSpec rule, Resolution.Resolved place, Condition condition) {
            this.place = place;
            this.pointer = rule.each().map(each -> each.array().toString()).orElse("") + condition.pointer();
            this.fact = condition.isOnFact();
            this.count = place.throughArray() ? count(RuleScope.quantifier(condition, rule.mode())) : Count.ONE;
        }

        void add(Condition condition, Mode mode) {
            ConditionSets sets = ConditionSets.withoutCommands(condition, place.type(), paths.form(), mode);
            holding.addAll(sets.holding());
            possible.addAll(sets.possible());
            for (Matcher matcher : condition.matchers()) {
                if (matcher.kind() == Matcher.Kind.COMMANDS) {
                    boolean all = condition.match().orElse(Match.ANY) == Match.ALL;
                    (mode == Mode.ALLOW || all ? every : some).add(CommandSet.of(matcher.texts()));
                }
            }
            for (Set<ArgumentPointer> group : sets.facts()) {
                List<String> names = group.stream()
                        .flatMap(fact -> FlowFacts.setAt(fact).stream())
                        .toList();
                if (names.isEmpty()) {
                    group.forEach(fact -> listed.add(factPlace(fact)));
                } else {
                    sought.add(names);
                }
            }
            absent &= condition.matchesAbsent();
            complete |= condition.matchesAbsent();
        }

        /** Returns whether every value satisfies the conditions or fails them, even if nothing else is known. */
        private boolean isTwoValued() {
            return !fact && listed.isEmpty() && lines.isEmpty() && vectors.isEmpty() && holding.equals(possible);
        }

        /** Compiles what reads commands, once there are all conditions. */
        Slot compile(Mode mode) {
            if (place.type().kind() != ParameterType.Kind.ARRAY) {
                lines.addAll(mode == Mode.ALLOW ? CommandSet.every(every) : CommandSet.all(every));
                some.forEach(set -> lines.add(set.some()));
            } else if (mode == Mode.ALLOW) {
                vectors.addAll(CommandSet.everyOfVector(every));
            } else {
                every.forEach(set -> vectors.add(set.allOfVector()));
                some.forEach(set -> vectors.add(set.someOfVector()));
            }
            return this;
        }

        int literal(@Nullable Place base, Mode mode, boolean canBeUnknown) {
            int index = literals.size();
            ValueCheck.Commands commands = new ValueCheck.Commands(lines, vectors, canBeUnknown);
            ValueCheck check = new ValueCheck(canBeUnknown ? possible : holding, commands, place.type(), mode, paths);
            Place at = base == null ? null : base.add(place.steps(), place.type(), index);
            List<Step> own = fact ? place.steps() : null;
            Literal.Facts known = new Literal.Facts(own, listed, sought, canBeUnknown);
            boolean isCertain = check.isCertain() && sought.isEmpty();
            literals.add(new Literal(
                    index, pointer, count, check, known, !absent && check.isImpossible(), isCertain, absent));
            seeksFacts |= fact && !sought.isEmpty();
            if (at != null && !vectors.isEmpty()) {
                at.toElements().use();
            }
            if (base != null) {
                chain(base, place.steps(), index, exhausted);
                if (complete) {
                    demandMembers(base, place.steps(), index);
                }
            }
            return index;
        }
    }

    private List<Step> factPlace(ArgumentPointer pointer) {
        return Resolution.of(pointer, facts)
                .resolved()
                .orElseThrow(() -> new IllegalArgumentException("there is no fact \"" + pointer + "\""))
                .steps();
    }

    private static Count count(Match match) {
        return match == Match.ALL ? Count.ALL : Count.ANY;
    }

    /** Notes something at each place whose end means that no more values follow: from the base to the first array. */
    private static void chain(Place base, List<Step> steps, int noted, Map<Place, List<Integer>> notes) {
        Place place = base;
        note(place, noted, notes);
        for (Step step : steps) {
            if (!(step instanceof Step.Property property)) {
                return;
            }
            place = place.toProperty(property.name());
            note(place, noted, notes);
        }
    }

    /**
     * Notes that each element on the way to a place must have what follows it, up to the next array or the place itself.
     * It is met by a value there, and looked for when the element or a part of it ends.
     */
    private void demandMembers(Place base, List<Step> steps, int literal) {
        Place place = base;
        Place element = null;
        for (Step step : steps) {
            if (step instanceof Step.Property property) {
                place = place.toProperty(property.name());
            } else {
                meet(element, place);
                place = place.toElements();
                element = place;
                demanding.add(literal);
                note(element, demanding.size() - 1, closed);
            }
            if (element != null) {
                note(place, demanding.size() - 1, demanded);
            }
        }
        meet(element, place);
    }

    private void meet(@Nullable Place element, Place end) {
        if (element != null) {
            end.use();
            note(end, demanding.size() - 1, met);
        }
    }

    private static void note(Place place, int noted, Map<Place, List<Integer>> notes) {
        notes.computeIfAbsent(place, none -> new ArrayList<>()).add(noted);
    }

    void add(int index, RuleSpec rule) {
        if (rule.isUnreadable()) {
            add(Clause.NEVER, rule.mode() == Mode.ALLOW ? Clause.NEVER : Clause.ALWAYS);
        } else if (!rule.isCatchAll()) {
            addConditions(index, rule);
        } else if (rule.each().isPresent()) {
            throw new IllegalArgumentException("rule " + (index + 1) + " has elements and no condition");
        } else {
            add(Clause.ALWAYS, Clause.NEVER);
        }
    }

    private void add(Clause holds, Clause canHold) {
        holding.add(holds);
        possible.add(canHold);
    }

    private void addConditions(int index, RuleSpec rule) {
        List<Step> steps = rule.each().map(each -> scope.elements(each).steps()).orElse(List.of());
        Place base = root.at(steps);
        List<Integer> all = new ArrayList<>();
        List<Integer> allPossible = new ArrayList<>();
        for (Slot slot : slots(rule)) {
            Place of = slot.fact ? null : base;
            int literal = slot.literal(of, rule.mode(), false);
            all.add(literal);
            boolean both = slot.isTwoValued() || rule.mode() == Mode.ALLOW;
            allPossible.add(both ? literal : slot.literal(of, rule.mode(), true));
        }
        Clause holds = clause(index, rule, steps, all);
        add(holds, all.equals(allPossible) ? Clause.NEVER : clause(rules + index, rule, steps, allPossible));
    }

    private Clause clause(int number, RuleSpec rule, List<Step> steps, List<Integer> all) {
        int[] own = ints(all);
        if (rule.each().isEmpty()) {
            return new Clause(Standing.OPEN, Count.ONE, null, own);
        }
        Place element = root.at(steps);
        element.use();
        Match match = rule.each().get().match();
        note(element, number, elements);
        chain(root, steps, number, exhaustedClauses);
        return new Clause(Standing.OPEN, match == null ? Count.ANY : count(match), element, own);
    }

    private List<Slot> slots(RuleSpec rule) {
        Map<Object, Slot> slots = new LinkedHashMap<>();
        for (Condition condition : rule.conditions()) {
            Resolution.Resolved place = scope.place(rule, condition);
            Object key = RuleScope.isForOne(rule, condition, place)
                    ? new Object()
                    : List.of(condition.isOnFact(), place.steps());
            Slot slot = slots.get(key);
            if (slot == null) {
                slot = new Slot(rule, place, condition);
                slots.put(key, slot);
            }
            slot.add(condition, rule.mode());
        }
        for (Slot slot : slots.values()) {
            if (slot.count == Count.ANY) {
                addThoseOfAll(rule, slot);
            }
        }
        return slots.values().stream().map(slot -> slot.compile(rule.mode())).toList();
    }

    /** Adds the conditions on every value there, since the one that is looked for satisfies them too. */
    private void addThoseOfAll(RuleSpec rule, Slot slot) {
        for (Condition condition : rule.conditions()) {
            Resolution.Resolved place = scope.place(rule, condition);
            if (condition.isOnFact() == slot.fact
                    && place.steps().equals(slot.place.steps())
                    && !RuleScope.isForOne(rule, condition, place)) {
                slot.add(condition, rule.mode());
            }
        }
    }

    Clauses compile() {
        List<Place> places = new ArrayList<>();
        root.freeze(0, places);
        List<Clause> clauses = new ArrayList<>(holding);
        clauses.addAll(possible);
        List<List<Integer>> clausesOf = literals.stream()
                .<List<Integer>>map(literal -> new ArrayList<>())
                .toList();
        for (int i = 0; i < clauses.size(); i++) {
            for (int literal : clauses.get(i).literals()) {
                clausesOf.get(literal).add(i);
            }
        }
        int[][] byLiteral = clausesOf.stream().map(ClauseCompiler::ints).toArray(int[][]::new);
        int[] bits = bits(clauses, byLiteral);
        PlaceLiterals[] at = new PlaceLiterals[places.size()];
        Map<Place, PlaceLiterals> arrays = new HashMap<>();
        for (Place place : places) { // those of arrays come before those of their elements
            PlaceLiterals own = at(place, arrays.get(place), bits);
            at[place.number()] = own;
            if (own != null && place.elements() != null) {
                arrays.put(place.elements(), own);
            }
        }
        return new Clauses(
                List.copyOf(literals),
                byLiteral,
                bits,
                refutable(bits),
                List.copyOf(clauses),
                clauses.stream().map(Clause::count).toArray(Count[]::new),
                root,
                places,
                at,
                ints(demanding),
                seeksFacts);
    }

    /** Returns the bits of literals: that of the clause which says nothing else, or one behind those of all clauses. */
    private static int[] bits(List<Clause> clauses, int[][] byLiteral) {
        int[] bits = new int[byLiteral.length];
        for (int literal = 0; literal < bits.length; literal++) {
            int first = byLiteral[literal][0];
            Clause clause = clauses.get(first);
            boolean isAll = byLiteral[literal].length == 1 && clause.literals().length == 1 && clause.element() == null;
            bits[literal] = isAll ? first : clauses.size() + literal;
        }
        return bits;
    }

    /** Returns the clauses of one literal that is false once its values have ended and none was true. */
    private long[] refutable(int[] bits) {
        long[] clauses = Bits.of(2 * rules + bits.length);
        for (Literal literal : literals) {
            boolean isRefuted = !literal.absent() && literal.count() != Count.ALL && bits[literal.index()] < 2 * rules;
            Bits.set(clauses, bits[literal.index()], isRefuted);
        }
        return clauses;
    }

    private @Nullable PlaceLiterals at(Place place, @Nullable PlaceLiterals array, int[] bits) {
        List<Literal> here = Arrays.stream(place.here()).mapToObj(literals::get).toList();
        List<Integer> none = List.of();
        BitSet ended = new BitSet();
        exhausted.getOrDefault(place, none).forEach(literal -> ended.set(bits[literal]));
        int[] endedClauses = ints(exhaustedClauses.getOrDefault(place, none));
        return here.isEmpty()
                        && !place.isUsed()
                        && !exhausted.containsKey(place)
                        && !demanded.containsKey(place)
                        && endedClauses.length == 0
                ? null
                : PlaceLiterals.of(
                        here,
                        literal -> bits[literal] < 2 * rules ? bits[literal] : -1,
                        array,
                        ended.toLongArray(),
                        endedClauses,
                        ints(elements.getOrDefault(place, none)),
                        new PlaceLiterals.Demands(
                                ints(met.getOrDefault(place, none)),
                                ints(demanded.getOrDefault(place, none)),
                                ints(closed.getOrDefault(place, none))));
    }

    /** Returns numbers as an array. */
    static int[] ints(List<Integer> values) {
        int[] ints = new int[values.size()];
        for (int i = 0; i < ints.length; i++) {
            ints[i] = values.get(i);
        }
        return ints;
    }
}
