package dev.toolpolicy.runtime.internal.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.approve.ApprovalSubject;
import dev.toolpolicy.runtime.internal.approve.PermissionCoordinator;
import dev.toolpolicy.runtime.internal.decide.Facts;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.stream.CallProgress;
import dev.toolpolicy.stream.Fragment;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A call of a known tool, from its name to the end of its text: its arguments, the policies' previews and the
 * permission. Driven by the thread that drives the call.
 */
final class NamedCall {

    private final PreparedTool tool;
    private final ApprovalSubject subject;
    private final boolean looksEarly;
    private final CallArguments arguments;
    private final EarlyDenial early;
    private final CallLog log;
    private final @Nullable CallPermission permission;
    /** The model's arguments, if a person edited them in the store; else null. */
    private @Nullable ObjectNode requested;

    private boolean decided;
    private boolean denied;

    NamedCall(CallSetting setting, PreparedTool tool, ApprovalSubject subject, CallLog log) {
        this.tool = tool;
        this.subject = subject;
        this.log = log;
        looksEarly = setting.early();
        arguments = new CallArguments(tool, setting, display(setting.display(), subject));
        early = new EarlyDenial(setting, subject.callId(), tool);
        PermissionCoordinator coordinator = setting.permission();
        permission = coordinator == null
                ? null
                : new CallPermission(coordinator, setting, new CallQuestion(tool, subject), log);
    }

    /** Returns the display of the arguments. Its failures don't fail the call. */
    private static @Nullable BiConsumer<Fragment, Optional<JsonNode>> display(
            @Nullable Consumer<? super CallProgress> display, ApprovalSubject call) {
        return display == null
                ? null
                : (fragment, value) -> {
                    CallProgress piece = new CallProgress(call.serial(), call.callId(), call.tool(), fragment);
                    UserCode.run(
                            CallLog.LOG,
                            Level.WARNING,
                            "a display of arguments failed; the call goes on",
                            () -> display.accept(value.map(piece::withValue).orElse(piece)));
                };
    }

    private void look() {
        early.look(arguments);
        note();
        if (permission != null) {
            permission.update(arguments, early);
        }
    }

    /** Records what has become known, once. */
    private void note() {
        if (!decided && arguments.decision().isPresent()) {
            decided = true;
            RuleDecision by = arguments.decision().get();
            log.note(arguments.decidedAt(), CallStep.decided(by.mode(), by.rule(), tool.words(by), by.guarded()));
        }
        if (!denied && early.denial().isPresent()) {
            denied = true;
            PolicyDenial by = early.denial().get();
            log.note(early.deniedAt(), CallStep.denied(by.policy(), by.reason()));
        }
    }

    void append(CharSequence text) {
        arguments.append(text);
        if (looksEarly) {
            look();
        }
    }

    /** Takes the model's arguments of a stored call whose text is a person's. */
    void editedFrom(ObjectNode written) {
        requested = written;
        if (arguments.isWhole() && arguments.error().isEmpty()) {
            log.note(CallStep.edited(0, arguments.whole()));
        }
    }

    /** Returns the model's arguments, as far as they are complete. */
    ObjectNode written() {
        return requested != null ? requested : arguments.known(arguments.knownCount());
    }

    /** Ends the text, complete or not, in a response that ended in this way. */
    void end(ResponseEnd response) {
        arguments.end(response);
        look();
    }

    /** Returns what will become of the call, as far as its text says. */
    ToolCallStream.Status status() {
        Optional<Mode> mode = arguments.decision().map(RuleDecision::mode);
        if (early.finalDenial().isPresent() || mode.equals(Optional.of(Mode.DENY))) {
            return ToolCallStream.Status.DENIED;
        } else if (mode.isEmpty() || !early.isAnswered()) {
            return ToolCallStream.Status.OPEN;
        }
        return mode.get() == Mode.ALLOW && early.need().isEmpty()
                ? ToolCallStream.Status.WILL_RUN
                : ToolCallStream.Status.WILL_ASK;
    }

    PreparedTool tool() {
        return tool;
    }

    ApprovalSubject subject() {
        return subject;
    }

    CallArguments arguments() {
        return arguments;
    }

    EarlyDenial early() {
        return early;
    }

    /** Returns what the session's flows said of this call, as of now or when it was concluded. */
    FlowEvidence evidence(Conclusion conclusion) {
        boolean whole = arguments.isWhole() && arguments.error().isEmpty();
        Facts facts = conclusion.isKnown() ? conclusion.facts() : arguments.facts();
        return new FlowEvidence(tool, arguments.decision(), facts, whole ? arguments.whole() : null);
    }

    /** Returns the permit at the call's turn. */
    CompletableFuture<Permit> atTurn() {
        return permission == null
                ? CompletableFuture.completedFuture(Permit.NONE)
                : permission.atTurn(arguments, early);
    }

    /** Returns the permit without waiting. */
    Permit now(String why) {
        return permission == null ? Permit.NONE : permission.now(why);
    }

    /** Returns the permit; empty without an approval handler. */
    Optional<CompletableFuture<Permit>> permit() {
        return Optional.ofNullable(permission).map(CallPermission::permit);
    }
}
