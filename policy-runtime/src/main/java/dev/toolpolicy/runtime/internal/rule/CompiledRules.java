package dev.toolpolicy.runtime.internal.rule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.automaton.match.FirstMatch;
import dev.toolpolicy.analysis.internal.automaton.match.TextAutomaton;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.argument.PathSettings;
import dev.toolpolicy.runtime.decision.RuleDecision;
import dev.toolpolicy.runtime.internal.json.TextPosition;
import dev.toolpolicy.schema.ArgumentPointer.Resolution;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A rule list compiled for one tool's schema, once per engine, for any number of calls on any thread. All rules at one
 * place become one structure, so that the cost of a character or a decision doesn't depend on the number of rules.
 */
public final class CompiledRules {
    private final List<RuleSpec> rules;
    private final List<@Nullable ValueTest> tests = new ArrayList<>();
    private final List<String> guards;
    private final Place root = Place.root();
    private final List<Place> places = new ArrayList<>();
    private final PathSettings paths;
    private final RuleDecision[] verdicts;
    private final int firstCatchAll;
    private final boolean needsAll;
    /** By the number of the place: its lowest rules of both kinds, and its guard. */
    private final int[] lowestAny;

    private final int[] lowestAll;
    private final int[] guardAt;
    private int stateSize;
    private int allStateSize;
    /** An idle evaluation of complete arguments, kept so that deciding allocates nothing. */
    private final AtomicReference<@Nullable CompleteEvaluation> idle = new AtomicReference<>();

    private CompiledRules(ToolSchema schema, RuleList list, PathSettings paths, RuleDecision otherwise) {
        this.paths = paths;
        rules = list.rules();
        for (int i = 0; i < rules.size(); i++) {
            tests.add(add(schema, i));
        }
        int catchAll = tests.indexOf(null);
        firstCatchAll = catchAll < 0 ? rules.size() : catchAll;
        verdicts = new RuleDecision[rules.size() + 1];
        Arrays.setAll(
                verdicts,
                i -> i < rules.size() ? RuleDecision.by(i, rules.get(i).mode()) : otherwise);
        guards = paths.guards() ? GuardedPlaces.addTo(root, schema.root()) : List.of();
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
        return ValueTest.of(
                condition.get().matchers().get(0), place.type(), rules.get(rule).mode(), paths);
    }

    private static Resolution.Resolved resolve(ToolSchema schema, int rule, Condition condition) {
        if (condition.pointer().resolve(schema) instanceof Resolution.Resolved resolved) {
            return resolved;
        }
        throw new IllegalArgumentException(
                "rule " + (rule + 1) + " looks at " + condition.pointer() + ", which the schema lacks");
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
        return new CompiledRules(schema, list, paths, RuleDecision.IMPLICIT);
    }

    /**
     * Returns the rules of a tool without a result list: each result is delivered, since its call was allowed or
     * approved.
     *
     * @param schema the tool's schema
     * @return the compiled list
     */
    public static CompiledRules delivering(ToolSchema schema) {
        return new CompiledRules(schema, RuleList.empty(), PathSettings.plain(), RuleDecision.DELIVERED);
    }

    /**
     * Decides on complete arguments. Nothing is allocated, unless a rule looks at a whole object, links are resolved,
     * or several threads decide at once.
     *
     * @param arguments schema-valid arguments with their defaults; not changed
     * @return the verdict
     */
    public RuleDecision evaluate(ObjectNode arguments) {
        CompleteEvaluation evaluation = idle();
        RuleDecision verdict = evaluation.evaluate(arguments);
        idle.setRelease(evaluation);
        return verdict;
    }

    private CompleteEvaluation idle() {
        CompleteEvaluation found = idle.getAndSet(null);
        return found == null ? new CompleteEvaluation(this) : found;
    }

    /**
     * Looks for a path that needs approval even if the list allows the call: one outside of the
     * workspace, or one that names a file of the active configuration.
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
     * @param position where the arguments' parser stands
     * @return an evaluation for this call; {@linkplain RuleEvaluation#reset reset} it serves another
     */
    public RuleEvaluation begin(TextPosition position) {
        return new RuleEvaluation(this, position, null);
    }

    /**
     * Starts to decide about one call while its arguments stream, and remembers what settled each rule.
     *
     * @param position where the arguments' parser stands
     * @return an evaluation for this call, which can explain itself
     */
    public RuleEvaluation beginExplained(TextPosition position) {
        return new RuleEvaluation(this, position, new RuleTracer(this, position));
    }

    int size() {
        return rules.size();
    }

    int places() {
        return lowestAny.length;
    }

    /** Returns by the number of the place, the lowest rule that one value makes hold. Not to be changed. */
    int[] lowestAny() {
        return lowestAny;
    }

    /** Returns by the number of the place, the lowest rule that needs every value. Not to be changed. */
    int[] lowestAll() {
        return lowestAll;
    }

    /** Returns the guard of a place, by the place's number, or {@link Place#NONE}. */
    int guardAt(int place) {
        return guardAt[place];
    }

    int guards() {
        return guards.size();
    }

    /** Returns the place that a guard looks at. */
    String guard(int index) {
        return guards.get(index);
    }

    PathSettings paths() {
        return paths;
    }

    Place root() {
        return root;
    }

    /** Returns all places, by their numbers. */
    List<Place> allPlaces() {
        return places;
    }

    RuleSpec rule(int index) {
        return rules.get(index);
    }

    /** Returns the index of the first rule that always holds; the list's length if there is none. */
    int firstCatchAll() {
        return firstCatchAll;
    }

    /** Returns what the list answers if a rule decides; the implicit answer if it is the list's length. */
    RuleDecision verdict(int rule) {
        return verdicts[rule];
    }

    boolean isUnattended(int rule) {
        return verdicts[rule].mode() == Mode.ALLOW;
    }

    /** Returns a rule's condition; empty for a catch-all. */
    Optional<Condition> condition(int rule) {
        return rules.get(rule).condition();
    }

    /** Returns a rule's test; null for a catch-all. */
    @Nullable
    ValueTest test(int rule) {
        return tests.get(rule);
    }

    /** Returns whether every value must satisfy a rule's matcher. */
    boolean needsAll(int rule) {
        return rules.get(rule)
                .condition()
                .filter(each -> each.match().orElse(Match.ANY) == Match.ALL)
                .isPresent();
    }

    /** Returns whether there is such a rule. */
    boolean needsAll() {
        return needsAll;
    }

    /** Returns how many numbers the state of a text takes for any place. */
    int stateSize() {
        return stateSize;
    }

    int allStateSize() {
        return allStateSize;
    }
}
