package dev.toolpolicy.test.policy.internal.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.PolicyProblem;
import java.util.Optional;

/**
 * One call of a test. Immutable; its trees are not changed.
 *
 * @param place where the call stands
 * @param tool the tool's name
 * @param arguments the arguments: an object, or a text that a model might have written
 * @param facts the facts that are known for the call; empty if nothing is said about them
 * @param expected the expected decision; empty for a call that only has to run
 * @param outcome what becomes of the call if it may run
 * @param result what a success returns, an object or a list; empty for a text without values
 */
public record TestStep(
        PolicyProblem.Place place,
        String tool,
        JsonNode arguments,
        Optional<ObjectNode> facts,
        Optional<Expectation> expected,
        Outcome outcome,
        Optional<JsonNode> result) {

    /** The outcome of a call. */
    public enum Outcome {
        /** It is decided, and doesn't run. */
        NONE,
        /** It runs if it is allowed, and succeeds; if it needs an approval, it is not approved. */
        SUCCESS_IF_ALLOWED,
        /** It runs, after an approval if it needs one, and succeeds. */
        SUCCESS,
        /** It runs, after an approval if it needs one, and fails. */
        FAILURE
    }

    /** Returns whether the call runs in a test that passes. */
    public boolean runs() {
        return switch (outcome) {
            case NONE -> false;
            case SUCCESS_IF_ALLOWED ->
                expected.filter(each -> each.verdict() != Verdict.ALLOW).isEmpty();
            case SUCCESS, FAILURE -> true;
        };
    }

    /** Returns the text of the arguments as a model writes it. */
    public String text() {
        return arguments.isTextual() ? arguments.textValue() : arguments.toString();
    }
}
