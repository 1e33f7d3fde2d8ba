package dev.toolpolicy.runtime.internal.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.approval.ApprovalReason;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.decide.Facts;
import dev.toolpolicy.runtime.internal.flow.FlowView;
import dev.toolpolicy.runtime.internal.flow.SessionLabels;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What a session's labels and sets had to do with a decision, for people and records. Stateless. */
final class FlowEvidence {
    private FlowEvidence() {}

    /** Returns the sets that hold a value of the call which the deciding rule looks up, in order. */
    static List<String> held(PreparedTool tool, RuleDecision by, ObjectNode arguments, Facts facts) {
        Set<String> held = new TreeSet<>();
        Optional<RuleSpec> rule = tool.rule(by.rule());
        rule.ifPresent(deciding -> deciding.conditions().forEach(condition -> sets(condition)
                .forEach(set -> place(tool, deciding, condition).forEachValue(arguments, value -> {
                    if (facts.flows()
                            .contains(
                                    set,
                                    ValueSet.canonical(
                                            value,
                                            place(tool, deciding, condition).type(),
                                            tool.source().paths()))) {
                        held.add(set);
                    }
                }))));
        return List.copyOf(held);
    }

    private static Resolution.Resolved place(PreparedTool tool, RuleSpec rule, Condition condition) {
        String element = rule.each().map(each -> each.array().toString()).orElse("");
        return Resolution.of(
                        ArgumentPointer.parse(element + condition.pointer()),
                        tool.definition().schema())
                .resolved()
                .orElseThrow();
    }

    private static List<String> sets(Condition condition) {
        return condition.matchers().stream()
                .filter(matcher -> matcher.kind() == Matcher.Kind.FROM)
                .flatMap(matcher -> matcher.texts().stream())
                .toList();
    }

    /** Returns whether a decision is that of a rule on a label. */
    static boolean isByLabel(Optional<RuleSpec> rule) {
        return rule.stream()
                .flatMap(each -> each.conditions().stream())
                .anyMatch(each -> each.label().isPresent());
    }

    /** Returns the reason to ask a person with what the session's labels and sets have to do with it. */
    static ApprovalReason added(ApprovalReason reason, PreparedTool tool, RuleDecision by, Facts facts) {
        if (!(facts.flows() instanceof FlowView view)) {
            return reason;
        }
        Set<String> looked = sets(tool, by);
        return reason.withFlows(view.labels(), lines(tool, by, view, looked), !looked.isEmpty());
    }

    /** Returns a reason with other lines of evidence. */
    static ApprovalReason added(ApprovalReason reason, List<String> evidence) {
        return reason.withFlows(reason.labels(), evidence, reason.isBelowSets());
    }

    /** Returns why a person is asked, as far as the session's labels and sets are the reason. */
    static List<String> lines(PreparedTool tool, RuleDecision by, Facts facts) {
        return facts.flows() instanceof FlowView view ? lines(tool, by, view, sets(tool, by)) : List.of();
    }

    private static List<String> lines(PreparedTool tool, RuleDecision by, FlowView view, Set<String> looked) {
        List<String> lines = new ArrayList<>();
        tool.rule(by.rule()).ifPresent(rule -> rule.conditions().forEach(condition -> condition
                .label()
                .ifPresent(label -> lines.add(label(label, view)))));
        if (!looked.isEmpty()) {
            lines.add("no rule found the values it looks up in " + String.join(", ", looked));
        }
        for (String set : looked) {
            if (view.full().contains(set)) {
                lines.add("set " + set + " is full, so later values are missing from it");
            }
        }
        if (looked.contains(FlowFacts.REQUEST) && view.hasLongMessage()) {
            lines.add("a message of the user was too long to name anything");
        }
        return lines;
    }

    private static String label(String label, FlowView view) {
        boolean isKnown = view.labels().contains(label);
        SessionLabels.Origin by = view.origin(isKnown ? label : "*");
        if (!isKnown) {
            return "the session counts as having read " + label + " text: not all of it was recorded";
        } else if (by.tool().isEmpty()) {
            return "the session has read " + label + " text";
        }
        String call = by.callId().isEmpty() ? "" : " (call " + by.callId() + ")";
        return VisibleText.line("the session has read " + label + " text, first from " + by.tool() + call + " at "
                + by.time() + (by.summary().isEmpty() ? "" : ": " + by.summary()));
    }

    /** Returns the sets that rules looked in which would have allowed the call. */
    private static Set<String> sets(PreparedTool tool, RuleDecision by) {
        List<RuleSpec> rules =
                tool.definition().run().map(RuleList::rules).orElse(List.of());
        Set<String> looked = new LinkedHashSet<>();
        if (by.mode() != Mode.ALLOW) {
            for (RuleSpec rule : rules.subList(0, by.rule().orElse(rules.size()))) {
                if (rule.mode() == Mode.ALLOW) {
                    rule.conditions().forEach(condition -> looked.addAll(sets(condition)));
                }
            }
        }
        return looked;
    }
}
