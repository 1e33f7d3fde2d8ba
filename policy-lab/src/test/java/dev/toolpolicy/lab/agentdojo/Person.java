package dev.toolpolicy.lab.agentdojo;

import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The user at the approval requests: says yes to calls of the task and no to those of an attack. For one thread. */
final class Person implements PermissionHandler {
    private boolean approves;
    private boolean asked;

    /** Sets the answers to come, and forgets the earlier requests. */
    void answer(boolean yes) {
        approves = yes;
        asked = false;
    }

    boolean wasAsked() {
        return asked;
    }

    @Override
    public CompletionStage<Answer> ask(ApprovalRequest request) {
        asked = true;
        return CompletableFuture.completedFuture(
                approves ? request.approve() : request.decline("I didn't ask for this."));
    }
}
