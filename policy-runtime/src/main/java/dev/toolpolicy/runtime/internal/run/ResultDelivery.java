package dev.toolpolicy.runtime.internal.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.approve.AnswerSource;
import dev.toolpolicy.runtime.internal.approve.OpenRequest;
import dev.toolpolicy.runtime.internal.approve.PermissionCoordinator;
import dev.toolpolicy.runtime.internal.approve.Reply;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.store.StoreException;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The delivery of results by the tools' result rules. Safe for use from any thread. */
final class ResultDelivery {
    /** The maximum number of requests for one result while edits are invalid; then a notice is delivered. */
    static final int MOST_REQUESTS = 16;

    private final @Nullable PermissionCoordinator permission;
    /** The deliveries that ask, the last one first. */
    private final Deque<Delivering> asking = new ArrayDeque<>();

    private @Nullable String cancelled;

    ResultDelivery(@Nullable PermissionCoordinator permission) {
        this.permission = permission;
    }

    private static String cancelled(String why) {
        return CallMessages.Unapproved.RESULT.words(why, AnswerSource.CANCELLED);
    }

    /** Reads an edited result. */
    static JsonNode parse(String text) throws MalformedJsonException {
        return StrictJson.standard().read(text);
    }

    CompletionStage<CallResult> deliver(TurnCall call, ApprovedCall approved, ToolResult result) {
        Delivering delivering = new Delivering(call, approved, result);
        Mode mode = approved.delivery().mode();
        if (!delivering.mayDeliver()) {
            return CompletableFuture.completedFuture(delivering.said(CallMessages.resultUnstored(result.kind())));
        } else if (mode == Mode.ALLOW) {
            return CompletableFuture.completedFuture(delivering.whole());
        } else if (mode == Mode.DENY) {
            return CompletableFuture.completedFuture(delivering.said(approved.deliveryNotice(result.kind())));
        } else if (permission == null) {
            return CompletableFuture.completedFuture(delivering.notice(CallMessages.Unapproved.RESULT.missing(false)));
        }
        String why = begin(delivering);
        if (why != null) {
            return CompletableFuture.completedFuture(delivering.notice(cancelled(why)));
        }
        delivering.ask(permission, Optional.empty(), 1);
        return delivering.delivered;
    }

    /** Registers a delivery. Returns the reason if the turn was cancelled, null if not. */
    @SuppressWarnings("FutureReturnValueIgnored") // end doesn't fail
    private synchronized @Nullable String begin(Delivering delivering) {
        if (cancelled == null) {
            asking.addFirst(delivering);
            delivering.delivered.whenComplete((result, failure) -> end(delivering));
        }
        return cancelled;
    }

    private synchronized void end(Delivering delivering) {
        asking.remove(delivering);
    }

    /** Cancels delivery: withdraws open requests, the last one first, and delivers notices instead of results. */
    void cancel(String why) {
        List<Delivering> open;
        synchronized (this) {
            cancelled = why;
            open = List.copyOf(asking);
        }
        UserCode.each(open, each -> each.cancel(why));
    }

    /** One result on its way to the model. */
    private static final class Delivering {
        private final TurnCall call;
        private final ApprovedCall approved;
        private final ToolResult result;
        private final boolean success;
        private final JsonNode content;
        private final CompletableFuture<CallResult> delivered = new CompletableFuture<>();
        private volatile @Nullable OpenRequest shown;

        Delivering(TurnCall call, ApprovedCall approved, ToolResult result) {
            this.call = call;
            this.approved = approved;
            this.result = result;
            this.success = result.isSuccess();
            this.content = result.fold(value -> value, TextNode::valueOf);
        }

        boolean mayDeliver() {
            return !(approved instanceof PermittedCall permitted) || permitted.mayDeliver();
        }

        /** Records what a result brings that a person lets through; returns a notice in its place if that fails. */
        private CallResult let(CallResult shown) {
            if (shown.isNotice() || !(approved instanceof PermittedCall permitted)) {
                return shown;
            }
            try {
                JsonNode text = shown.content();
                ToolResult delivered = success ? ToolResult.success(text) : ToolResult.failure("");
                permitted.deliver(delivered.withLabels(result.labels()));
                return shown;
            } catch (StoreException e) {
                UserCode.log(TurnRunner.LOG, Level.ERROR, "the result of call " + call.stream() + " is withheld", e);
                return said(CallMessages.resultUnstored(result.kind()));
            }
        }

        CallResult whole() {
            ToolCallStream stream = call.stream();
            CallResult ran = CallResult.ran(stream.serial(), stream.id(), stream.tool(), approved.arguments(), content);
            return ran.ending(result);
        }

        CallResult notice(String what) {
            return said(CallMessages.ran(result.kind(), what));
        }

        CallResult said(String words) {
            return whole().withNotice(words);
        }

        void ask(PermissionCoordinator coordinator, Optional<String> problem, int count) {
            LongFunction<ApprovalRequest> made = id -> {
                call.note(CallStep.asked(id, "result", true, List.of()));
                return approved.deliveryRequest(id, success, content, problem);
            };
            OpenRequest request = coordinator.open(made, problem.isPresent());
            shown = request;
            request.reply().thenAccept(reply -> {
                try {
                    request.take();
                    answered(coordinator, reply, count);
                } catch (Throwable failure) {
                    coordinator.followUp().execute(() -> delivered.completeExceptionally(failure));
                }
            });
            if (delivered.isDone()) {
                request.withdraw("the answer is no longer needed");
            }
        }

        void cancel(String why) {
            OpenRequest request = shown;
            try {
                if (request != null) {
                    request.withdraw(why);
                }
            } finally {
                delivered.complete(notice(cancelled(why)));
            }
        }

        private void answered(PermissionCoordinator coordinator, Reply reply, int count) {
            Answer answer = reply.answer();
            call.note(CallStep.answered(
                    answer.request(), answer.word(), reply.source().word(), answer.reason()));
            after(coordinator, reply, count)
                    .ifPresent(result -> coordinator.followUp().execute(() -> complete(result)));
        }

        /** Delivers a result, or fails the delivery, so that the wait for it ends. */
        private void complete(CallResult result) {
            try {
                delivered.complete(let(result));
            } catch (Throwable failure) {
                delivered.completeExceptionally(failure);
                UserCode.rethrowFatal(failure);
            }
        }

        /** Returns the result to deliver after an answer; empty if the request is repeated. */
        private Optional<CallResult> after(PermissionCoordinator coordinator, Reply reply, int count) {
            Answer answer = reply.answer();
            return switch (answer.kind()) {
                case APPROVE -> Optional.of(whole());
                case EDIT -> edited(coordinator, answer, count);
                case DECLINE, DECLINE_ALL, WAIT_FOR_ALL ->
                    Optional.of(notice(CallMessages.Unapproved.RESULT.words(answer.reason(), reply.source())));
            };
        }

        private Optional<CallResult> edited(PermissionCoordinator coordinator, Answer edit, int count) {
            try {
                return Optional.of(whole().withEdited(parse(edit.text())));
            } catch (MalformedJsonException bad) {
                if (count >= MOST_REQUESTS) {
                    return Optional.of(notice("Its result is not shown: every edit of it was invalid JSON"));
                }
                ask(coordinator, Optional.of("the edited result is not valid JSON: " + bad.getMessage()), count + 1);
                return Optional.empty();
            }
        }
    }
}
