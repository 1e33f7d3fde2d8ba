package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.call.PolicyDenial;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The metadata of a denial by a stored approval that can't be used: its status, or that another rule asks now. */
public final class UnusedApproval {
    private static final String STATUS = "approval";
    private static final String REASON = "reason";
    private static final String BY = "by";
    private static final String CHANGED = "changed";

    private UnusedApproval() {}

    static Map<String, JsonNode> metadata(Approval.Status status, String reason, String by) {
        return Map.of(
                STATUS, TextNode.valueOf(status.word()),
                REASON, TextNode.valueOf(reason),
                BY, TextNode.valueOf(by));
    }

    static Map<String, JsonNode> changed() {
        return Map.of(CHANGED, BooleanNode.TRUE);
    }

    /** Returns the status of the approval that a resumed call can't use; empty if the call was denied otherwise. */
    public static Optional<Approval.Status> status(PolicyDenial denial) {
        String word = isOf(denial) ? text(denial, STATUS) : "";
        return Stream.of(Approval.Status.values())
                .filter(each -> each.word().equals(word))
                .findFirst();
    }

    /** Returns whether a person declined the stored request, which is recorded as a decline and not as a denial. */
    public static boolean isDeclined(PolicyDenial denial) {
        return status(denial).equals(Optional.of(Approval.Status.DECLINED));
    }

    /** Returns who declined it; empty if that isn't known. */
    public static Optional<String> by(PolicyDenial denial) {
        return Optional.of(text(denial, BY)).filter(who -> !who.isEmpty());
    }

    /** Returns the person's reason of a declined approval, possibly empty. */
    public static String reason(PolicyDenial denial) {
        return text(denial, REASON);
    }

    /** Returns whether another rule or policy asks about a resumed call than when it was approved. */
    public static boolean isChanged(PolicyDenial denial) {
        return isOf(denial) && denial.metadata().containsKey(CHANGED);
    }

    private static boolean isOf(PolicyDenial denial) {
        return denial.policy().equals(CheckedCall.APPROVAL);
    }

    private static String text(PolicyDenial denial, String name) {
        JsonNode value = denial.metadata().get(name);
        return value == null ? "" : value.asText();
    }
}
