package dev.toolpolicy.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of a call, as far as it is known, with the session's labels and the sets that held the call's values. */
record RecordedResult(
        CallRecord.@Nullable Verdict verdict,
        @Nullable Boolean success,
        CallRecord.@Nullable Decision decision,
        @Nullable ObjectNode checked,
        String policies,
        boolean knownTool,
        List<String> labels,
        List<String> sets) {
    static final RecordedResult NONE = new RecordedResult(null, null, null, null, "", false, List.of(), List.of());

    RecordedResult {
        labels = List.copyOf(labels);
        sets = List.copyOf(sets);
    }

    RecordedResult withVerdict(CallRecord.Verdict of, @Nullable Boolean succeeded) {
        return new RecordedResult(of, succeeded, decision, checked, policies, knownTool, labels, sets);
    }

    RecordedResult withDecision(CallRecord.Decision of) {
        return new RecordedResult(verdict, success, of, checked, policies, knownTool, labels, sets);
    }

    RecordedResult withChecked(ObjectNode arguments) {
        return new RecordedResult(verdict, success, decision, arguments, policies, knownTool, labels, sets);
    }

    RecordedResult withPolicies(String hash) {
        return new RecordedResult(verdict, success, decision, checked, hash, knownTool, labels, sets);
    }

    RecordedResult withKnownTool() {
        return new RecordedResult(verdict, success, decision, checked, policies, true, labels, sets);
    }

    RecordedResult withFlows(List<String> at, List<String> in) {
        return new RecordedResult(verdict, success, decision, checked, policies, knownTool, at, in);
    }
}
