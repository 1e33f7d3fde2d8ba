package dev.toolpolicy.runtime.call;

import dev.toolpolicy.schema.ArgumentError;
import java.util.Optional;

/**
 * A preview of the decision on a complete call, by rules, requirements and limits as they were at that moment. Nothing
 * was asked, reserved or recorded, and there is nothing in it to run. Immutable.
 *
 * <p>Not to be implemented by users.
 */
public interface CallPreview {
    /**
     * Returns what would become of the call.
     *
     * @return {@code WILL_RUN}, {@code WILL_ASK}, {@code DENIED} or {@code INVALID}
     */
    ToolCallStream.Status status();

    /** Returns whether the call would run without an approval. A call that would ask may run, too. */
    boolean willRun();

    /**
     * Returns the decision of the tool's rules.
     *
     * @return the decision; empty if the call is invalid
     */
    Optional<RuleDecision> decision();

    /**
     * Returns the denial by a session policy, which an approval may lift if {@link #status} is {@code WILL_ASK}.
     *
     * @return the denial; empty if no policy denies the call
     */
    Optional<PolicyDenial> denial();

    /** Returns why the call is invalid. */
    Optional<ArgumentError> error();

    /**
     * Returns the message that the model would get.
     *
     * @return why the call is denied or invalid; empty if it would run or ask
     */
    String forModel();
}
