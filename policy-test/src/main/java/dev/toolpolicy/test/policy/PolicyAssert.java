package dev.toolpolicy.test.policy;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.internal.run.ArgumentText;
import dev.toolpolicy.test.policy.internal.run.Calls;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Assertions in one session: the calls that were made, and the call that is asked about. Each method that says what
 * happened changes the session and returns this object. Not thread-safe.
 */
public final class PolicyAssert {
    private final PolicyEngine engine;
    private final PolicySession session;
    private final @Nullable Object facts;

    private PolicyAssert(PolicyEngine engine, PolicySession session, @Nullable Object facts) {
        this.engine = engine;
        this.session = session;
        this.facts = facts;
    }

    static PolicyAssert in(PolicyEngine engine) {
        return new PolicyAssert(engine, engine.newSession(), null);
    }

    /**
     * Sets what the service knows about the calls that follow. Replaces earlier facts.
     *
     * @param known a record, a map, a tree of Jackson 2 or JSON text with declared facts
     * @return assertions about calls with these facts, in the same session
     */
    public PolicyAssert withFacts(Object known) {
        return new PolicyAssert(engine, session, known);
    }

    /**
     * Adds labels to the session, of text that reached the model by another way than results, such as a document.
     *
     * @param labels the labels, such as {@code untrusted}
     * @return this object
     * @throws IllegalArgumentException if a label isn't one
     */
    public PolicyAssert addLabels(String... labels) {
        session.addLabels(labels);
        return this;
    }

    /**
     * Adds what the user's own words name to the set {@code request}.
     *
     * @param parts the message, in one or several parts
     * @return this object
     */
    public PolicyAssert afterUserMessage(String... parts) {
        session.userMessage(parts);
        return this;
    }

    /**
     * Runs a call that succeeds, after an approval if it needs one.
     *
     * @param tool the tool's name
     * @param arguments JSON text, a tree of Jackson 2, a map or a record
     * @return this object
     * @throws AssertionError if the call doesn't run
     */
    public PolicyAssert after(String tool, Object arguments) {
        return ran(tool, arguments, Calls.outcome(true, Optional.empty()));
    }

    /**
     * Runs a call that succeeds and returns something, after an approval if it needs one. Values of the result join the
     * session's sets, as {@code [results]} says.
     *
     * @param tool the tool's name
     * @param arguments JSON text, a tree of Jackson 2, a map or a record
     * @param result JSON text, a tree of Jackson 2, a map or a record
     * @return this object
     * @throws AssertionError if the call doesn't run
     */
    public PolicyAssert after(String tool, Object arguments, Object result) {
        return ran(tool, arguments, Calls.outcome(true, Optional.of(TextNode.valueOf(ArgumentText.of(result)))));
    }

    /**
     * Runs a call that fails, after an approval if it needs one.
     *
     * @param tool the tool's name
     * @param arguments JSON text, a tree of Jackson 2, a map or a record
     * @return this object
     * @throws AssertionError if the call doesn't run
     */
    public PolicyAssert afterFailure(String tool, Object arguments) {
        return ran(tool, arguments, Calls.outcome(false, Optional.empty()));
    }

    private PolicyAssert ran(String tool, Object arguments, ToolResult outcome) {
        Optional<String> why = Calls.run(known(), tool, arguments, outcome);
        if (why.isPresent()) {
            throw new AssertionError(tool + " must run before the next call, and it was " + why.get());
        }
        return this;
    }

    /**
     * Asks for the decision on a call. The call doesn't run.
     *
     * @param tool the tool's name
     * @param arguments JSON text, a tree of Jackson 2, a map or a record
     * @return assertions about the decision
     */
    public CallAssert call(String tool, Object arguments) {
        return CallAssert.of(this, tool, arguments);
    }

    PolicyEngine engine() {
        return engine;
    }

    /** Returns the session with the facts of this object. */
    PolicySession known() {
        return facts == null ? session : session.withFacts(facts);
    }
}
