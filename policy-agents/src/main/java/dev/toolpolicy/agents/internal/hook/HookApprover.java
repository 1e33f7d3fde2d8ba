package dev.toolpolicy.agents.internal.hook;

import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Leaves the question to the agent, which asks its user after this process has answered: it approves for the engine,
 * which records the call as one that may run, and remembers why the agent must ask. For one call.
 */
final class HookApprover implements PermissionHandler {
    private final Optional<String> refusal;
    private volatile @Nullable String reason;

    /**
     * Creates an approver.
     *
     * @param refusal why the agent can't ask its user, so that calls that need approval are declined; empty if it asks
     */
    HookApprover(Optional<String> refusal) {
        this.refusal = refusal;
    }

    @Override
    public CompletionStage<Answer> ask(ApprovalRequest request) {
        reason = request.reason().toString();
        String why = reason;
        return CompletableFuture.completedFuture(
                refusal.isPresent() ? request.decline(refusal.get() + ". " + why) : request.approve());
    }

    /** Returns why the agent must ask; empty if the call needs no approval. */
    Optional<String> reason() {
        return Optional.ofNullable(reason);
    }
}
