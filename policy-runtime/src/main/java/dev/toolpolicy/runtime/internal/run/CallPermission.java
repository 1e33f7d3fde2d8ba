package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.approval.ApprovalReason;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.approve.AnswerSource;
import dev.toolpolicy.runtime.internal.approve.OpenRequest;
import dev.toolpolicy.runtime.internal.approve.PermissionCoordinator;
import dev.toolpolicy.runtime.internal.approve.RememberedAnswers;
import dev.toolpolicy.runtime.internal.approve.Reply;
import dev.toolpolicy.runtime.internal.decide.Facts;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The permission for one run of one call. It requests approval when the rules ask, requests it again when more
 * arguments have arrived than were approved, and ends with a {@link Permit}.
 *
 * <p>The reading thread reports the arguments, and answers come from any thread. Both change the state under one lock,
 * and code that depends on the permit runs outside of it. States, each left only by what is named here:
 *
 * <ul>
 *   <li><em>idle</em>: the rules don't ask yet, or the call isn't complete and requests aren't early
 *   <li><em>asked</em>: a request is open, until its answer
 *   <li><em>approved</em>: the call is approved with the arguments that follow, until it is complete
 *   <li><em>seen</em>: what was shown is approved, until the call is complete; then approval of the rest is requested
 *   <li><em>waiting</em>: the approver wants to be asked when the call is complete
 *   <li><em>held</em>: a session policy denies the call, until its turn, since an earlier call can lift the denial
 *   <li><em>over</em>: there is a permit
 * </ul>
 */
final class CallPermission {
    /** The maximum number of requests for one call, including repeats after invalid edits; then it is declined. */
    static final int MOST_REQUESTS = 16;

    private enum State {
        IDLE,
        ASKED,
        APPROVED,
        SEEN,
        WAITING,
        HELD,
        OVER
    }

    private final PermissionCoordinator coordinator;
    /** Whether the rules' request opens before the call is complete. */
    private final boolean early;

    private final CallSetting setting;
    private final CallQuestion question;
    private final ReasonFlows flows = new ReasonFlows();
    private final CallLog log;
    private final CompletableFuture<Permit> permit = new CompletableFuture<>();
    private Permit result = Permit.NONE;
    private State state = State.IDLE;
    /** The state before it was held. */
    private State before = State.IDLE;

    private @Nullable RuleDecision decision;
    private Facts facts = Facts.NONE;
    private Optional<PolicyDenial> need = Optional.empty();
    private @Nullable OpenRequest open;
    private int requests;
    private boolean coversNeed;
    /** Whether an earlier answer was applied. */
    private boolean remembered;
    /** The path that the remembered answer doesn't cover. */
    private Optional<String> unreached = Optional.empty();

    CallPermission(PermissionCoordinator coordinator, CallSetting setting, CallQuestion question, CallLog log) {
        this.coordinator = coordinator;
        this.early = coordinator.isEarly();
        this.setting = setting;
        this.question = question;
        this.log = log;
    }

    /** Returns the permit. */
    CompletableFuture<Permit> permit() {
        return permit;
    }

    /** Updates the state after more text was read. */
    void update(CallArguments text, EarlyDenial denials) {
        Permit given;
        Throwable failure = null;
        synchronized (this) {
            if (state == State.OVER) {
                return;
            }
            decision = text.decision().orElse(null);
            facts = text.facts();
            need = denials.need();
            boolean more = question.take(text, asks() || need.isPresent());
            try {
                given = step(text, denials, more);
            } catch (Throwable e) {
                failure = e;
                given = end(new Permit.Declined("asking for it failed", AnswerSource.FAILED), "");
            }
        }
        if (given != null) {
            permit.complete(given);
        }
        if (failure != null) {
            UserCode.<RuntimeException>throwAsIs(failure);
        }
    }

    private boolean asks() {
        return decision != null && (decision.mode() == Mode.ASK || decision.mode() == Mode.EDIT);
    }

    private @Nullable Permit step(CallArguments text, EarlyDenial denials, boolean more) {
        if (text.error().isPresent()) {
            return end(Permit.NONE, "the call is invalid");
        }
        if (decision != null && decision.mode() == Mode.DENY) {
            return end(Permit.NONE, "a rule denies the call");
        }
        Optional<PolicyDenial> denial = denials.finalDenial();
        if (denial.isPresent()) {
            hold("policy '" + denial.get().policy() + "' denies the call");
            return null;
        }
        if (state == State.ASKED && more && open != null) {
            ApprovalReason reason = reason();
            open.refresh(question.next(reason, remedies()));
        }
        return proceed();
    }

    private void hold(String why) {
        if (state != State.HELD) {
            before = state == State.ASKED ? State.IDLE : state;
            withdraw(why);
            state = State.HELD;
        }
    }

    /** Takes the next step, unless an answer is pending. */
    private @Nullable Permit proceed() {
        if (decision == null) {
            return null;
        }
        boolean complete = question.isComplete();
        return switch (state) {
            case IDLE -> idle(complete);
            case APPROVED -> complete ? approved(question.hasMoved()) : null;
            case SEEN -> complete ? approved(question.hasUnseen()) : null;
            case WAITING -> complete ? ask(false) : null;
            case ASKED, HELD, OVER -> null;
        };
    }

    private @Nullable Permit idle(boolean complete) {
        boolean asked = asks() || need.isPresent();
        boolean now = early && decision != null && decision.mode() == Mode.ASK && !awaitsArguments();
        if (now || complete && asked) {
            return ask(false);
        }
        return complete ? end(Permit.NONE, "") : null;
    }

    /** Returns whether an earlier approval may cover the call, which only its complete arguments tell. */
    private boolean awaitsArguments() {
        return !question.isComplete() && coordinator.memory().dependsOnArguments(asked(reason()));
    }

    private RememberedAnswers.Asked asked(ApprovalReason reason) {
        return new RememberedAnswers.Asked(question.tool(), question.prepared().terms(), reason, question.whole());
    }

    /** Handles a complete call that was approved, perhaps before all of it was shown. */
    private @Nullable Permit approved(boolean unseen) {
        boolean uncovered = need.isPresent() && !coversNeed;
        if (remembered) {
            unreached = question.guarded();
        }
        boolean beyondMemory = unreached.isPresent() || question.unread().isPresent() || question.asksTwice();
        return unseen || uncovered || remembered && beyondMemory
                ? ask(false)
                : end(new Permit.Granted(coversNeed, null, remembered), "");
    }

    private ApprovalReason reason() {
        RuleDecision by = decision;
        if (by == null) {
            throw new IllegalStateException("no request without a decision");
        }
        PreparedTool tool = question.prepared();
        ApprovalReason reason = tool.reason(ListKind.RUN, by, by.guarded().or(() -> unreached), need, question.unread())
                .withLinks(question.links());
        ApprovalReason whole = flows.added(reason, tool, by, facts);
        return coordinator.hasMemory() && !question.asksTwice() ? joined(whole) : whole.withoutMemory();
    }

    /** Returns a reason with the labels that joined the session since an approval that was remembered. */
    private ApprovalReason joined(ApprovalReason reason) {
        Set<String> joined = coordinator.memory().joined(asked(reason));
        return joined.isEmpty()
                ? reason
                : FlowEvidence.added(
                        reason,
                        "approved before, but since then the session has read text with other labels: "
                                + String.join(", ", joined));
    }

    private Set<String> remedies() {
        return question.call()
                .map(call -> Remedies.of(setting, question.prepared(), call, facts))
                .orElse(Set.of());
    }

    private @Nullable Permit ask(boolean again) {
        ApprovalReason reason = reason();
        Optional<Reply> known = coordinator.memory().find(asked(reason));
        if (known.isPresent() && state == State.IDLE) {
            return answer(known.get());
        }
        if (++requests > MOST_REQUESTS) {
            return end(
                    new Permit.Declined(MOST_REQUESTS + " requests for it had no usable answer", AnswerSource.FAILED),
                    "");
        }
        state = State.ASKED;
        LongFunction<ApprovalRequest> first = id -> question.first(id, reason, remedies());
        OpenRequest opened = coordinator.open(first, again);
        open = opened;
        log.note(CallStep.asked(question.request(), "call", question.isComplete(), question.names()));
        long id = question.request();
        opened.reply().thenAccept(reply -> answered(id, reply));
        return null;
    }

    /** Handles an answer. Code that depends on it runs on other threads than the answering one. */
    private void answered(long request, Reply reply) {
        Permit given;
        synchronized (this) {
            if (state != State.ASKED || request != question.request() || open == null) {
                return;
            }
            try {
                open.take();
                given = answer(reply);
            } catch (Throwable e) {
                UserCode.log(CallLog.LOG, Level.ERROR, "processing an answer failed; the call will not run", e);
                given = end(new Permit.Declined("processing the answer failed", AnswerSource.FAILED), "");
            }
        }
        Permit found = given;
        if (found != null) {
            coordinator.followUp().execute(() -> permit.complete(found));
        }
    }

    private @Nullable Permit answer(Reply reply) {
        Answer answer = reply.answer();
        log.note(CallStep.answered(
                answer.request(), answer.word(), reply.source().word(), answer.reason()));
        remembered = reply.source() == AnswerSource.MEMORY;
        if (!remembered) {
            remember(answer);
        }
        return switch (answer.kind()) {
            case APPROVE -> approve(answer.revision());
            case WAIT_FOR_ALL -> proceed(State.WAITING);
            case EDIT -> edited(answer);
            case DECLINE, DECLINE_ALL -> end(new Permit.Declined(answer.reason(), reply.source()), "");
        };
    }

    private @Nullable Permit approve(int revision) {
        if (remembered) {
            return proceed(State.APPROVED);
        }
        coversNeed |= question.showedNeed(revision);
        question.approve(revision);
        return proceed(State.SEEN);
    }

    /** Remembers the answer if it asks for that. An approval of a call that wasn't complete covers nothing else. */
    private void remember(Answer answer) {
        if (answer.kind() != Answer.Kind.APPROVE || question.showedAll(answer.revision())) {
            coordinator.memory().keep(asked(reason()), answer);
        }
    }

    private @Nullable Permit proceed(State next) {
        state = next;
        return proceed();
    }

    /** Checks edited arguments as all arguments are checked. Invalid ones lead to a new request. */
    private @Nullable Permit edited(Answer edit) {
        if (!question.showedAll(edit.revision())) {
            question.problem("arguments must be complete before they are edited");
            state = State.WAITING;
            return proceed();
        }
        CallArguments text = CallArguments.edited(question.prepared(), setting, edit.text());
        Optional<String> problem = text.problem(question.links());
        if (problem.isPresent()) {
            question.problem(problem.get());
            return ask(true);
        }
        boolean forPolicies = coversNeed || question.showedNeed(edit.revision());
        log.note(CallStep.edited(question.request(), text.whole()));
        return end(new Permit.Granted(forPolicies, text, false), "");
    }

    /** Returns the permit at the call's turn. A denial is checked again, since other calls have run. */
    CompletableFuture<Permit> atTurn(CallArguments text, EarlyDenial denials) {
        if (isHeld()) {
            denials.renew(text);
            synchronized (this) {
                if (state == State.HELD && denials.finalDenial().isEmpty()) {
                    state = before;
                }
            }
        }
        update(text, denials);
        boolean over;
        synchronized (this) {
            if (state == State.HELD || state == State.IDLE) {
                end(Permit.NONE, "");
            }
            over = state == State.OVER;
        }
        if (over) {
            permit.complete(result);
        }
        return permit;
    }

    private synchronized boolean isHeld() {
        return state == State.HELD;
    }

    /** Returns the permit without waiting. An open request is withdrawn. */
    Permit now(String why) {
        Permit given;
        synchronized (this) {
            if (state != State.OVER) {
                end(Permit.NONE, why);
            }
            given = result;
        }
        permit.complete(given);
        return given;
    }

    private Permit end(Permit given, String why) {
        withdraw(why);
        state = State.OVER;
        result = given;
        return given;
    }

    private void withdraw(String why) {
        if (open != null) {
            open.withdraw(why);
            open = null;
        }
    }
}
