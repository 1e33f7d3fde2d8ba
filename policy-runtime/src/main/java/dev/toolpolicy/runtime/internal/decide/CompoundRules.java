package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A rule list compiled for a tool's schema, for any number of calls on any thread.
 *
 * <p>A condition is true, false or unknown. For each rule two clauses say the same with two values: one that all
 * conditions hold, and for a stricter rule one that none of them is false. The first rule whose first clause is true
 * decides. Above a rule that allows, the first one whose second clause is true marks the list: it wanted to look at what
 * couldn't be read.
 */
public final class CompoundRules {
    private final List<RuleSpec> rules;
    private final PathSettings paths;
    private final Clauses clauses;
    private final RuleDecision[] verdicts;
    private final List<Part> parts = new ArrayList<>();
    private final List<String> guards;
    private final AtomicReference<FactBinding> bound;

    /**
     * One of the lists that decide, each for itself.
     *
     * @param from the index of its first rule
     * @param to the index behind its last rule
     * @param otherwise the decision if none of its rules holds
     * @param isFloor whether it is a floor, not the tool's own list
     */
    record Part(int from, int to, RuleDecision otherwise, boolean isFloor) {}

    /**
     * Makes a list ready.
     *
     * @param list a list and its floors
     * @param otherwise the decision of the list if none of its own rules holds; if it delivers, paths don't matter
     * @throws IllegalArgumentException if a pointer leads nowhere
     */
    public CompoundRules(
            ToolSchema schema, ToolSchema facts, RuleList list, PathSettings paths, RuleDecision otherwise) {
        this.paths = paths;
        rules = list.all();
        ClauseCompiler compiler = new ClauseCompiler(schema, facts, paths, rules.size());
        for (int i = 0; i < rules.size(); i++) {
            compiler.add(i, rules.get(i));
        }
        guards = paths.guards() && otherwise != RuleDecision.DELIVERED
                ? GuardedPlaces.addTo(compiler.root(), schema.root())
                : List.of();
        clauses = compiler.compile();
        verdicts = new RuleDecision[rules.size()];
        for (int i = 0; i < rules.size(); i++) {
            verdicts[i] = RuleDecision.by(i, rules.get(i).mode());
        }
        for (RuleList part : list.parts()) {
            int from = parts.isEmpty() ? 0 : parts.get(parts.size() - 1).to();
            RuleDecision end = parts.isEmpty() ? otherwise : RuleDecision.DELIVERED;
            parts.add(new Part(from, from + part.rules().size(), end, !parts.isEmpty()));
        }
        bound = new AtomicReference<>(
                new FactBinding(clauses, Facts.NONE, paths.form().expandingHome(false)));
    }

    /** Returns the place of the arguments as a whole. */
    public Place root() {
        return clauses.root();
    }

    /** Starts to decide about a call, and tells a trace what settles each rule; null for none. */
    CompoundEvaluation begin(Facts facts, @Nullable Trace trace) {
        return new CompoundEvaluation(this, bind(facts), facts.flows(), trace);
    }

    /** Returns what facts mean for the rules. The last one is kept, since a session's facts seldom change. */
    private FactBinding bind(Facts facts) {
        FactBinding last = bound.getAcquire();
        if (last.facts().bindLike(facts, clauses.seeksFacts())) {
            return last;
        }
        FactBinding made = new FactBinding(clauses, facts, paths.form().expandingHome(false));
        bound.setRelease(made);
        return made;
    }

    int size() {
        return rules.size();
    }

    List<Part> parts() {
        return parts;
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

    /** Returns the decision by a rule. */
    RuleDecision verdict(int rule) {
        return verdicts[rule];
    }

    /** Returns the name of a guard, the pointer of its place. */
    String guardName(int guard) {
        return guards.get(guard);
    }

    GuardProgress guards() {
        return new GuardProgress(guards, clauses.places());
    }
}
