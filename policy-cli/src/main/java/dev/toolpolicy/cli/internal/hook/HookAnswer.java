package dev.toolpolicy.cli.internal.hook;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The answer to an agent about a call that is about to run.
 *
 * @param verdict what the agent shall do
 * @param reason why: for the user if the agent asks, for the model if it denies
 */
record HookAnswer(Verdict verdict, String reason) {
    /** The agent's next step. */
    enum Verdict {
        /** Run the call without a question. */
        ALLOW("allow"),
        /** Ask the user. */
        ASK("ask"),
        /** Don't run the call. */
        DENY("deny");

        private final String word;

        Verdict(String word) {
            this.word = word;
        }
    }

    /** Returns the answer as Claude Code reads it. */
    String toJson() {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ObjectNode decision = answer.putObject("hookSpecificOutput")
                .put("hookEventName", HookEvent.Kind.BEFORE.word())
                .put("permissionDecision", verdict.word);
        if (!reason.isEmpty()) {
            decision.put("permissionDecisionReason", reason);
        }
        return answer.toString();
    }
}
