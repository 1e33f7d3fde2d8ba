package dev.toolpolicy.cli.internal.hook;

import dev.toolpolicy.runtime.permission.Answer;
import dev.toolpolicy.runtime.permission.ApprovalRequest;
import dev.toolpolicy.runtime.permission.PermissionHandler;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Leaves the question to the agent, which asks its user after this process has answered: it approves for the engine,
 * which records the call as one that may run, and remembers why the agent must ask. For one call.
 */
final class HookApprover implements PermissionHandler {
    private final boolean agentAsks;
    private volatile @Nullable String reason;

    /**
     * Creates an approver.
     *
     * @param agentAsks whether the agent asks its user; if not, calls that need approval are declined
     */
    HookApprover(boolean agentAsks) {
        this.agentAsks = agentAsks;
    }

    @Override
    public CompletionStage<Answer> ask(ApprovalRequest request) {
        reason = request.reason().toString();
        return CompletableFuture.completedFuture(
                agentAsks ? request.approve() : request.decline("this call needs approval, and no person is asked"));
    }

    /** Returns why the agent must ask; empty if the call needs no approval. */
    Optional<String> reason() {
        return Optional.ofNullable(reason);
    }
}
