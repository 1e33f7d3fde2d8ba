package dev.toolpolicy.test.policy.internal.prove;

import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.analysis.internal.compare.ClaimSearch;
import dev.toolpolicy.analysis.internal.compare.ListClaim;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.Shapes;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.analysis.internal.search.CallSearch.Answer;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.engine.EngineView;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import dev.toolpolicy.test.policy.internal.coverage.ChangedRule;
import dev.toolpolicy.test.policy.internal.coverage.FoundCall;
import dev.toolpolicy.test.policy.internal.file.Claim;
import dev.toolpolicy.test.policy.internal.file.Known;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The proofs about an engine's policy: without remembered approvals, with rules that are enforced, for the tools that it
 * has. Not thread-safe.
 */
public final class Prover {
    private final PolicyEngine policies;
    private final EngineView engine;
    private final Map<String, RuleScope> scopes = new HashMap<>();
    /** The searches about the lists of tools, by parameters and rules. */
    private final Map<List<Object>, ClaimSearch> searches = new HashMap<>();

    /** Creates the proofs about the current policy of an engine. */
    public Prover(PolicyEngine engine) {
        this.policies = engine;
        this.engine = EngineView.of(engine).withLater();
    }

    /** Proves or refutes a claim. */
    public Proof prove(Claim claim) {
        Set<ToolSpec<?>> tools = new LinkedHashSet<>();
        for (String name : claim.tools()) {
            List<ToolSpec<?>> fitting = engine.tools().tools().stream()
                    .filter(tool -> ToolNames.fits(name, tool.name())
                            || ToolNames.isPattern(name) && mayBeLater(name, tool.name()))
                    .toList();
            if (fitting.isEmpty() && !name.equals(Claim.ALL)) {
                return Proof.undecided(claim, 0, "no tool fits " + Words.quoted(name));
            }
            tools.addAll(fitting);
        }
        Optional<String> misfit = misfit(claim, tools);
        if (misfit.isPresent()) {
            return Proof.undecided(claim, tools.size(), misfit.get());
        }
        String open = "";
        for (ToolSpec<?> tool : tools) {
            Proof proof = prove(claim, tool, tools.size());
            if (proof.outcome() == Proof.Outcome.REFUTED) {
                return proof;
            }
            open = open.isEmpty() ? proof.why() : open;
        }
        boolean isAboutNone = open.isEmpty()
                && tools.stream()
                        .allMatch(tool -> find(claim, tool, Set.of(Mode.values()), List.of()) instanceof Answer.None);
        return open.isEmpty()
                ? Proof.proved(claim, tools.size(), isAboutNone ? "it is about no call" : "")
                : Proof.undecided(claim, tools.size(), open);
    }

    /** Returns whether tools of a name or pattern may come later by another pattern, which a tool of the view is for. */
    static boolean mayBeLater(String name, String tool) {
        return tool.contains("?") && ToolNames.mayMeet(name, tool.replace('?', '*'));
    }

    private RuleScope scope(ToolSpec<?> tool) {
        return scopes.computeIfAbsent(tool.name(), name -> engine.scope(tool));
    }

    /** Returns the first condition that fits none of the tools, or a fact that isn't declared as the claim has it. */
    private Optional<String> misfit(Claim claim, Set<ToolSpec<?>> tools) {
        List<ToolSpec<?>> all = List.copyOf(tools);
        return Known.unknownLabel(policies, claim.labels())
                .or(() -> Stream.concat(claim.facts().stream(), claim.unless().stream())
                        .filter(part -> !all.isEmpty()
                                && all.stream()
                                        .allMatch(tool -> part.rule(scope(tool)).isEmpty()))
                        .findFirst()
                        .map(part -> "the condition " + part.words() + " fits no tool: "
                                + part.misfit(scope(all.get(all.size() - 1)))));
    }

    private Proof prove(Claim claim, ToolSpec<?> tool, int all) {
        RuleScope scope = scope(tool);
        boolean isDenied =
                claim.countsRequirements() && tool.requirements().stream().anyMatch(Surface::isMust);
        Answer answer =
                search(tool, isDenied ? RuleList.always(Mode.DENY) : list(tool)).refute(claim(claim, scope));
        if (answer instanceof Answer.None) {
            return !isDenied && isGuarded(claim, tool) ? guarded(claim, tool, all) : Proof.proved(claim, all, "");
        }
        return answer.found()
                .map(found -> refuted(
                        claim, tool, found, isDenied ? RuleDecision.by(0, Mode.DENY) : decide(tool, found), all))
                .orElseGet(() ->
                        Proof.undecided(claim, all, "the analysis of " + Words.quoted(tool.name()) + " was given up"));
    }

    private static RuleList list(ToolSpec<?> tool) {
        return tool.run().orElse(RuleList.empty());
    }

    private ClaimSearch search(ToolSpec<?> tool, RuleList list) {
        return searches.computeIfAbsent(List.of(tool.schema(), list), key -> new ClaimSearch(scope(tool), list));
    }

    /** Returns a claim about the list of one tool. */
    private static ListClaim claim(Claim claim, RuleScope scope) {
        List<RuleSpec> unless = claim.unless().stream()
                .flatMap(part -> part.rule(scope).stream())
                .toList();
        return new ListClaim(
                state(claim, scope),
                claim.wrong(),
                unless.size() < claim.unless().size() ? List.of() : unless);
    }

    /** Returns the rules that hold in each state of a claim. */
    private static List<RuleSpec> state(Claim claim, RuleScope scope) {
        List<RuleSpec> when = new ArrayList<>(Claim.labelled(claim.labels()));
        claim.facts().forEach(part -> part.rule(scope).ifPresent(when::add));
        return when;
    }

    /**
     * Returns the change that makes a refuted claim true of the tool of its witness: a stricter rule, and where it goes,
     * or other modes if the claim is about every state. It was proved with that change.
     *
     * @return the change in a file's words; empty if there is none
     */
    public Optional<String> suggestion(Proof proof) {
        Claim claim = proof.claim();
        Optional<ToolSpec<?>> tool = proof.witness()
                .flatMap(witness -> engine.tools().find(witness.call().tool()));
        if (tool.isEmpty() || claim.wrong().contains(Mode.DENY) || isGuarded(claim, tool.get())) {
            return Optional.empty();
        }
        Mode mode = claim.wrong().contains(Mode.ASK) ? Mode.DENY : Mode.ASK;
        RuleScope scope = scope(tool.get());
        RuleList list = list(tool.get());
        List<Integer> ways = search(tool.get(), list).ways(claim(claim, scope)).stream()
                .map(ClaimSearch.Way::rule)
                .distinct()
                .sorted()
                .toList();
        List<Condition> when = state(claim, scope).stream()
                .flatMap(rule -> rule.conditions().stream())
                .toList();
        List<RuleSpec> rules = new ArrayList<>(list.rules());
        if (ways.isEmpty()) {
            return Optional.empty();
        }
        String change = when.isEmpty()
                ? withModes(rules, ways, mode) + tool.get().name()
                : withRule(rules, ways.get(0), when, mode, claim) + tool.get().name();
        boolean isTrue = !RuleListCheck.checkEach(scope, new RuleList(rules)).hasErrors()
                && new ClaimSearch(scope, new RuleList(rules, list.floors())).refute(claim(claim, scope))
                        instanceof Answer.None;
        return isTrue ? Optional.of(change) : Optional.empty();
    }

    /** Makes rules stricter that decide otherwise than claimed, and adds one if no rule holds. */
    private static String withModes(List<RuleSpec> rules, List<Integer> ways, Mode mode) {
        List<String> changed = new ArrayList<>();
        String last = "";
        for (int rule : ways) {
            if (rule == rules.size()) {
                rules.add(RuleSpec.otherwise(mode));
                last = "with the last rule { mode = \"" + mode.word() + "\" }";
            } else {
                RuleSpec spec = rules.get(rule);
                rules.set(rule, ChangedRule.of(spec, spec.each(), mode));
                changed.add(String.valueOf(rule + 1));
            }
        }
        String modes = changed.isEmpty()
                ? ""
                : "if mode = \"" + mode.word() + "\" in rule " + String.join(", ", changed)
                        + (last.isEmpty() ? "" : " and ");
        return modes + last + " of ";
    }

    /** Puts a rule about the claim's states above another, taken from below if it is there. */
    private static String withRule(List<RuleSpec> rules, int above, List<Condition> when, Mode mode, Claim claim) {
        int below = IntStream.range(above, rules.size())
                .filter(rule -> rules.get(rule).conditions().equals(when)
                        && rules.get(rule).mode() == mode)
                .findFirst()
                .orElse(-1);
        rules.add(above, below < 0 ? RuleSpec.whenAll(when, mode) : rules.remove(below));
        String place = " above rule " + (above + 1) + " of ";
        return below < 0
                ? "with the new rule " + claim.words(mode.word()) + place
                : "if rule " + (below + 1) + " moves" + place;
    }

    /** Returns whether a path may turn allow into an ask that the claim rules out. */
    private boolean isGuarded(Claim claim, ToolSpec<?> tool) {
        return guards(tool)
                && claim.wrong().contains(Mode.ASK)
                && !claim.wrong().contains(Mode.ALLOW)
                && !(find(claim, tool, Set.of(Mode.ALLOW), List.of()) instanceof Answer.None);
    }

    private boolean guards(ToolSpec<?> tool) {
        return engine.guardsPaths() && Shapes.holdsPaths(tool.schema().root());
    }

    /** Looks for a call that a claim is about, for which some rules hold, and that the list gives one of some modes. */
    private Answer find(Claim claim, ToolSpec<?> tool, Set<Mode> modes, List<RuleSpec> places) {
        ListClaim plain = claim(claim, scope(tool));
        List<RuleSpec> when = new ArrayList<>(plain.when());
        when.addAll(places);
        return search(tool, list(tool)).refute(new ListClaim(when, modes, plain.unless()));
    }

    private RuleDecision decide(ToolSpec<?> tool, Answer.Found found) {
        return engine.decide(tool.name(), found.seen(), found.facts());
    }

    /** Looks among the calls that the list allows for one that the guard of paths decides otherwise than claimed. */
    private Proof guarded(Claim claim, ToolSpec<?> tool, int all) {
        for (RuleSpec places : Bounds.workspaceCalls(tool.schema())) {
            Answer answer = find(claim, tool, Set.of(Mode.ALLOW), List.of(places));
            if (answer instanceof Answer.Found found
                    && claim.wrong().contains(decide(tool, found).mode())) {
                return refuted(claim, tool, found, decide(tool, found), all);
            }
        }
        return Proof.undecided(
                claim,
                all,
                "a path of " + Words.quoted(tool.name()) + " that leads out of the workspace needs approval, as may one"
                        + " with links, to a guarded file or to another user's home");
    }

    /** Returns a refutation that the engine confirms. */
    private Proof refuted(Claim claim, ToolSpec<?> tool, Answer.Found found, RuleDecision decision, int all) {
        if (!claim.wrong().contains(decision.mode())) {
            return guards(tool)
                    ? guarded(claim, tool, all)
                    : Proof.undecided(
                            claim,
                            all,
                            "the engine decides " + tool.name() + " " + found.arguments() + " in another way");
        }
        FoundCall call = new FoundCall(tool.name(), found.arguments(), found.facts());
        return Proof.refuted(
                claim, all, new Proof.Witness(call, decision, engine.origin(tool.name(), decision.rule())));
    }
}
