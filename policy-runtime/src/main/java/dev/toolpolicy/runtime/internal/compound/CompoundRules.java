package dev.toolpolicy.runtime.internal.compound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.argument.PathSettings;
import dev.toolpolicy.runtime.decision.RuleDecision;
import dev.toolpolicy.runtime.internal.json.TextPosition;
import dev.toolpolicy.runtime.internal.place.Evaluation;
import dev.toolpolicy.runtime.internal.place.Facts;
import dev.toolpolicy.runtime.internal.place.GuardProgress;
import dev.toolpolicy.runtime.internal.place.GuardedPlaces;
import dev.toolpolicy.runtime.internal.place.Place;
import dev.toolpolicy.runtime.internal.place.RuleProgram;
import dev.toolpolicy.runtime.internal.place.TreeWalk;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A list of rules with several conditions, facts, or conditions that some values can't answer.
 *
 * <p>A condition is true, false or unknown. For each rule two clauses say the same with two values: one that all
 * conditions hold, and for a stricter rule one that none of them is false. The first rule whose first clause is true
 * decides. Above a rule that allows, the first one whose second clause is true marks the list: it wanted to look at what
 * couldn't be read.
 */
public final class CompoundRules implements RuleProgram {
    private static final Set<String> UNREADABLE = Set.of("host", "commands", "in_fact");

    private final List<RuleSpec> rules;
    private final PathSettings paths;
    private final Clauses clauses;
    private final RuleDecision[] verdicts;
    private final List<String> guards;
    private final int[] guardAt;
    private final AtomicReference<FactBinding> bound;
    /**
     * Makes a list ready.
     *
     * @throws IllegalArgumentException if a pointer leads nowhere
     */
    public CompoundRules(ToolSchema schema, ToolSchema facts, RuleList list, PathSettings paths) {
        this.paths = paths;
        rules = list.rules();
        ClauseCompiler compiler = new ClauseCompiler(schema, facts, paths);
        for (int i = 0; i < rules.size(); i++) {
            compiler.add(i, rules.get(i));
        }
        guards = paths.guards() ? GuardedPlaces.addTo(compiler.root(), schema.root()) : List.of();
        clauses = compiler.compile();
        guardAt = new int[clauses.places().size()];
        for (int i = 0; i < guardAt.length; i++) {
            guardAt[i] = clauses.places().get(i).guard();
        }
        verdicts = new RuleDecision[rules.size()];
        for (int i = 0; i < verdicts.length; i++) {
            verdicts[i] = RuleDecision.by(i, rules.get(i).mode());
        }
        bound = new AtomicReference<>(
                new FactBinding(clauses, Facts.NONE, paths.form().expandingHome(false)));
    }

    /**
     * Returns whether a list has rules that only this kind of program can evaluate, or knows as soon as they are
     * certain: a path asks whichever of several rules allows.
     */
    public static boolean isNeeded(RuleList list, PathSettings paths) {
        int allowing = 0;
        for (RuleSpec rule : list.rules()) {
            if (isCompound(rule)) {
                return true;
            }
            allowing += rule.mode() == Mode.ALLOW ? 1 : 0;
        }
        return allowing > 1 && paths.guards();
    }

    private static boolean isCompound(RuleSpec rule) {
        List<Condition> conditions = rule.conditions();
        return rule.isUnreadable()
                || rule.each().isPresent()
                || conditions.size() > 1
                || !conditions.isEmpty() && isCompound(conditions.get(0));
    }

    private static boolean isCompound(Condition condition) {
        return condition.isOnFact()
                || condition.matchers().size() > 1
                || !condition.matchers().isEmpty()
                        && UNREADABLE.contains(condition.matchers().get(0).keyword());
    }

    @Override
    public Place root() {
        return clauses.root();
    }

    @Override
    public RuleDecision evaluate(ObjectNode arguments, Facts facts) {
        RuleDecision verdict = walked(arguments, facts).verdict();
        if (verdict == null) {
            throw new IllegalStateException("the rules wait for more than the complete arguments");
        }
        return verdict;
    }

    @Override
    public OptionalInt marked(ObjectNode arguments, Facts facts) {
        return walked(arguments, facts).marked();
    }

    @Override
    public boolean deniesAll(Facts facts) {
        return begin(facts).deniesAll();
    }

    private CompoundEvaluation walked(ObjectNode arguments, Facts facts) {
        CompoundEvaluation evaluation = begin(facts);
        new TreeWalk(evaluation).all(root(), arguments);
        return evaluation;
    }

    @Override
    public CompoundEvaluation begin(Facts facts) {
        return new CompoundEvaluation(this, bind(facts), (clause, holds, index) -> {});
    }

    @Override
    public Traced beginTraced(Facts facts, TextPosition position) {
        FactBinding binding = bind(facts);
        CompoundTracer tracer = new CompoundTracer(this, position, binding.first());
        Evaluation evaluation = new CompoundEvaluation(this, binding, tracer::settled);
        return new Traced(evaluation, tracer);
    }

    /** Returns what facts mean for the rules. The last one is kept, since a session's facts seldom change. */
    private FactBinding bind(Facts facts) {
        FactBinding last = bound.getAcquire();
        if (last.facts().equals(facts)) {
            return last;
        }
        FactBinding made = new FactBinding(clauses, facts, paths.form().expandingHome(false));
        bound.setRelease(made);
        return made;
    }

    int size() {
        return rules.size();
    }

    RuleSpec rule(int index) {
        return rules.get(index);
    }

    Clauses clauses() {
        return clauses;
    }

    PathSettings paths() {
        return paths;
    }

    RuleDecision verdict(int rule) {
        return verdicts[rule];
    }

    /** Returns the place that a guard looks at. */
    String guard(int index) {
        return guards.get(index);
    }

    GuardProgress guards() {
        return new GuardProgress(guards, guardAt);
    }
}
