package dev.toolpolicy.runtime.internal.rule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.automaton.match.FirstMatch;
import dev.toolpolicy.analysis.internal.automaton.match.TextAutomaton;
import dev.toolpolicy.analysis.internal.read.ConditionSets;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.argument.PathSettings;
import dev.toolpolicy.runtime.decision.RuleDecision;
import dev.toolpolicy.runtime.internal.json.TextPosition;
import dev.toolpolicy.runtime.internal.place.Evaluation;
import dev.toolpolicy.runtime.internal.place.Facts;
import dev.toolpolicy.runtime.internal.place.GuardedPlaces;
import dev.toolpolicy.runtime.internal.place.Place;
import dev.toolpolicy.runtime.internal.place.RuleProgram;
import dev.toolpolicy.runtime.internal.place.ValueTest;
import dev.toolpolicy.schema.ArgumentPointer.Resolution;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A list of rules with one condition each that every value answers. All rules at one place become one structure, so that
 * the cost of a character or a decision doesn't depend on the number of rules.
 */
final class FirstRules implements RuleProgram {
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
    private final @Nullable PlaceRules[] rulesAt;
    private int stateSize;
    private int allStateSize;
    /** An idle evaluation of complete arguments, kept so that deciding allocates nothing. */
    private final AtomicReference<@Nullable CompleteEvaluation> idle = new AtomicReference<>();

    FirstRules(ToolSchema schema, RuleList list, PathSettings paths, RuleDecision otherwise) {
        this.paths = paths;
        rules = list.rules();
        for (int i = 0; i < rules.size(); i++) {
            tests.add(add(schema, i));
        }
        int catchAll = tests.indexOf(null);
        firstCatchAll = catchAll < 0 ? rules.size() : catchAll;
        verdicts = new RuleDecision[rules.size() + 1];
        for (int i = 0; i < rules.size(); i++) {
            verdicts[i] = RuleDecision.by(i, rules.get(i).mode());
        }
        verdicts[rules.size()] = otherwise;
        guards = paths.guards() ? GuardedPlaces.addTo(root, schema.root()) : List.of();
        root.freeze(0, places);
        rulesAt = new PlaceRules[places.size()];
        lowestAny = new int[places.size()];
        lowestAll = new int[places.size()];
        guardAt = new int[places.size()];
        boolean needs = false;
        for (int i = 0; i < guardAt.length; i++) {
            Place place = places.get(i);
            compile(place);
            lowestAny[i] = lowestAny(place);
            lowestAll[i] = lowestAll(place);
            guardAt[i] = place.guard();
            needs |= lowestAll[i] != Place.NONE;
        }
        needsAll = needs;
    }

    private @Nullable ValueTest add(ToolSchema schema, int rule) {
        if (rules.get(rule).isCatchAll()) {
            return null;
        }
        Condition condition = rules.get(rule).conditions().get(0);
        Resolution.Resolved place = resolve(schema, rule, condition);
        root.add(place.steps(), place.type(), rule);
        Mode mode = rules.get(rule).mode();
        return ValueTest.of(
                ConditionSets.of(condition, place.type(), paths.form(), mode).holding(), place.type(), mode, paths);
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
            rulesAt[place.number()] = compiled;
            FirstMatch texts = compiled.texts();
            TextAutomaton allTexts = compiled.allTexts();
            stateSize = Math.max(stateSize, texts == null ? 0 : texts.stateSize());
            allStateSize = Math.max(allStateSize, allTexts == null ? 0 : allTexts.stateSize());
        }
    }

    private int lowestAny(Place place) {
        PlaceRules compiled = at(place);
        return compiled == null ? Place.NONE : compiled.lowestAny();
    }

    private int lowestAll(Place place) {
        PlaceRules compiled = at(place);
        return compiled == null || compiled.all().length == 0 ? Place.NONE : compiled.all()[0];
    }

    /** Decides on complete arguments. Nothing is allocated, unless a rule looks at a whole object, links are resolved, or
     * several threads decide at once. */
    @Override
    public RuleDecision evaluate(ObjectNode arguments, Facts facts) {
        CompleteEvaluation evaluation = idle();
        RuleDecision verdict = evaluation.evaluate(arguments);
        idle.setRelease(evaluation);
        return verdict;
    }

    private CompleteEvaluation idle() {
        CompleteEvaluation found = idle.getAndSet(null);
        return found == null ? new CompleteEvaluation(this) : found;
    }

    @Override
    public OptionalInt marked(ObjectNode arguments, Facts facts) {
        return OptionalInt.empty();
    }

    @Override
    public boolean deniesAll(Facts facts) {
        int rule = 0;
        while (rule < firstCatchAll && rules.get(rule).mode() == Mode.DENY) {
            rule++;
        }
        return rule == firstCatchAll && rule < rules.size() && rules.get(rule).mode() == Mode.DENY;
    }

    @Override
    public Evaluation begin(Facts facts) {
        return new FirstEvaluation(this);
    }

    @Override
    public Traced beginTraced(Facts facts, TextPosition position) {
        FirstEvaluation evaluation = new FirstEvaluation(this);
        return new Traced(evaluation, new RuleTracer(this, position, evaluation.judge()));
    }

    /** Returns the rules at a place; null if there are none. */
    @Nullable
    PlaceRules at(Place place) {
        return rulesAt[place.number()];
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

    @Override
    public Place root() {
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
        return rules.get(rule).conditions().stream().findFirst();
    }

    /** Returns a rule's test; null for a catch-all. */
    @Nullable
    ValueTest test(int rule) {
        return tests.get(rule);
    }

    /** Returns whether every value must satisfy a rule's matcher. */
    boolean needsAll(int rule) {
        return rules.get(rule).conditions().stream()
                .anyMatch(each -> each.match().orElse(Match.ANY) == Match.ALL);
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
