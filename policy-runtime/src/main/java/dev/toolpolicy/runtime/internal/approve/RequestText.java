package dev.toolpolicy.runtime.internal.approve;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

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
        lines.add((request.result().isEmpty() ? "A call of " : "The result of ") + tool + " needs approval: "
                + VisibleText.line(request.reason().toString()));
        lines.addAll(remedies(request.remedies()));
        lines.add(ArgumentDisplay.of(request, settings).functionCall());
        request.result()
                .ifPresentOrElse(
                        result -> lines.add((request.success() ? "It returned " : "It failed: ")
                                + ArgumentDisplay.Json.of(result, settings)),
                        () -> lines.addAll(ofCall(request)));
        request.problem().ifPresent(problem -> lines.add("The edit can't be used: " + VisibleText.line(problem)));
        return String.join("\n", lines);
    }

    /** Returns what would have run without an approval, each in one line. */
    public static List<String> remedies(Collection<String> remedies) {
        return lines("Would run without approval: ", remedies);
    }

    /** Returns what could mislead an eye, each in one line. */
    public static List<String> warnings(Collection<String> warnings) {
        return lines("Look closely: ", warnings);
    }

    private static List<String> lines(String start, Collection<String> each) {
        return each.stream()
                .map(text -> start + VisibleText.line(text))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static List<String> ofCall(ApprovalRequest call) {
        List<String> lines = warnings(call.warnings());
        if (!call.complete()) {
            lines.add("Still to come: " + (call.missing().isEmpty() ? "the end" : names(call.missing())));
        }
        if (!call.unseen().isEmpty()) {
            lines.add("Arrived after the last approval: " + names(call.unseen()));
        }
        return lines;
    }

    private static String names(List<String> names) {
        return VisibleText.line(String.join(", ", names));
    }
}
