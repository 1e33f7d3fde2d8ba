package dev.toolpolicy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.ArgumentException;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Optional;

/**
 * One tool that a model can call: its name, parameters, rules, and the conversion of its arguments to the value that
 * its handler gets. The annotation processor generates one for each record with {@code @Tool}; {@link DeclaredTool} is
 * one made in code. Implementations are immutable and safe for use from any thread.
 *
 * @param <T> the type that a handler gets: the tool's record, or a JSON object
 */
public interface ToolSpec<T> {

    /**
     * Returns the name that models see.
     *
     * @return the name, not empty
     */
    String name();

    /**
     * Returns the description that models see.
     *
     * @return the description, possibly empty
     */
    String description();

    /**
     * Returns the tool's parameters.
     *
     * @return the schema of the arguments
     */
    ToolSchema schema();

    /**
     * Returns the parameters as JSON Schema (draft 2020-12), for models.
     *
     * @return the text of a JSON object
     */
    default String jsonSchema() {
        return schema().toJson().toString();
    }

    /**
     * Returns the facts that the service knows and the tool's rules look at, such as the role of the caller.
     *
     * @return the declared facts; an empty schema if there are none
     */
    default ToolSchema facts() {
        return ToolSchema.of();
    }

    /**
     * Returns whether the compiler has checked a rule list and found nothing, so that an engine need not check it again.
     * Only generated definitions say so: of their own lists, for their own parameters and facts.
     *
     * @param rules the list, as the definition returned it
     * @param parameters the parameters that the list is used with
     * @param edition the engine's edition of the check; another edition may find more
     * @return false for every definition that isn't generated
     */
    default boolean isChecked(RuleList rules, ToolSchema parameters, int edition) {
        return false;
    }

    /**
     * Returns one of the tool's lists.
     *
     * @param list which
     * @return the rules, or empty if the tool has none of its own
     */
    default Optional<RuleList> rules(ListKind list) {
        return list == ListKind.RUN ? run() : result();
    }

    /**
     * Returns the rules that decide whether a call may run.
     *
     * @return the rules, or empty if the tool has none of its own
     */
    Optional<RuleList> run();

    /**
     * Returns the rules that decide whether a result is delivered.
     *
     * @return the rules, or empty if the tool has none of its own
     */
    Optional<RuleList> result();

    /**
     * Returns the tools that must have succeeded before a call may run.
     *
     * @return the requirements, all of which must be met
     */
    List<Requirement> requirements();

    /**
     * Returns the limits of the tool's calls in a session.
     *
     * @return the limits, all of which apply; by default none
     */
    default List<CallLimit> limits() {
        return List.of();
    }

    /**
     * Returns what the tool's results bring into a session: labels and values of sets. The first entry whose conditions
     * hold counts.
     *
     * @return the entries, of which the last has no condition; none if the tool says nothing, and its text counts as
     *     that of a stranger
     */
    default List<ResultSpec> results() {
        return List.of();
    }

    /**
     * Returns the method that a host calls, for a tool whose policy stands on it. An adapter compares what was checked
     * with what the host describes to models, and refuses the tool if they differ.
     *
     * @return the class and the method, {@code demo.Notes#read}, or {@code demo.Notes#read#2} for the second tool among
     *     methods of this name; empty for all other tools
     */
    default Optional<String> hostMethod() {
        return Optional.empty();
    }

    /**
     * Converts a call's arguments to the value that the handler gets.
     *
     * @param arguments schema-valid arguments with their defaults; not modified
     * @return the value, never null
     * @throws ArgumentException if a value can't be represented, such as a path that the system doesn't accept
     */
    T bind(ObjectNode arguments);
}
