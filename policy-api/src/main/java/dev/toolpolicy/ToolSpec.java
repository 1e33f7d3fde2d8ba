package dev.toolpolicy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.ArgumentException;
import dev.toolpolicy.schema.JsonSchemaWriter;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Optional;

/**
 * One tool that a model can call: its name, parameters, rules and how its arguments become the value that its handler
 * gets. The annotation processor generates one for each record with {@code @Tool}; {@link DeclaredTool} is one made in
 * code. Implementations are immutable and used from any thread.
 *
 * @param <T> what a handler gets: the tool's record, or the arguments as they are
 */
public interface ToolSpec<T> {

    /**
     * The tool's name to models.
     *
     * @return the name, not empty
     */
    String name();

    /**
     * What the tool does, for models.
     *
     * @return the description, possibly empty
     */
    String description();

    /**
     * The tool's parameters.
     *
     * @return the schema
     */
    ToolSchema schema();

    /**
     * The schema as JSON Schema text for models (draft 2020-12).
     *
     * @return a JSON object
     */
    default String jsonSchema() {
        return JsonSchemaWriter.write(schema()).toString();
    }

    /**
     * How a call may run.
     *
     * @return the rules, or empty if the tool has none of its own
     */
    Optional<RuleList> run();

    /**
     * How a result is delivered.
     *
     * @return the rules, or empty if the tool has none of its own
     */
    Optional<RuleList> result();

    /**
     * What must have succeeded before.
     *
     * @return the requirements, all of which must be met
     */
    List<Requirement> requirements();

    /**
     * Makes what the handler gets from a call's arguments.
     *
     * @param arguments schema-valid arguments with their defaults; not changed
     * @return the value, never null
     * @throws ArgumentException if a value can't be represented, such as a path that the system doesn't take
     */
    T bind(ObjectNode arguments);
}
