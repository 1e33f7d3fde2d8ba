package dev.toolpolicy.runtime.rule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.Rule;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.ArgumentPointer.Resolution;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A rule list made ready for one tool's schema: made once per engine, immutable, used by any number of calls on any
 * thread.
 */
public final class CompiledRules {
    private final List<Rule> rules;
    private final List<@Nullable ValueTest> tests = new ArrayList<>();
    private final List<Resolution.@Nullable Resolved> places = new ArrayList<>();
    private final boolean[] needsAll;
    private final List<String> guards;
    private final Place root = Place.root();
    private final ToolSchema schema;
    private final PathSettings paths;

    private CompiledRules(ToolSchema schema, RuleList list, PathSettings paths) {
        this.schema = schema;
        this.paths = paths;
        rules = list.rules();
        for (int i = 0; i < rules.size(); i++) {
            Optional<Condition> condition = rules.get(i).condition();
            if (condition.isEmpty()) {
                tests.add(null);
                places.add(null);
            } else {
                add(i, condition.get(), resolve(schema, i, condition.get()));
            }
        }
        needsAll = new boolean[rules.size()];
        for (int i = 0; i < needsAll.length; i++) {
            needsAll[i] = rules.get(i).condition().filter(each -> each.match() == Match.ALL).isPresent();
        }
        guards = paths.guards() ? GuardedPlaces.addTo(root, schema.root(), rules.size()) : List.of();
        guards.forEach(guard -> tests.add(new ValueTest.GuardedPath()));
        root.freeze(tests);
    }

    private void add(int rule, Condition condition, Resolution.Resolved place) {
        tests.add(ValueTest.of(condition.matcher(), place.type(), rules.get(rule).mode(), paths));
        places.add(place);
        root.add(place.steps(), place.type(), rule);
    }

    private static Resolution.Resolved resolve(ToolSchema schema, int rule, Condition condition) {
        if (condition.argument().resolve(schema) instanceof Resolution.Resolved resolved) {
            return resolved;
        }
        throw new IllegalArgumentException(
                "rule " + (rule + 1) + " looks at " + condition.argument() + ", which the schema lacks");
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
        return new CompiledRules(schema, list, paths);
    }

    /**
     * Decides on complete arguments.
     *
     * @param arguments schema-valid arguments with their defaults; not changed
     * @return the verdict
     */
    public RuleVerdict evaluate(ObjectNode arguments) {
        Map<String, JudgedPath> judged = new HashMap<>();
        Function<String, JudgedPath> judge = text -> judged.computeIfAbsent(text, this::judge);
        for (int i = 0; i < rules.size(); i++) {
            if (holds(i, arguments, judge)) {
                return guarded(RuleVerdict.by(i, mode(i)), arguments, judge);
            }
        }
        return RuleVerdict.IMPLICIT;
    }

    /** A path of a call, to be judged by all that look at it. */
    JudgedPath judge(String path) {
        return new JudgedPath(path, paths);
    }

    private RuleVerdict guarded(RuleVerdict verdict, ObjectNode arguments, Function<String, JudgedPath> judge) {
        return verdict.mode() == Mode.UNATTENDED && paths.guards()
                ? GuardedPlaces.find(schema.root(), "", arguments, judge)
                        .map(verdict::guardedBy)
                        .orElse(verdict)
                : verdict;
    }

    private boolean holds(int rule, ObjectNode arguments, Function<String, JudgedPath> judge) {
        ValueTest test = tests.get(rule);
        Resolution.Resolved place = places.get(rule);
        if (test == null || place == null) {
            return true;
        }
        boolean path = place.type() instanceof ParameterType.PathType;
        int[] reachedAndHeld = new int[2];
        place.forEachValue(arguments, value -> {
            reachedAndHeld[0]++;
            boolean satisfied = path ? test.path(judge.apply(value.textValue())) : test.value(value);
            reachedAndHeld[1] += satisfied ? 1 : 0;
        });
        return reachedAndHeld[1] > 0 && (!needsAll(rule) || reachedAndHeld[1] == reachedAndHeld[0]);
    }

    /**
     * Starts to decide about one call while its arguments stream.
     *
     * @return an evaluation for this call alone
     */
    public RuleEvaluation begin() {
        return new RuleEvaluation(this, null);
    }

    /**
     * Starts to decide about one call while its arguments stream, and remembers what settled each rule.
     *
     * @return an evaluation for this call alone, which can explain itself
     */
    public RuleEvaluation beginExplained() {
        return new RuleEvaluation(this, new Trace());
    }

    int size() {
        return rules.size();
    }

    /** How many guards follow the rules, with indexes after theirs. */
    int guards() {
        return guards.size();
    }

    /** The place that a guard looks at. */
    String guard(int index) {
        return guards.get(index - rules.size());
    }

    Place root() {
        return root;
    }

    Rule rule(int index) {
        return rules.get(index);
    }

    Mode mode(int rule) {
        return rules.get(rule).mode();
    }

    /** Whether a rule always holds. */
    boolean isCatchAll(int rule) {
        return tests.get(rule) == null;
    }

    /** A rule's condition; empty for a catch-all. */
    Optional<Condition> condition(int rule) {
        return rules.get(rule).condition();
    }

    @Nullable ValueTest test(int rule) {
        return tests.get(rule);
    }

    /** Whether every value must satisfy the rule's matcher. */
    boolean needsAll(int rule) {
        return rule < needsAll.length && needsAll[rule];
    }
}
