package dev.toolpolicy.runtime.internal.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.approval.ApprovalReason;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.decide.Facts;
import dev.toolpolicy.runtime.internal.flow.FlowView;
import dev.toolpolicy.runtime.internal.flow.SessionFlows;
import dev.toolpolicy.runtime.internal.flow.SessionLabels;
import dev.toolpolicy.runtime.internal.remember.StoredApprovals.Written;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The part of a session's labels and sets in a decision, for people and records.
 *
 * @param tool the tool of the call
 * @param by the decision of its run rules; empty while there is none
 * @param facts what was known at the decision
 * @param arguments the complete arguments; null if they aren't known
 */
public record FlowEvidence(
        PreparedTool tool,
        Optional<RuleDecision> by,
        Facts facts,
        @Nullable ObjectNode arguments) {
    /**
     * Returns what is stored with a call that waits for an approval.
     *
     * @param facts what was known when the call was written
     */
    static Written written(ToolCallStream call, PreparedTool tool, Facts facts) {
        return facts.flows() instanceof FlowView view
                ? new Written(view.labels(), new FlowEvidence(tool, call.decision(), facts, null).lines(view))
                : Written.NONE;
    }

    /** Returns whether a rule decides by text that others can write. */
    static boolean isByTextOfOthers(Optional<RuleSpec> rule) {
        return rule.stream()
                .flatMap(each -> each.conditions().stream())
                .anyMatch(
                        each -> each.label().filter(FlowFacts.UNTRUSTED::equals).isPresent());
    }

    /** Returns a record with the labels at the decision, and the sets that held. */
    CallRecord recorded(CallRecord record) {
        Set<String> labels = facts.flows().labels();
        return record.withFlows(List.copyOf(labels), List.copyOf(held()));
    }

    /** Returns the sets that hold a value of the call which the deciding rule looks up. */
    private Set<String> held() {
        Set<String> held = new TreeSet<>();
        ObjectNode values = arguments;
        if (values != null) {
            by.flatMap(decision -> tool.rule(decision.rule()))
                    .ifPresent(rule -> rule.conditions().forEach(each -> addHeld(rule, each, values, held)));
        }
        return held;
    }

    private void addHeld(RuleSpec rule, Condition condition, ObjectNode values, Set<String> held) {
        List<String> sets = condition.sets();
        if (sets.isEmpty()) {
            return;
        }
        String element = rule.each().map(each -> each.array().toString()).orElse("");
        Resolution.of(
                        ArgumentPointer.parse(element + condition.pointer()),
                        tool.definition().schema())
                .resolved()
                .ifPresent(place -> place.forEachValue(values, value -> {
                    Object canonical = ValueSet.canonical(
                            value, place.type(), tool.source().paths());
                    sets.stream()
                            .filter(set -> facts.flows().contains(set, canonical))
                            .forEach(held::add);
                }));
    }

    /** Returns the reason to ask a person with what the session's labels and sets have to do with it. */
    ApprovalReason added(ApprovalReason reason) {
        return facts.flows() instanceof FlowView view
                ? reason.withFlows(view.labels(), lines(view), !looked().isEmpty())
                : reason;
    }

    /** Returns a reason with one more line of evidence. */
    static ApprovalReason added(ApprovalReason reason, String line) {
        List<String> evidence = new ArrayList<>(reason.evidence());
        evidence.add(line);
        return reason.withFlows(reason.labels(), evidence, reason.isBelowSets());
    }

    /** Returns why a person is asked, as far as the session's labels and sets are the reason. */
    private List<String> lines(FlowView view) {
        List<String> lines = new ArrayList<>();
        by.flatMap(decision -> tool.rule(decision.rule()))
                .ifPresent(rule -> rule.conditions()
                        .forEach(each -> each.label().ifPresent(label -> lines.add(label(label, view)))));
        Set<String> looked = looked();
        if (!looked.isEmpty()) {
            lines.add("no rule found the values it looks up in " + String.join(", ", looked));
        }
        looked.stream()
                .filter(set -> view.full().contains(set))
                .forEach(set -> lines.add("set " + set + " is full, so later values are missing from it"));
        if (looked.contains(FlowFacts.REQUEST) && view.hasLongMessage()) {
            lines.add("a message of the user was too long to name anything");
        }
        return lines;
    }

    private static String label(String label, FlowView view) {
        boolean isKnown = view.labels().contains(label);
        SessionLabels.Origin by = view.origin(isKnown ? label : SessionFlows.EVERY);
        if (!isKnown) {
            return "the session counts as having read " + label + " text, since not all of it was recorded";
        } else if (by.tool().isEmpty()) {
            return "the session has read " + label + " text";
        }
        String call = by.callId().isEmpty() ? "" : " (call " + by.callId() + ")";
        return VisibleText.line("the session has read " + label + " text, first from " + by.tool() + call + " at "
                + by.time() + (by.summary().isEmpty() ? "" : ": " + by.summary()));
    }

    /** Returns the sets that rules looked in which would have allowed the call. */
    private Set<String> looked() {
        RuleList list = tool.definition().run().orElse(RuleList.empty());
        Set<String> looked = new LinkedHashSet<>();
        if (by.isPresent() && by.get().mode() != Mode.ALLOW) {
            list.above(by.get().rule().orElse(Integer.MAX_VALUE)).stream()
                    .filter(rule -> rule.mode() == Mode.ALLOW)
                    .forEach(rule -> rule.conditions().forEach(condition -> looked.addAll(condition.sets())));
        }
        return looked;
    }
}
