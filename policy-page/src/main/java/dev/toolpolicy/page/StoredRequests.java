package dev.toolpolicy.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.internal.json.JsonDigest;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.page.StoredApprovalPage.Request;
import dev.toolpolicy.page.StoredApprovalPage.Response;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.internal.approve.ArgumentDisplay;
import dev.toolpolicy.runtime.internal.approve.StoredText;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import java.lang.System.Logger.Level;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The answers of the page over stored requests. Safe for use from any thread. */
record StoredRequests(Approvals approvals, SessionSettings settings) {
    private static final int SHOWN = 200;
    /** The characters of arguments that are shown at once: a browser reads them every two seconds. */
    private static final long SHOWN_CHARACTERS = 1 << 20;

    private static final String SESSION = "X-Tool-Policy-Session";
    private static final String TOKEN = "X-Tool-Policy-Token";
    private static final Map<String, String> FILES = Map.of(
            "", "stored.html",
            "parts.js", "parts.js",
            "stored.js", "stored.js",
            "page.css", "page.css");
    /** The id under which a store keeps the secret of its pages; no session can have it. */
    private static final String PAGES = "limit/pages";

    private static final String SECRET = "secret";

    Response respond(Request request) {
        try {
            return request.user()
                    .filter(user -> !user.isBlank())
                    .map(user -> routed(request, user))
                    .orElseGet(() -> Responses.said(403, "Sign in first."));
        } catch (StoreException e) {
            UserCode.log(Responses.LOG, Level.ERROR, "the approval page can't use its store", e);
            return Responses.said(
                    503, "The requests can't be reached now. It isn't known whether an answer was stored.");
        }
    }

    private Response routed(Request request, String user) {
        boolean get = request.method().equals("GET");
        if (get && request.path().equals("requests")) {
            Optional<String> session = request.headers().apply(SESSION);
            try {
                session = session.map(id -> URLDecoder.decode(id, StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                return Responses.said(400, SESSION + " is not encoded as in a URL.");
            }
            return Responses.json(list(user, session));
        } else if (get && FILES.containsKey(request.path())) {
            return Responses.file(FILES.getOrDefault(request.path(), ""));
        } else if (request.method().equals("POST") && request.path().equals("answer")) {
            return answered(request, user);
        }
        return Responses.said(404, "There is nothing here.");
    }

    /** Lists the requests of a session, or of all. The header with its id is encoded as in a URL. */
    private ObjectNode list(String user, Optional<String> session) {
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        page.put("token", settings.hasApprovers() ? token(user) : "")
                .put("user", VisibleText.line(user, VisibleText.NAME));
        ArrayNode pending = page.putArray("pending");
        ArrayNode others = page.putArray("others");
        ApprovalQuery query = ApprovalQuery.pending().atMost(SHOWN);
        List<Approval> found = approvals.list(session.map(query::ofSession).orElse(query));
        addFitting(found, pending);
        addFitting(approvals.list(ApprovalQuery.ofAnswered().atMost(SHOWN)), others);
        ArrayNode sessions = page.putArray("sessions");
        if (session.isPresent() || pending.size() < found.size() || found.size() == SHOWN) {
            approvals
                    .countPending()
                    .forEach((id, count) -> sessions.addObject()
                            .put("id", id)
                            .put("session", VisibleText.line(id))
                            .put("count", count));
        }
        return page;
    }

    /** Adds a card for each approval whose arguments still fit, and for the first one in any case. */
    private static void addFitting(List<Approval> approvals, ArrayNode cards) {
        long room = SHOWN_CHARACTERS;
        for (Approval each : approvals) {
            int length = each.call().arguments().toString().length();
            boolean fits = length <= room;
            if (fits || cards.isEmpty()) {
                room -= fits ? length : 0;
                cards.add(card(each));
            }
        }
    }

    private static ObjectNode card(Approval approval) {
        ArgumentDisplay display = StoredText.display(approval);
        ObjectNode card = JsonNodeFactory.instance
                .objectNode()
                .put("id", approval.id())
                .put("digest", approval.digest())
                .put("status", approval.status().word())
                .put("title", VisibleText.line(approval.call().tool()))
                .put("session", VisibleText.line(approval.session()))
                .put("asked", approval.asked().toString())
                .put("expires", approval.expires().toString())
                .put("canEdit", approval.canEdit());
        ObjectNode evidence = approval.evidence();
        // what asks: the rule and the part of the session's labels and sets in it
        StringBuilder reason = new StringBuilder(evidence.path("rule").asText(VisibleText.line(approval.askedBy())));
        evidence.path("flows").forEach(line -> reason.append("; ").append(VisibleText.line(line.asText())));
        card.put("reason", reason.toString());
        card.set("remedies", Cards.lines(StoredText.remedies(approval)));
        card.set("policies", evidence.path("policies"));
        card.set("warnings", evidence.path("warnings"));
        card.set("parameters", Cards.parameters(display));
        if (approval.canEdit()) {
            card.put(
                    "text",
                    ArgumentDisplay.Json.of(approval.call().arguments(), ArgumentDisplay.Settings.whole())
                            .json());
        }
        approval.by().ifPresent(who -> card.put("by", VisibleText.line(who)));
        approval.reason().ifPresent(why -> card.put("why", VisibleText.line(why)));
        return card;
    }

    private Response answered(Request request, String user) {
        if (!settings.hasApprovers()) {
            return Responses.said(403, "No one may answer here: the service's settings don't say who may.");
        } else if (!isSameOrigin(request) || !isToken(request.headers().apply(TOKEN), user)) {
            return Responses.said(403, "This answer didn't come from the page. Load the page again.");
        }
        try {
            return Responses.toAnswer(
                    request.headers().apply("Content-Type"), request.body(), given -> answered(given, user));
        } catch (SecurityException e) {
            return Responses.said(403, "You may not answer this request.");
        } catch (IllegalArgumentException e) {
            return Responses.said(422, "Your edit was not used: " + e.getMessage());
        } catch (IllegalStateException e) {
            return Responses.said(409, "Your answer was not used: " + e.getMessage() + ".");
        }
    }

    private Response answered(JsonNode given, String user) throws MalformedJsonException {
        Approval shown = approvals
                .find(given.path("id").asText())
                .orElseThrow(() -> new IllegalStateException("this request is gone"));
        if (!shown.digest().equals(given.path("digest").asText())) {
            throw new IllegalStateException("this request isn't the one that was shown");
        }
        switch (given.path("answer").asText()) {
            case "approve" -> approvals.approve(shown, user);
            case "decline" ->
                approvals.decline(shown, user, given.path("reason").asText());
            case "edit" -> {
                if (!(StrictJson.standard().read(given.path("text").asText()) instanceof ObjectNode arguments)) {
                    throw new IllegalStateException("edited arguments are a JSON object");
                }
                approvals.edit(shown, arguments, user);
            }
            default -> throw new IllegalStateException("it is not an answer to this request");
        }
        return Responses.said(200, "answered");
    }

    /** Returns whether a browser says that the page itself sent this. */
    private static boolean isSameOrigin(Request request) {
        String host = "://" + request.headers().apply("Host").orElse("");
        String origin = request.headers().apply("Origin").orElse("");
        String site = request.headers().apply("Sec-Fetch-Site").orElse("same-origin");
        return Set.of("http" + host, "https" + host).stream().anyMatch(origin::equalsIgnoreCase)
                && site.equals("same-origin");
    }

    /** Returns the secret of all pages over the store. The first page that needs it makes it. */
    private byte[] secret() {
        SessionStore store = settings.store();
        SessionStore.State state = store.read(PAGES, SessionStore.State.NONE);
        if (!state.parts().containsKey(SECRET)) {
            String random = UUID.randomUUID().toString(); // 122 random bits
            store.replace(PAGES, state, Map.of(SECRET, TextNode.valueOf(random)));
            state = store.read(PAGES, SessionStore.State.NONE); // of two that make it at once, one wins
        }
        JsonNode secret = Objects.requireNonNull(state.parts().get(SECRET), SECRET);
        return secret.asText().getBytes(StandardCharsets.UTF_8);
    }

    private String token(String user) {
        return JsonDigest.of(TextNode.valueOf(user), secret());
    }

    private boolean isToken(Optional<String> given, String user) {
        return MessageDigest.isEqual(
                given.orElse("").getBytes(StandardCharsets.UTF_8), token(user).getBytes(StandardCharsets.UTF_8));
    }
}
