package dev.toolpolicy.runtime.rule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.Rule;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.automaton.FirstMatch;
import dev.toolpolicy.runtime.automaton.TextAutomaton;
import dev.toolpolicy.schema.ArgumentPointer.Resolution;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A rule list made ready for one tool's schema: made once per engine, used by any number of calls on any thread. All
 * rules at one place become one structure, so that neither a character of an argument nor a decision costs more where
 * there are more rules.
 */
public final class CompiledRules {
    private final List<Rule> rules;
    private final List<@Nullable ValueTest> tests = new ArrayList<>();
    private final List<String> guards;
    private final Place root = Place.root();
    private final List<Place> places = new ArrayList<>();
    private final PathSettings paths;
    private final RuleVerdict[] verdicts;
    private final int firstCatchAll;
    private final boolean needsAll;
    /** By the number of the place: its lowest rules of both kinds, and its guard. */
    private final int[] lowestAny;
    private final int[] lowestAll;
    private final int[] guardAt;
    private int stateSize;
    private int allStateSize;
    /** What decides on complete arguments, while nobody does: so that deciding allocates nothing. */
    private final AtomicReference<@Nullable CompleteEvaluation> idle = new AtomicReference<>();

    private CompiledRules(ToolSchema schema, RuleList list, PathSettings paths, boolean guarded) {
        this.paths = paths;
        rules = list.rules();
        for (int i = 0; i < rules.size(); i++) {
            tests.add(add(schema, i));
        }
        int catchAll = tests.indexOf(null);
        firstCatchAll = catchAll < 0 ? rules.size() : catchAll;
        verdicts = new RuleVerdict[rules.size() + 1];
        Arrays.setAll(verdicts, i -> i < rules.size() ? RuleVerdict.by(i, rules.get(i).mode()) : RuleVerdict.IMPLICIT);
        guards = guarded ? GuardedPlaces.addTo(root, schema.root()) : List.of();
        root.freeze(0, places::add);
        places.forEach(this::compile);
        lowestAny = places.stream().mapToInt(CompiledRules::lowestAny).toArray();
        lowestAll = places.stream().mapToInt(CompiledRules::lowestAll).toArray();
        guardAt = places.stream().mapToInt(Place::guard).toArray();
        needsAll = Arrays.stream(lowestAll).anyMatch(rule -> rule != Place.NONE);
    }

    private @Nullable ValueTest add(ToolSchema schema, int rule) {
        Optional<Condition> condition = rules.get(rule).condition();
        if (condition.isEmpty()) {
            return null;
        }
        Resolution.Resolved place = resolve(schema, rule, condition.get());
        root.add(place.steps(), place.type(), rule);
        return ValueTest.of(condition.get().matcher(), place.type(), rules.get(rule).mode(), paths);
    }

    private static Resolution.Resolved resolve(ToolSchema schema, int rule, Condition condition) {
        if (condition.argument().resolve(schema) instanceof Resolution.Resolved resolved) {
            return resolved;
        }
        throw new IllegalArgumentException(
                "rule " + (rule + 1) + " looks at " + condition.argument() + ", which the schema lacks");
    }

    private void compile(Place place) {
        if (place.here().length > 0) {
            PlaceRules compiled = new PlaceRules(place.here(), this::needsAll, tests);
            place.rules(compiled);
            FirstMatch texts = compiled.texts();
            TextAutomaton allTexts = compiled.allTexts();
            stateSize = Math.max(stateSize, texts == null ? 0 : texts.stateSize());
            allStateSize = Math.max(allStateSize, allTexts == null ? 0 : allTexts.automata());
        }
    }

    private static int lowestAny(Place place) {
        PlaceRules compiled = place.rules();
        return compiled == null ? Place.NONE : compiled.lowestAny();
    }

    private static int lowestAll(Place place) {
        PlaceRules compiled = place.rules();
        return compiled == null || compiled.all().length == 0 ? Place.NONE : compiled.all()[0];
    }

    /**
     * Makes a list ready, with paths judged by their text alone.
     *
     * @param schema the tool's schema
     * @param list a list that was checked against it
     * @return the compiled list
     * @throws IllegalArgumentException if a pointer leads nowhere
     */
    public static CompiledRules of(ToolSchema schema, RuleList list) {
        return of(schema, list, PathSettings.plain());
    }

    /**
     * Makes a list ready.
     *
     * @param schema the tool's schema
     * @param list a list that was checked against it
     * @param paths how paths are judged
     * @return the compiled list
     * @throws IllegalArgumentException if a pointer leads nowhere
     */
    public static CompiledRules of(ToolSchema schema, RuleList list, PathSettings paths) {
        return new CompiledRules(schema, list, paths, paths.guards());
    }

    /**
     * Makes a list ready to be asked which rule comes {@linkplain #first first}: no path keeps a call from anything.
     *
     * @param schema the tool's schema
     * @param list a list that was checked against it
     * @param form how normal forms of paths are made
     * @return the compiled list
     * @throws IllegalArgumentException if a pointer leads nowhere
     */
    public static CompiledRules unguarded(ToolSchema schema, RuleList list, NormalPath.Form form) {
        return new CompiledRules(schema, list, PathSettings.plain().form(form), false);
    }

    /**
     * Decides on complete arguments. Nothing is allocated, unless a rule looks at a whole object, links are resolved, or
     * several threads decide at once.
     *
     * @param arguments schema-valid arguments with their defaults; not changed
     * @return the verdict
     */
    public RuleVerdict evaluate(ObjectNode arguments) {
        CompleteEvaluation evaluation = idle();
        RuleVerdict verdict = evaluation.evaluate(arguments);
        idle.setRelease(evaluation);
        return verdict;
    }

    /**
     * Finds the first rule that holds for complete arguments, whatever its mode.
     *
     * @param arguments schema-valid arguments with their defaults; not changed
     * @return the rule's index; the list's length if no rule holds
     */
    public int first(ObjectNode arguments) {
        CompleteEvaluation evaluation = idle();
        int first = evaluation.first(arguments);
        idle.setRelease(evaluation);
        return first;
    }

    private CompleteEvaluation idle() {
        CompleteEvaluation found = idle.getAndSet(null);
        return found == null ? new CompleteEvaluation(this) : found;
    }

    /**
     * Looks for a path that keeps a call from running unattended, whatever the list says of the call: one outside of the
     * workspace, or one that names a file of the configuration in force.
     *
     * @param arguments valid arguments with their defaults filled in
     * @return the place of such a path
     */
    public Optional<String> guarded(ObjectNode arguments) {
        return guards.isEmpty() ? Optional.empty() : new CompleteEvaluation(this).guarded(arguments);
    }

    /**
     * Starts to decide about one call while its arguments stream.
     *
     * @return an evaluation for this call; {@linkplain RuleEvaluation#reset reset} it serves another
     */
    public RuleEvaluation begin() {
        return new RuleEvaluation(this, null);
    }

    /**
     * Starts to decide about one call while its arguments stream, and remembers what settled each rule.
     *
     * @return an evaluation for this call, which can explain itself
     */
    public RuleEvaluation beginExplained() {
        return new RuleEvaluation(this, new RuleTracer(this));
    }

    int size() {
        return rules.size();
    }

    int places() {
        return lowestAny.length;
    }

    /** By the number of the place, the lowest rule that one value makes hold. Not to be changed. */
    int[] lowestAny() {
        return lowestAny;
    }

    /** By the number of the place, the lowest rule that needs every value. Not to be changed. */
    int[] lowestAll() {
        return lowestAll;
    }

    /** The guard of a place, by the place's number, or {@link Place#NONE}. */
    int guardAt(int place) {
        return guardAt[place];
    }

    int guards() {
        return guards.size();
    }

    /** The place that a guard looks at. */
    String guard(int index) {
        return guards.get(index);
    }

    PathSettings paths() {
        return paths;
    }

    Place root() {
        return root;
    }

    /** All places, by their numbers. */
    List<Place> allPlaces() {
        return places;
    }

    Rule rule(int index) {
        return rules.get(index);
    }

    /** The index of the first rule that always holds; the list's length if there is none. */
    int firstCatchAll() {
        return firstCatchAll;
    }

    /** What the list answers if a rule decides; the implicit answer if it is the list's length. */
    RuleVerdict verdict(int rule) {
        return verdicts[rule];
    }

    boolean isUnattended(int rule) {
        return verdicts[rule].mode() == Mode.UNATTENDED;
    }

    /** A rule's condition; empty for a catch-all. */
    Optional<Condition> condition(int rule) {
        return rules.get(rule).condition();
    }

    /** A rule's test; null for a catch-all. */
    @Nullable ValueTest test(int rule) {
        return tests.get(rule);
    }

    /** Whether every value must satisfy a rule's matcher. */
    boolean needsAll(int rule) {
        return rules.get(rule).condition().filter(each -> each.match() == Match.ALL).isPresent();
    }

    /** Whether there is such a rule. */
    boolean needsAll() {
        return needsAll;
    }

    /** How many numbers the state of a text takes for any place. */
    int stateSize() {
        return stateSize;
    }

    int allStateSize() {
        return allStateSize;
    }
}
