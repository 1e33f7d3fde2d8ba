package dev.toolpolicy.runtime.internal.approve;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import java.util.ArrayList;
import java.util.List;

/** An approval request in words. */
public final class RequestText {
    private RequestText() {}

    /**
     * Returns a request in words.
     *
     * @param request the request
     * @param settings how arguments are shown
     * @return some lines of plain text
     */
    public static String of(ApprovalRequest request, ArgumentDisplay.Settings settings) {
        List<String> lines = new ArrayList<>();
        String tool = VisibleText.quoted(request.tool().name(), VisibleText.NAME);
        lines.add(request.fold(call -> "A call of " + tool, result -> "The result of " + tool) + " needs approval: "
                + VisibleText.line(request.reason().toString()));
        lines.add(ArgumentDisplay.of(request, settings).functionCall());
        lines.addAll(request.fold(RequestText::ofCall, result -> ofResult(result, settings)));
        request.problem().ifPresent(problem -> lines.add("The edit can't be used: " + VisibleText.line(problem)));
        return String.join("\n", lines);
    }

    private static List<String> ofCall(ApprovalRequest.OfCall call) {
        List<String> lines = new ArrayList<>();
        if (!call.complete()) {
            lines.add("Still to come: " + (call.missing().isEmpty() ? "the end" : names(call.missing())));
        }
        if (!call.unseen().isEmpty()) {
            lines.add("Arrived after the last approval: " + names(call.unseen()));
        }
        return lines;
    }

    private static List<String> ofResult(ApprovalRequest.OfResult result, ArgumentDisplay.Settings settings) {
        String text = ArgumentDisplay.Json.of(result.result(), settings).toString();
        return List.of((result.success() ? "It returned " : "It failed: ") + text);
    }

    private static String names(List<String> names) {
        return VisibleText.line(String.join(", ", names));
    }
}
