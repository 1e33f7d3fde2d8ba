package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleEvaluator;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.read.TextPosition;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A rule list compiled for one tool's schema, once per engine, for any number of calls on any thread. A short list is
 * compiled when its tool is first called, since most processes call few of their tools.
 */
public final class CompiledRules {
    /** Lists of more rules are compiled with their engine, so that no call waits for them. */
    private static final int SHORT = 64;

    private final PathSettings paths;
    private final Late<CompoundRules> program;
    private final Late<RuleEvaluator> plain;
    private final List<RuleSpec> rules;
    /** Each rule in words, null until it is needed. If two threads make one at once, both are right. */
    private final @Nullable String[] words;

    private final Late<Boolean> deniesAlways;

    /** Creates a list from what makes its program and its second opinion. */
    CompiledRules(
            PathSettings paths,
            Supplier<CompoundRules> compiler,
            Supplier<RuleEvaluator> plain,
            List<RuleSpec> rules,
            Supplier<Boolean> findsOnlyDenials) {
        this.paths = paths;
        this.program = new Late<>(compiler);
        this.plain = new Late<>(plain);
        this.rules = rules;
        this.words = new String[rules.size()];
        this.deniesAlways = new Late<>(findsOnlyDenials);
    }

    /**
     * Makes a list ready when it is first needed, or now if it is long.
     *
     * @param schema the tool's schema
     * @param facts the declared facts
     * @param list a list that was checked against both
     * @param paths how paths are judged
     * @throws IllegalArgumentException if the list is long and a pointer leads nowhere
     */
    public static CompiledRules of(ToolSchema schema, ToolSchema facts, RuleList list, PathSettings paths) {
        RuleScope scope = new RuleScope(schema, facts, PathReading.of(paths.form(), paths.resolvesLinks()));
        CompiledRules rules = new CompiledRules(
                paths,
                () -> new CompoundRules(schema, facts, list, paths, RuleDecision.IMPLICIT),
                () -> new RuleEvaluator(scope, list),
                list.all(),
                () -> list.parts().stream()
                        .anyMatch(part -> new Reachability.Questions(scope, part.rules()).deniesAll()));
        if (list.all().size() > SHORT) {
            rules.program.get();
        }
        return rules;
    }

    /**
     * Returns the rules of a tool without a result list: each result is delivered, since its call was allowed or
     * approved, unless a floor withholds it.
     *
     * @param schema the tool's schema
     * @param facts the declared facts
     * @param list the floors behind a list that allows or is empty
     * @param paths how paths are judged
     */
    public static CompiledRules delivering(ToolSchema schema, ToolSchema facts, RuleList list, PathSettings paths) {
        PathSettings read = list.floors().isEmpty() ? PathSettings.plain() : paths;
        return new CompiledRules(
                read,
                () -> new CompoundRules(schema, facts, list, read, RuleDecision.DELIVERED),
                () -> new RuleEvaluator(RuleScope.of(schema, PathReading.PLAIN), List.of()),
                list.all(),
                () -> false);
    }

    /**
     * Returns a rule in words.
     *
     * @param rule the rule's index, from 0, the floors' behind the list's own
     */
    public String words(int rule) {
        String known = words[rule];
        if (known == null) {
            known = rules.get(rule).toString();
            words[rule] = known;
        }
        return known;
    }

    /**
     * Decides on complete arguments.
     *
     * @param arguments schema-valid arguments with their defaults; not changed
     * @param facts the known facts
     * @return the verdict
     */
    public RuleDecision evaluate(ObjectNode arguments, Facts facts) {
        RuleDecision verdict = walked(arguments, facts, false).verdict();
        if (verdict == null) {
            throw new IllegalStateException("the rules wait for more than the complete arguments");
        }
        return verdict;
    }

    private CompoundEvaluation walked(ObjectNode arguments, Facts facts, boolean all) {
        CompoundRules compiled = program.get();
        CompoundEvaluation evaluation = compiled.begin(facts, null);
        new TreeWalk(evaluation, all).through(compiled.root(), arguments);
        return evaluation;
    }

    /**
     * Decides on complete arguments as the rules read, without the program that decides while they stream. What differs
     * must not run.
     *
     * @param arguments schema-valid arguments with their defaults; not changed
     * @param facts the known facts
     * @return the second opinion on a call that is about to run
     */
    public RuleDecision secondOpinion(ObjectNode arguments, Facts facts) {
        PathJudge judge = new PathJudge(paths);
        RuleEvaluator.Decision found = RuleEvaluator.strictest(decideEach(judge, arguments, facts));
        if (found.markedBy().isPresent()) {
            return RuleDecision.unreadBy(found.markedBy().get());
        } else if (found.rule().isEmpty()) {
            return RuleDecision.IMPLICIT;
        }
        RuleDecision by = RuleDecision.by(found.rule().get(), found.mode());
        return by.mode() == Mode.ALLOW
                ? guarded(judge, arguments).map(by::guardedBy).orElse(by)
                : by;
    }

    private List<RuleEvaluator.Decision> decideEach(PathJudge judge, ObjectNode arguments, Facts facts) {
        return plain.get()
                .decideEach(
                        arguments,
                        facts.known(),
                        facts.flows(),
                        paths.resolvesLinks() ? path -> judge.judge(path).real() : null);
    }

    /**
     * Returns the rules that decide on a call or need its approval since they can't be read, of each list for itself.
     *
     * @param arguments schema-valid arguments with their defaults; not changed
     * @param facts the known facts
     * @return their indexes, from 0
     */
    public List<Integer> deciders(ObjectNode arguments, Facts facts) {
        return decideEach(new PathJudge(paths), arguments, facts).stream()
                .flatMap(each -> each.markedBy().or(each::rule).stream())
                .toList();
    }

    /**
     * Looks for a stricter rule that was passed over since it could not be read, also if a rule asks anyway.
     *
     * @param arguments schema-valid arguments with their defaults; not changed
     * @param facts the known facts
     * @return the index of the first such rule above the one that decides
     */
    public OptionalInt marked(ObjectNode arguments, Facts facts) {
        return walked(arguments, facts, true).marked();
    }

    /** Returns whether several lists need approval for a call, so that one remembered answer doesn't cover it. */
    public boolean asksTwice(ObjectNode arguments, Facts facts) {
        return hasFloors() && walked(arguments, facts, true).asksTwice();
    }

    /** Returns whether there are floors, so that several lists may deny a call. */
    public boolean hasFloors() {
        return program.get().parts().size() > 1;
    }

    /**
     * Returns whether the list denies every call while some facts are known.
     *
     * @param facts the known facts
     * @return true if no rule before one that always denies can decide otherwise
     */
    public boolean deniesAll(Facts facts) {
        return program.get().begin(facts, null).deniesAll() || deniesAlways.get();
    }

    /**
     * Looks for a path that needs approval even if the list allows the call: one outside of the
     * workspace, or one that names a file of the active configuration.
     *
     * @param arguments valid arguments with their defaults filled in
     * @return the place of such a path
     */
    public Optional<String> guarded(ObjectNode arguments) {
        return guarded(new PathJudge(paths), arguments);
    }

    private Optional<String> guarded(PathJudge judge, ObjectNode arguments) {
        int found = new GuardSearch(judge).find(program.get().root(), arguments);
        return found == Place.NONE
                ? Optional.empty()
                : Optional.of(program.get().guardName(found));
    }

    /**
     * Resolves the links of all paths of a call.
     *
     * @param arguments valid arguments, perhaps not yet complete
     * @return where each path leads that is a link or behind one, in words
     */
    public Set<String> links(ObjectNode arguments) {
        return paths.resolvesLinks()
                ? new GuardSearch(new PathJudge(paths)).links(program.get().root(), arguments)
                : Set.of();
    }

    /**
     * Starts to decide about one call while its arguments stream.
     *
     * @param position where the arguments' parser stands
     * @param facts the known facts
     * @param explained whether it remembers what settled each rule
     * @return an evaluation for this call
     */
    public RuleEvaluation begin(TextPosition position, Facts facts, boolean explained) {
        CompoundRules compiled = program.get();
        Trace trace = explained ? new Trace(compiled, position) : null;
        return new RuleEvaluation(compiled.root(), position, compiled.begin(facts, trace), trace);
    }
}
