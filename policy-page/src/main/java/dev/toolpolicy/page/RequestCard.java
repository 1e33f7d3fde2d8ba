package dev.toolpolicy.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.internal.approve.ArgumentDisplay;
import dev.toolpolicy.runtime.internal.approve.ArgumentDisplay.Settings;
import dev.toolpolicy.runtime.internal.approve.RequestText;
import org.jspecify.annotations.Nullable;

/** The card of an approval request. */
final class RequestCard {

    private static final Settings RESULT = Settings.whole().withText(10_000);

    private RequestCard() {}

    /**
     * Returns the card of a request.
     *
     * @param edited the edited arguments that were invalid, to be corrected; null if there are none
     */
    static ObjectNode of(Cards cards, ApprovalRequest request, @Nullable String edited) {
        ObjectNode card = Cards.card("request", "request-" + request.id())
                .put("request", request.id())
                .put("revision", request.revision())
                .put("title", title(request))
                .put("reason", VisibleText.line(request.reason().toString()));
        card.set("remedies", Cards.lines(RequestText.remedies(request.remedies())));
        card.set("warnings", Cards.lines(request.warnings()));
        request.problem().ifPresent(problem -> card.put("problem", VisibleText.line(problem)));
        card.set("parameters", Cards.parameters(cards.display(request)));
        ArrayNode choices = card.putArray("choices");
        return request.result()
                .map(result -> ofResult(card, choices, request, result, edited))
                .orElseGet(() -> ofCall(card, choices, request, edited));
    }

    private static String title(ApprovalRequest request) {
        String tool = VisibleText.line(request.tool().name());
        String session = " (session " + VisibleText.line(request.session()) + ")";
        return (request.result().isEmpty() ? "Run " : "Show the result of ") + tool + "?" + session;
    }

    private static ObjectNode ofCall(
            ObjectNode card, ArrayNode choices, ApprovalRequest call, @Nullable String edited) {
        if (!call.unseen().isEmpty()) {
            card.put("missing", "Arrived after you approved: " + Cards.names(call.unseen()));
        }
        if (!call.complete()) {
            card.put(
                    "missing",
                    "Still to come: " + (call.missing().isEmpty() ? "the end" : Cards.names(call.missing())));
            choice(choices, "approve", "Approve what is shown", true);
            choice(choices, "wait-for-all", "Ask me when all is there", true);
        } else {
            choice(choices, "approve", "Approve", true);
            if (call.reason().canRememberApproval()) {
                choice(choices, "approve-remember", later(call), true);
            }
            choice(choices, "edit", "Run as edited", true);
            card.put("text", edited == null ? editable(call.arguments()) : edited);
            card.put("edit", call.reason().mode() == Mode.EDIT);
        }
        choice(choices, "decline", "Decline", false);
        if (call.reason().canRememberDecline()) {
            choice(
                    choices,
                    "decline-remember",
                    "Decline, also later calls that need approval for the same reason",
                    false);
        }
        choice(choices, "decline-all", "Decline all that wait", false);
        return card;
    }

    private static String later(ApprovalRequest call) {
        return "Approve, also later calls "
                + (call.reason().coversSameArgumentsOnly()
                        ? "with the same arguments"
                        : "that need approval by this rule");
    }

    private static ObjectNode ofResult(
            ObjectNode card, ArrayNode choices, ApprovalRequest request, JsonNode result, @Nullable String edited) {
        card.put("resultTitle", request.success() ? "It returned" : "It failed");
        Settings shown = edited == null ? RESULT : Settings.whole();
        card.put("result", ArgumentDisplay.Json.of(result, shown).toString());
        card.put("text", edited == null ? editable(result) : edited);
        card.put("edit", request.reason().mode() == Mode.EDIT);
        choice(choices, "approve", "Show it to the model", true);
        choice(choices, "edit", "Show it as edited", true);
        choice(choices, "decline", "Don't show it", false);
        return card;
    }

    private static String editable(JsonNode value) {
        return ArgumentDisplay.Json.of(value, Settings.whole()).json();
    }

    private static void choice(ArrayNode choices, String answer, String label, boolean yes) {
        choices.addObject().put("answer", answer).put("label", label).put("yes", yes);
    }
}
