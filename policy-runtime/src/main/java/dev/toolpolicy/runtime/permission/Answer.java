package dev.toolpolicy.runtime.permission;

/**
 * What somebody says to a prompt. Answers are made by the {@linkplain ApprovalRequest prompt} that they answer. A closed family of
 * immutable values.
 */
public sealed interface Answer {

    /**
     * The prompt that it answers.
     *
     * @return the prompt's number
     */
    long prompt();

    /**
     * What it says, in one word, for records.
     *
     * @return {@code approve}, {@code approve-seen}, {@code decline}, {@code decline-all}, {@code edit} or {@code wait}
     */
    String word();

    /**
     * Why.
     *
     * @return the reason that was given with it, empty if none was
     */
    default String reason() {
        return "";
    }

    /**
     * Yes, whatever follows.
     *
     * @param prompt the prompt's number
     * @param revision the revision that was answered
     * @param remember whether later calls of the session that the same rule of the same list asks about are approved too
     */
    record Approve(long prompt, int revision, boolean remember) implements Answer {
        @Override
        public String word() {
            return "approve";
        }

        /**
         * The same for later calls of the session that the same rule asks about, as long as the tool's list is the same.
         * Where that {@linkplain ApprovalReason#canRememberApproval can't be}, it is for this call alone.
         *
         * @return the answer
         */
        public Approve remembered() {
            return new Approve(prompt, revision, true);
        }
    }

    /**
     * Yes to what was shown.
     *
     * @param prompt the prompt's number
     * @param revision the revision that was seen
     */
    record ApproveSeen(long prompt, int revision) implements Answer {
        @Override
        public String word() {
            return "approve-seen";
        }
    }

    /**
     * No.
     *
     * @param prompt the prompt's number
     * @param reason why, for the model; empty if nobody said
     * @param remember whether later calls of the session that the same rule of the same list asks about are declined too
     */
    record Decline(long prompt, String reason, boolean remember) implements Answer {
        @Override
        public String word() {
            return "decline";
        }

        /**
         * The same for later calls of the session that the same rule asks about, as long as the tool's list is the same.
         * Where that {@linkplain ApprovalReason#canRememberDecline can't be}, it is for this call alone.
         *
         * @return the answer
         */
        public Decline remembered() {
            return new Decline(prompt, reason, true);
        }
    }

    /**
     * No, and no to all that waits behind it.
     *
     * @param prompt the prompt's number
     * @param reason why, for the model; empty if nobody said
     */
    record DeclineAll(long prompt, String reason) implements Answer {
        @Override
        public String word() {
            return "decline-all";
        }
    }

    /**
     * Yes, with this in its place.
     *
     * @param prompt the prompt's number
     * @param revision the revision that was edited
     * @param text JSON text
     */
    record Edit(long prompt, int revision, String text) implements Answer {
        @Override
        public String word() {
            return "edit";
        }
    }

    /**
     * Ask again when all arguments are there.
     *
     * @param prompt the prompt's number
     */
    record WaitForAll(long prompt) implements Answer {
        @Override
        public String word() {
            return "wait";
        }
    }
}
