package dev.toolpolicy.test.policy.internal.run;

import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.CallPreview;
import dev.toolpolicy.runtime.call.Explanation;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.run.ArgumentText;
import dev.toolpolicy.runtime.internal.run.PreviewedCall;
import dev.toolpolicy.test.policy.internal.file.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The decisions of an engine on single calls, with rules by number and name. Stateless. */
public final class Decisions {
    private Decisions() {}

    /** Decides about a call in a session, without running it. */
    public static Decided of(PolicyEngine engine, PolicySession session, String tool, Object arguments) {
        return of(engine, tool, session.calls().preview(tool, arguments));
    }

    /** Returns what a preview of a call says. */
    public static Decided of(PolicyEngine engine, String tool, CallPreview preview) {
        Verdict verdict = verdict(preview);
        if (verdict == Verdict.INVALID) {
            Optional<String> why = preview.error().map(error -> error.words());
            return new Decided(verdict, OptionalInt.empty(), Optional.empty(), Optional.empty(), why, "", Map.of());
        }
        RuleDecision decision = preview.decision().orElse(RuleDecision.IMPLICIT);
        Optional<PolicyDenial> denial = preview.denial().filter(any -> decision.mode() != Mode.DENY);
        if (denial.isPresent()) {
            PolicyDenial by = denial.get();
            return new Decided(
                    verdict,
                    OptionalInt.empty(),
                    Optional.empty(),
                    Optional.of(by.policy()),
                    Optional.of(by.reason()),
                    "",
                    by.metadata());
        }
        return byRules(verdict, decision, rules(engine, tool));
    }

    private static Decided byRules(Verdict verdict, RuleDecision decision, List<RuleSpec> rules) {
        Optional<RuleSpec> rule = decision.rule().isPresent()
                ? Optional.of(rules.get(decision.rule().getAsInt()))
                : Optional.empty();
        String qualifier = decision.unread()
                ? ", which can't be read for this call"
                : decision.guarded()
                        .map(place -> ", since " + place + " is guarded")
                        .orElse("");
        return new Decided(
                verdict,
                decision.rule().isPresent() ? OptionalInt.of(decision.rule().getAsInt() + 1) : OptionalInt.empty(),
                rule.flatMap(RuleSpec::name),
                Optional.empty(),
                rule.flatMap(RuleSpec::reason),
                qualifier,
                Map.of());
    }

    private static List<RuleSpec> rules(PolicyEngine engine, String tool) {
        return engine.tools()
                .find(tool)
                .flatMap(ToolSpec::run)
                .map(RuleList::all)
                .orElse(List.of());
    }

    /** Returns the verdict of a preview. */
    public static Verdict verdict(CallPreview preview) {
        return preview.status() == ToolCallStream.Status.INVALID
                ? Verdict.INVALID
                : Verdict.of(PreviewedCall.mode(preview).word()).orElseThrow();
    }

    /**
     * Explains the rules of a call.
     *
     * @return the state of each rule; empty if the engine doesn't record explanations or the tool isn't known
     */
    public static Optional<Explanation> explain(PolicySession session, String tool, Object arguments) {
        ToolCallStream call = session.calls().call("", tool).append(ArgumentText.of(arguments));
        Optional<Explanation> explanation = call.explanation();
        call.cancel("the call is only explained");
        return explanation;
    }
}
