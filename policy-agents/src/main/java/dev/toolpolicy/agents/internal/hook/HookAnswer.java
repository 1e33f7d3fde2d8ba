package dev.toolpolicy.agents.internal.hook;

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

        /** Returns the word of the protocols. */
        String word() {
            return word;
        }
    }
}
