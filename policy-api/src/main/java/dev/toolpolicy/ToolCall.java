package dev.toolpolicy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.json.JsonEquality;
import dev.toolpolicy.internal.text.VisibleText;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One call of a tool, as policies see it. Immutable: arguments and facts are copied in and out.
 *
 * <p>While the arguments still stream, they are the top-level parameters that are complete. Just before the call runs
 * they are all there, with defaults.
 */
public final class ToolCall {
    private final String id;
    private final String tool;
    private final ObjectNode arguments;
    private final ObjectNode facts;
    private final Set<String> rules;

    /**
     * Creates a call about which no facts are known.
     *
     * @param id the provider's id of the call, possibly empty
     * @param tool the tool's name
     * @param arguments the arguments
     */
    public ToolCall(String id, String tool, ObjectNode arguments) {
        this(id, tool, arguments.deepCopy(), JsonNodeFactory.instance.objectNode(), Set.of());
    }

    private ToolCall(String id, String tool, ObjectNode arguments, ObjectNode facts, Set<String> rules) {
        this.id = Objects.requireNonNull(id, "id");
        this.tool = Objects.requireNonNull(tool, "tool");
        this.arguments = arguments;
        this.facts = facts;
        this.rules = rules;
    }

    /**
     * Sets the declared facts that the service gave for the call.
     *
     * @param known the facts by name
     * @return a copy with these facts
     */
    public ToolCall withFacts(ObjectNode known) {
        return new ToolCall(id, tool, arguments, known.deepCopy(), rules);
    }

    /**
     * Sets the names of the run rules by which limits count the call.
     *
     * @param names the names
     * @return a copy with these rules
     */
    public ToolCall withRules(Collection<String> names) {
        return new ToolCall(id, tool, arguments, facts, Collections.unmodifiableSet(new LinkedHashSet<>(names)));
    }

    /**
     * Returns the provider's id of the call.
     *
     * @return the id, possibly empty, not always unique
     */
    public String id() {
        return id;
    }

    /**
     * Returns the tool's name.
     *
     * @return the name as the model sees it
     */
    public String tool() {
        return tool;
    }

    /**
     * Returns the arguments.
     *
     * @return a copy
     */
    public ObjectNode arguments() {
        return arguments.deepCopy();
    }

    /**
     * Returns the declared facts that the service gave for the call, such as the role of the caller. They are known when a
     * call is previewed and checked, and no longer when its outcome is told on another node.
     *
     * @return a copy; empty if none is known
     */
    public ObjectNode facts() {
        return facts.deepCopy();
    }

    /**
     * Returns the names of the run rules by which limits count the call. They are known when all arguments are: of the
     * tool's list and of each floor, the rule that decides, even if another list is stricter or a path needs approval, or
     * the rule that needs approval since it can't be read. In a session from before a reload, they contain rules of the
     * tool that are gone since.
     *
     * @return the names, unmodifiable; empty if none of these rules has a name
     */
    public Set<String> rules() {
        return rules;
    }

    /** Returns whether this is the same call: id, tool and arguments are equal, numbers by value; what else is known doesn't matter. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ToolCall that
                && id.equals(that.id)
                && tool.equals(that.tool)
                && JsonEquality.equal(arguments, that.arguments);
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, tool, JsonEquality.canonicalText(arguments));
    }

    /**
     * Returns the tool's name and the call's id, for logs. Both come from a model or provider, so they are cut and put
     * on one line.
     */
    @Override
    public String toString() {
        return VisibleText.line(tool, VisibleText.NAME) + "#" + VisibleText.line(id, VisibleText.NAME);
    }
}
