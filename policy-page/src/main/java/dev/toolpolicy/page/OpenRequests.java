package dev.toolpolicy.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.internal.fault.BoundedMap;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The requests that wait for an answer from the page. An answer names the request and the revision that was seen; what it
 * says counts for that and for nothing that was shown since.
 */
final class OpenRequests implements PermissionHandler {
    private static final String LATE = "This request is no longer open; your answer was not used.";
    private static final int KEPT_TEXTS = 16;
    /** How long an answer waits to hear that it is used, which is told on threads of the service. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Board board;
    private final Cards cards;
    private final Map<Long, Open> open = new ConcurrentHashMap<>();
    /** What was edited for the last calls, so that it is there to mend if it couldn't be taken. */
    private final Map<Long, String> edited = Collections.synchronizedMap(new BoundedMap<>(KEPT_TEXTS, false));

    OpenRequests(Board board, Cards cards) {
        this.board = board;
        this.cards = cards;
    }

    @Override
    public CompletionStage<Answer> ask(ApprovalRequest request) {
        Open asked = new Open(request, new CompletableFuture<>(), new AtomicBoolean(), new CompletableFuture<>());
        open.put(request.id(), asked);
        show(request);
        return asked.answer();
    }

    @Override
    public void refreshed(ApprovalRequest request) {
        Open now = open.computeIfPresent(request.id(), (id, old) -> old.refreshed(request));
        if (now != null && !now.given().get()) {
            show(request);
        }
    }

    @Override
    public void answered(ApprovalRequest request) {
        close(request, true);
    }

    @Override
    public void withdrawn(ApprovalRequest request, String reason) {
        close(request, false);
    }

    private void close(ApprovalRequest request, boolean used) {
        Open closed = open.remove(request.id());
        board.remove(key(request.id()));
        if (closed != null) {
            closed.used().complete(used);
        }
    }

    private void show(ApprovalRequest request) {
        String text = request.problem().isPresent() ? edited.get(request.serial()) : null;
        board.put(key(request.id()), () -> RequestCard.of(cards, request, text));
    }

    private static String key(long request) {
        return "request-" + request;
    }

    /** Takes what the page sent; returns when it is used. */
    void answer(JsonNode given) throws BadAnswerException {
        Open asked = open.get(given.path("request").asLong(-1));
        if (asked == null) {
            throw new BadAnswerException(LATE);
        }
        Answer answer = read(asked.request(), given);
        if (answer.kind() == Answer.Kind.EDIT) {
            edited.put(asked.request().serial(), answer.text());
        }
        if (!give(asked, answer)) {
            throw new BadAnswerException("This request was already answered; your answer was not used.");
        }
        if (!isUsed(asked)) {
            throw new BadAnswerException(LATE);
        }
    }

    /** Gives the answer; false if there is one already. */
    private boolean give(Open asked, Answer answer) {
        boolean first = asked.given().compareAndSet(false, true);
        if (first) {
            board.remove(key(asked.request().id()));
            asked.answer().complete(answer);
        }
        return first;
    }

    /** Returns whether the answer came in time: the request may have ended before the page heard of it. */
    private static boolean isUsed(Open asked) throws BadAnswerException {
        try {
            return asked.used().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            throw new BadAnswerException("It isn't known yet whether your answer came in time.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BadAnswerException("The page is closing; it isn't known whether your answer came in time.");
        }
    }

    /** Reads the answer to the revision that the person saw, which may be an earlier one. */
    private static Answer read(ApprovalRequest request, JsonNode given) throws BadAnswerException {
        JsonNode revision = given.path("revision");
        if (!revision.canConvertToInt() || revision.intValue() < 1 || revision.intValue() > request.revision()) {
            throw new BadAnswerException("The answer doesn't say what was seen; load the page again.");
        }
        int seen = revision.intValue();
        String kind = given.path("answer").asText();
        String reason = given.path("reason").asText();
        boolean call = request.result().isEmpty();
        return switch (kind) {
            case "approve" -> Answer.approve(request.id(), seen);
            case "approve-remember" -> Answer.approve(request.id(), seen).remembered();
            case "decline" -> request.decline(reason);
            case "decline-remember" -> request.decline(reason).remembered();
            case "decline-all" -> request.declineAll(reason);
            case "edit" -> Answer.edit(request.id(), seen, given.path("text").asText());
            case "wait-for-all" -> {
                if (!call) {
                    throw unknown(kind);
                }
                yield Answer.waitForAll(request.id());
            }
            default -> throw unknown(kind);
        };
    }

    private static BadAnswerException unknown(String kind) {
        return new BadAnswerException("\"" + kind + "\" is not an answer to this request.");
    }

    /** Declines all open requests, since their page is gone. */
    void close() {
        open.values().forEach(each -> give(each, each.request().decline("the approval page was closed")));
    }

    /** A request, its answer to come, whether one was given, and whether that is used. */
    private record Open(
            ApprovalRequest request,
            CompletableFuture<Answer> answer,
            AtomicBoolean given,
            CompletableFuture<Boolean> used) {

        Open refreshed(ApprovalRequest next) {
            return new Open(next, answer, given, used);
        }
    }
}
