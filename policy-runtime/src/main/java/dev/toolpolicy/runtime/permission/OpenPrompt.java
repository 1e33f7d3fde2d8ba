package dev.toolpolicy.runtime.permission;

import dev.toolpolicy.runtime.fault.TimeLimit;
import dev.toolpolicy.runtime.fault.UserCode;
import dev.toolpolicy.runtime.permission.Answer.Decline;
import dev.toolpolicy.runtime.permission.Answer.DeclineAll;
import dev.toolpolicy.runtime.permission.Reply.Source;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One prompt from its opening to its reply. It <em>waits</em> until the coordinator shows it, is <em>shown</em> until
 * somebody answers, and is <em>over</em> once it has a reply or was withdrawn: what comes then is ignored. A handler's
 * answer is <em>given</em> until it is taken or not: an answer can come at the moment at which nobody needs it any more.
 */
final class OpenPrompt implements PendingPrompt {
    static final Logger LOG = System.getLogger(PermissionCoordinator.class.getName());

    private final PermissionCoordinator coordinator;
    private final PermissionSettings settings;
    private final SerialLane lane;
    private final CompletableFuture<Reply> reply = new CompletableFuture<>();
    private Prompt prompt;
    /** What the handler has seen last; null before it was asked. */
    private @Nullable Prompt told;
    private @Nullable TimeLimit limit;
    private boolean shown;
    private boolean over;
    private boolean given;

    OpenPrompt(PermissionCoordinator coordinator, PermissionSettings settings, SerialLane lane, Prompt prompt) {
        this.coordinator = coordinator;
        this.settings = settings;
        this.lane = lane;
        this.prompt = prompt;
    }

    synchronized Prompt prompt() {
        return prompt;
    }

    @Override
    public CompletionStage<Reply> reply() {
        return reply.minimalCompletionStage();
    }

    /** It is its turn. */
    void show() {
        synchronized (this) {
            shown = true;
            if (over) {
                return;
            }
            limit = TimeLimit.start(settings.limit(), () ->
                    revoke("nobody answered within " + TimeLimit.words(settings.limit()), Source.TIMED_OUT));
        }
        inLane(this::ask);
    }

    private void ask() {
        Prompt now;
        synchronized (this) {
            if (over) {
                return;
            }
            now = prompt;
            told = now;
        }
        try {
            CompletionStage<Answer> stage = settings.handler().ask(now);
            if (isNothing(stage)) {
                failed("it gave no stage", null);
            } else {
                stage.whenComplete(this::answered);
            }
        } catch (Throwable failure) {
            failed("it threw " + failure.getClass().getName(), failure);
            UserCode.rethrowFatal(failure);
        }
    }

    /** Handlers are user code: what they return can be null, whatever they promise. */
    private static boolean isNothing(@Nullable Object given) {
        return given == null;
    }

    private void answered(@Nullable Answer answer, @Nullable Throwable failure) {
        if (failure != null) {
            failed("its answer failed with " + failure.getClass().getName(), failure);
        } else if (answer == null) {
            failed("it gave no answer", null);
        } else if (answer.prompt() != prompt().id()) {
            failed("it gave the answer to another prompt", null);
        } else if (answer instanceof DeclineAll all) {
            declineAll(all);
        } else {
            settle(new Reply(answer, Source.HANDLER));
        }
    }

    private void failed(String what, @Nullable Throwable failure) {
        if (settle(declined("asking for permission failed", Source.FAILED))) {
            UserCode.log(LOG, Level.WARNING, "the permission handler failed on " + prompt().subject() + ": " + what
                    + "; that is a refusal", failure);
        }
    }

    Reply declined(String why, Source source) {
        return new Reply(new Decline(prompt().id(), why, false), source);
    }

    /** Ends it with a reply, unless it is over. */
    boolean settle(Reply came) {
        if (!end(came.source() == Source.HANDLER)) {
            return false;
        }
        reply.complete(came);
        coordinator.showNext();
        return true;
    }

    private void declineAll(DeclineAll all) {
        if (end(true)) {
            List<OpenPrompt> behind = coordinator.takeWaiting();
            reply.complete(declined(all.reason(), Source.HANDLER));
            UserCode.each(behind, each -> each.settle(each.declined(all.reason(), Source.TOGETHER)));
            coordinator.showNext();
        }
    }

    private boolean end(boolean byHandler) {
        synchronized (this) {
            if (over) {
                return false;
            }
            over = true;
            given = byHandler;
            if (limit != null) {
                limit.cancel();
            }
        }
        coordinator.remove(this);
        return true;
    }

    /** Ends it with a refusal that isn't the handler's, which hears of that before it hears of the next prompt. */
    void revoke(String why, Source source) {
        if (end(false)) {
            try {
                tellWithdrawn(why);
            } finally {
                reply.complete(declined(why, source));
                coordinator.showNext();
            }
        }
    }

    @Override
    public void take() {
        if (isFirstToHearOfAnswer()) {
            tellLast(settings.handler()::answered);
        }
    }

    @Override
    public void withdraw(String reason) {
        if (end(false)) {
            try {
                tellWithdrawn(reason);
            } finally {
                coordinator.showNext();
            }
        } else if (isFirstToHearOfAnswer()) {
            tellWithdrawn(reason);
        }
    }

    private synchronized boolean isFirstToHearOfAnswer() {
        boolean first = given;
        given = false;
        return first;
    }

    private void tellWithdrawn(String reason) {
        tellLast(last -> settings.handler().withdrawn(last, reason));
    }

    /** Of a prompt that the handler never saw it hears nothing more. */
    private void tellLast(Consumer<? super Prompt> notice) {
        inLane(() -> {
            Prompt last = last();
            if (last != null) {
                tell(() -> notice.accept(last));
            }
        });
    }

    private synchronized @Nullable Prompt last() {
        return told;
    }

    @Override
    public void refresh(Prompt next) {
        synchronized (this) {
            if (over) {
                return;
            }
            prompt = next;
            if (!shown) {
                return;
            }
        }
        inLane(this::tellRefreshed);
    }

    private void tellRefreshed() {
        Prompt now;
        synchronized (this) {
            now = prompt;
            if (over || told == null || told.revision() >= now.revision()) {
                return;
            }
            told = now;
        }
        tell(() -> settings.handler().refreshed(now));
    }

    private static void tell(Runnable notice) {
        UserCode.run(LOG, Level.WARNING, "a permission handler failed when it was told of a prompt; nothing changes", notice);
    }

    private void inLane(Runnable task) {
        try {
            lane.execute(task);
        } catch (Throwable refused) {
            failed("its executor refused it", refused);
            UserCode.rethrowFatal(refused);
        }
    }
}
