package dev.toolpolicy.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.Mode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Something that happened to a call. A closed family of immutable values.
 */
public sealed interface CallStep {

    /**
     * When it happened.
     *
     * @return the time
     */
    Instant time();

    /**
     * How much of the call's text was read then.
     *
     * @return UTF-16 code units
     */
    long offset();

    /**
     * What kind of step it is, in one word.
     *
     * @return the word, as in JSON
     */
    String word();

    /**
     * Writes what is to be known of it.
     *
     * @param json where to; kind, time and offset are there
     */
    void describe(ObjectNode json);

    /**
     * The call started.
     *
     * @param time when
     * @param offset 0
     */
    record Started(Instant time, long offset) implements CallStep {
        @Override
        public String word() {
            return "started";
        }

        @Override
        public void describe(ObjectNode json) {
            // Nothing but when.
        }
    }

    /**
     * The run list decided.
     *
     * @param time when it was known
     * @param offset where
     * @param mode its answer
     * @param rule the index of the rule, from 0; empty for none
     * @param words the rule in words
     * @param guarded the path that turned its answer into ask
     */
    record Decided(Instant time, long offset, Mode mode, OptionalInt rule, Optional<String> words, Optional<String> guarded)
            implements CallStep {
        @Override
        public String word() {
            return "decided";
        }

        @Override
        public void describe(ObjectNode json) {
            json.put("mode", mode.word());
            rule.ifPresent(index -> json.put("rule", index + 1));
            words.ifPresent(text -> json.put("words", text));
            guarded.ifPresent(path -> json.put("guarded", path));
        }
    }

    /**
     * A session policy would deny the call, as it looked then.
     *
     * @param time when it was known
     * @param offset where
     * @param policy the policy's name
     * @param reason what the model would be told
     */
    record Denied(Instant time, long offset, String policy, String reason) implements CallStep {
        @Override
        public String word() {
            return "denied";
        }

        @Override
        public void describe(ObjectNode json) {
            json.put("policy", policy).put("reason", reason);
        }
    }

    /**
     * Somebody was asked.
     *
     * @param time when the prompt was opened
     * @param offset where
     * @param prompt the prompt's number
     * @param about {@code call} or {@code result}
     * @param known the parameters that it showed at first
     * @param complete whether these were all
     */
    record Prompted(Instant time, long offset, long prompt, String about, List<String> known, boolean complete)
            implements CallStep {
        /**
         * Copies the components.
         *
         * @param time when the prompt was opened
         * @param offset where
         * @param prompt the prompt's number
         * @param about {@code call} or {@code result}
         * @param known the parameters that it showed at first
         * @param complete whether these were all
         */
        public Prompted {
            known = List.copyOf(known);
        }

        @Override
        public String word() {
            return "prompted";
        }

        @Override
        public void describe(ObjectNode json) {
            json.put("prompt", prompt).put("about", about).put("complete", complete);
            known.forEach(json.putArray("known")::add);
        }
    }

    /**
     * A prompt was answered, or counted as declined.
     *
     * @param time when
     * @param offset where
     * @param prompt the prompt's number; that of the earlier one if the answer was remembered
     * @param answer what was answered, in one word
     * @param source where the answer came from, in one word
     * @param reason why; empty if nobody said
     */
    record Answered(Instant time, long offset, long prompt, String answer, String source, String reason)
            implements CallStep {
        @Override
        public String word() {
            return "answered";
        }

        @Override
        public void describe(ObjectNode json) {
            json.put("prompt", prompt).put("answer", answer).put("source", source);
            if (!reason.isEmpty()) {
                json.put("reason", reason);
            }
        }
    }

    /**
     * Whoever was asked put other arguments in the place of the model's: the call is decided about with these, and runs with
     * these if it runs.
     *
     * @param time when
     * @param offset where
     * @param prompt the prompt's number
     * @param arguments the arguments, with defaults filled in
     */
    record Edited(Instant time, long offset, long prompt, ObjectNode arguments) implements CallStep {
        /**
         * Copies the components.
         *
         * @param time when
         * @param offset where
         * @param prompt the prompt's number
         * @param arguments the arguments, with defaults filled in
         */
        public Edited {
            arguments = arguments.deepCopy();
        }

        /**
         * The arguments.
         *
         * @return a copy
         */
        @Override
        public ObjectNode arguments() {
            return arguments.deepCopy();
        }

        @Override
        public String word() {
            return "edited";
        }

        @Override
        public void describe(ObjectNode json) {
            json.put("prompt", prompt).set("arguments", arguments());
        }
    }

    /**
     * The call's text ended.
     *
     * @param time when
     * @param offset its length
     */
    record Ended(Instant time, long offset) implements CallStep {
        @Override
        public String word() {
            return "ended";
        }

        @Override
        public void describe(ObjectNode json) {
            // Nothing but when and where.
        }
    }

    /**
     * What became of the call: whether it may run.
     *
     * @param time when
     * @param offset the text's length
     * @param outcome in one word, such as {@code approved}
     * @param reason why it doesn't run; empty if it does
     */
    record Concluded(Instant time, long offset, String outcome, String reason) implements CallStep {
        @Override
        public String word() {
            return "concluded";
        }

        @Override
        public void describe(ObjectNode json) {
            json.put("outcome", outcome);
            if (!reason.isEmpty()) {
                json.put("reason", reason);
            }
        }
    }

    /**
     * The call's handler came to an end.
     *
     * @param time when
     * @param offset the text's length
     * @param success whether it succeeded
     * @param reason how it failed; empty if it didn't
     */
    record Ran(Instant time, long offset, boolean success, String reason) implements CallStep {
        @Override
        public String word() {
            return "ran";
        }

        @Override
        public void describe(ObjectNode json) {
            json.put("success", success);
            if (!reason.isEmpty()) {
                json.put("reason", reason);
            }
        }
    }

    /**
     * The call's result went to the model.
     *
     * @param time when
     * @param offset the text's length
     * @param delivery what went, in one word, such as {@code returned} or {@code withheld}
     */
    record Delivered(Instant time, long offset, String delivery) implements CallStep {
        @Override
        public String word() {
            return "delivered";
        }

        @Override
        public void describe(ObjectNode json) {
            json.put("delivery", delivery);
        }
    }
}
