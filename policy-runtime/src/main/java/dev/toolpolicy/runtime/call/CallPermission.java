package dev.toolpolicy.runtime.call;

import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.runtime.fault.UserCode;
import dev.toolpolicy.runtime.permission.Answer;
import dev.toolpolicy.runtime.permission.PendingPrompt;
import dev.toolpolicy.runtime.permission.PermissionCoordinator;
import dev.toolpolicy.runtime.permission.PromptReason;
import dev.toolpolicy.runtime.permission.Reply;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The permission for one run of one call: asks when the rules want that, asks again when more has come than was approved,
 * and ends with a {@link Permit}.
 *
 * <p>What is known of the call comes from the thread that reads it, answers come from any other; both change the state
 * under one lock, and what depends on the permit runs outside of it. States, each left only by what is named there:
 *
 * <ul>
 *   <li><em>idle</em>: the rules don't ask yet, or want the complete arguments first
 *   <li><em>asked</em>: a prompt is open, until its answer
 *   <li><em>approved</em>: whatever follows, until the call is complete
 *   <li><em>seen</em>: what was seen is approved, until the call is complete; then the rest is asked about
 *   <li><em>waiting</em>: somebody wants to be asked when the call is complete
 *   <li><em>held</em>: a session policy denies the call, until its turn comes, since an earlier call can lift that
 *   <li><em>over</em>: there is a permit
 * </ul>
 */
final class CallPermission {
    /** How many prompts one call may take, edits that aren't valid among them; then it is declined. */
    static final int MOST_PROMPTS = 16;

    private static final Logger LOG = System.getLogger(ToolCallStream.class.getName());

    private enum State { IDLE, ASKED, APPROVED, SEEN, WAITING, HELD, OVER }

    private final PermissionCoordinator coordinator;
    private final CallSetting setting;
    private final CallQuestion question;
    private final CallLog log;
    private final CompletableFuture<Permit> permit = new CompletableFuture<>();
    private Permit result = Permit.NONE;
    private State state = State.IDLE;
    /** What it was before it was held. */
    private State before = State.IDLE;
    private @Nullable RunDecision decision;
    private Optional<PromptReason.Need> need = Optional.empty();
    private @Nullable PendingPrompt open;
    private int prompts;
    private boolean coversNeed;
    /** Whether the approval was remembered from an earlier call. */
    private boolean remembered;
    /** The path that what is remembered doesn't reach. */
    private Optional<String> unreached = Optional.empty();

    CallPermission(PermissionCoordinator coordinator, CallSetting setting, CallQuestion question, CallLog log) {
        this.coordinator = coordinator;
        this.setting = setting;
        this.question = question;
        this.log = log;
    }

    /** The permit, once there is one. */
    CompletableFuture<Permit> permit() {
        return permit;
    }

    /** More text was read. */
    void update(CallArguments text, EarlyDenial early) {
        Permit given;
        Throwable failure = null;
        synchronized (this) {
            if (state == State.OVER) {
                return;
            }
            decision = text.decision().orElse(null);
            need = early.need().map(each -> new PromptReason.Need(each.policy(), each.reason()));
            boolean more = question.take(text, asks() || need.isPresent());
            try {
                given = step(text, early, more);
            } catch (Throwable e) {
                failure = e;
                given = end(new Permit.Declined("asking for permission failed", Reply.Source.FAILED), "");
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

    private @Nullable Permit step(CallArguments text, EarlyDenial early, boolean more) {
        if (text.error().isPresent()) {
            return end(Permit.NONE, "the call is invalid");
        }
        if (decision != null && decision.mode() == Mode.SKIP) {
            return end(Permit.NONE, "a rule skips the call");
        }
        Optional<CallDenial> denial = early.finalDenial();
        if (denial.isPresent()) {
            hold("policy '" + denial.get().policy() + "' denies the call");
            return null;
        }
        if (state == State.ASKED && more && open != null) {
            open.refresh(question.next(reason()));
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

    /** What follows from what is known, unless an answer is being waited for. */
    private @Nullable Permit proceed() {
        if (decision == null) {
            return null;
        }
        boolean complete = question.isComplete();
        return switch (state) {
            case IDLE -> idle(complete);
            case APPROVED -> complete ? approved(false) : null;
            case SEEN -> complete ? approved(question.hasUnseen()) : null;
            case WAITING -> complete ? ask(false) : null;
            case ASKED, HELD, OVER -> null;
        };
    }

    private @Nullable Permit idle(boolean complete) {
        boolean asked = asks() || need.isPresent();
        if (decision != null && decision.mode() == Mode.ASK || complete && asked) {
            return ask(false);
        }
        return complete ? end(Permit.NONE, "") : null;
    }

    /** The call is complete and somebody has approved it, perhaps before they could see all of it. */
    private @Nullable Permit approved(boolean unseen) {
        boolean uncovered = need.isPresent() && !coversNeed;
        if (remembered) {
            unreached = question.guarded();
        }
        return unseen || uncovered || remembered && unreached.isPresent()
                ? ask(false)
                : end(new Permit.Granted(coversNeed, null, remembered), "");
    }

    private PromptReason reason() {
        RunDecision by = decision;
        if (by == null) {
            throw new IllegalStateException("nobody is asked without a decision");
        }
        return new PromptReason(
                by.mode(), by.rule(), question.prepared().rule(by.rule()), by.guarded().or(() -> unreached), need);
    }

    private @Nullable Permit ask(boolean again) {
        PromptReason reason = reason();
        Optional<Reply> known = coordinator.remembered(question.tool(), question.prepared().terms(), reason);
        if (known.isPresent() && state == State.IDLE) {
            return answer(known.get());
        }
        if (++prompts > MOST_PROMPTS) {
            return end(new Permit.Declined("it was asked about too often", Reply.Source.FAILED), "");
        }
        state = State.ASKED;
        PendingPrompt opened = again
                ? coordinator.reopen(id -> question.first(id, reason))
                : coordinator.open(id -> question.first(id, reason));
        open = opened;
        log.note((time, offset) -> new CallStep.Prompted(
                time, offset, question.prompt(), "call", question.names(), question.isComplete()));
        long id = question.prompt();
        opened.reply().thenAccept(reply -> answered(id, reply));
        return null;
    }

    /** What follows from an answer runs on other threads than the one that answers. */
    private void answered(long prompt, Reply reply) {
        Permit given;
        Throwable failure = null;
        synchronized (this) {
            if (state != State.ASKED || prompt != question.prompt() || open == null) {
                return;
            }
            try {
                open.take();
                given = answer(reply);
            } catch (Throwable e) {
                failure = e;
                UserCode.log(LOG, Level.ERROR, "what follows from an answer failed; the call will not run", e);
                given = end(new Permit.Declined("what follows from the answer failed", Reply.Source.FAILED), "");
            }
        }
        Permit found = given;
        if (found != null) {
            coordinator.followUp().execute(() -> permit.complete(found));
        }
        if (failure != null) {
            UserCode.rethrowFatal(failure);
        }
    }

    private @Nullable Permit answer(Reply reply) {
        Answer answer = reply.answer();
        log.note((time, offset) -> new CallStep.Answered(
                time, offset, answer.prompt(), answer.word(), reply.source().word(), answer.reason()));
        remembered = reply.source() == Reply.Source.MEMORY;
        if (!remembered) {
            coordinator.remember(question.tool(), question.prepared().terms(), reason(), answer);
        }
        if (answer instanceof Answer.Approve approve) {
            coversNeed |= !remembered && question.showedNeed(approve.revision());
            state = State.APPROVED;
        } else if (answer instanceof Answer.ApproveSeen seen) {
            coversNeed |= question.showedNeed(seen.revision());
            question.approveSeen(seen.revision());
            state = State.SEEN;
        } else if (answer instanceof Answer.WaitForAll) {
            state = State.WAITING;
        } else if (answer instanceof Answer.Edit edit) {
            return edited(edit);
        } else if (answer instanceof Answer.Decline || answer instanceof Answer.DeclineAll) {
            return end(new Permit.Declined(answer.reason(), reply.source()), "");
        }
        return proceed();
    }

    /** Edited arguments go the way of all arguments; what isn't valid is asked about again (C16, X37). */
    private @Nullable Permit edited(Answer.Edit edit) {
        if (!question.showedAll(edit.revision())) {
            question.problem("the arguments were not complete when they were edited");
            state = State.WAITING;
            return proceed();
        }
        CallArguments text = new CallArguments(question.prepared(), setting, null);
        text.append(edit.text());
        text.end(ResponseEnd.CUT);
        if (text.error().isPresent()) {
            question.problem(text.error().get().forModel());
            return ask(true);
        }
        boolean forPolicies = coversNeed || question.showedNeed(edit.revision());
        log.note((time, offset) -> new CallStep.Edited(time, offset, question.prompt(), text.whole()));
        return end(new Permit.Granted(forPolicies, text, false), "");
    }

    /** The call's turn has come: what denied it before is asked again, since other calls have run. */
    CompletableFuture<Permit> atTurn(CallArguments text, EarlyDenial early) {
        if (isHeld()) {
            early.renew(text);
            synchronized (this) {
                if (state == State.HELD && early.finalDenial().isEmpty()) {
                    state = before;
                }
            }
        }
        update(text, early);
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

    /** The permit without waiting for anybody: whoever is still being asked isn't any more. */
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
