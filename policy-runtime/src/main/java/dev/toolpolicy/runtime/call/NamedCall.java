package dev.toolpolicy.runtime.call;

import dev.toolpolicy.runtime.permission.PermissionCoordinator;
import dev.toolpolicy.runtime.permission.PromptSubject;
import dev.toolpolicy.stream.Fragment;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A call of a tool that is known, from its name to the end of its text: what it says, what policies say to that, and what
 * whoever is asked says. Driven by the thread that drives the call.
 */
final class NamedCall {
    private final PreparedTool tool;
    private final CallArguments arguments;
    private final EarlyDenial early;
    private final @Nullable CallPermission permission;

    NamedCall(CallSetting setting, PreparedTool tool, PromptSubject subject, @Nullable Consumer<Fragment> display) {
        this.tool = tool;
        arguments = new CallArguments(tool, setting, display);
        early = new EarlyDenial(setting.policies(), subject.callId(), subject.tool());
        PermissionCoordinator coordinator = setting.permission();
        permission = coordinator == null
                ? null
                : new CallPermission(coordinator, setting, tool, new CallQuestion(tool, subject));
        look();
    }

    private void look() {
        early.look(arguments);
        if (permission != null) {
            permission.update(arguments, early);
        }
    }

    void append(CharSequence text) {
        arguments.append(text);
        look();
    }

    /** The text has ended by the call's own end. */
    void end() {
        arguments.end();
        look();
    }

    /** The text has ended, whole or not. */
    void cut() {
        arguments.cut();
        look();
    }

    PreparedTool tool() {
        return tool;
    }

    CallArguments arguments() {
        return arguments;
    }

    EarlyDenial early() {
        return early;
    }

    /** The permit when it is the call's turn. */
    CompletableFuture<Permit> atTurn() {
        return permission == null
                ? CompletableFuture.completedFuture(Permit.NONE)
                : permission.atTurn(arguments, early);
    }

    /** The permit without waiting for anybody. */
    Permit now(String why) {
        return permission == null ? Permit.NONE : permission.now(why);
    }

    /** The permit when there is one; empty if nobody can be asked. */
    Optional<CompletableFuture<Permit>> permit() {
        return Optional.ofNullable(permission).map(CallPermission::permit);
    }
}
