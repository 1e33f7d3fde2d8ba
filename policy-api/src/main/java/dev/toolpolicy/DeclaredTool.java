package dev.toolpolicy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A tool declared in code or at run time rather than as a record. Its handler gets the arguments as a JSON object.
 * Immutable.
 *
 * @param name the name that models see, not empty
 * @param schema the parameters
 * @param description the description that models see
 * @param run the rules that decide whether a call may run
 * @param result the rules that decide whether a result is delivered
 * @param requirements the tools that must have succeeded first
 * @param limits the limits of this tool's calls in a session
 */
public record DeclaredTool(
        String name,
        ToolSchema schema,
        String description,
        Optional<RuleList> run,
        Optional<RuleList> result,
        List<Requirement> requirements,
        List<CallLimit> limits)
        implements ToolSpec<ObjectNode> {
    /** Checks and copies the components. */
    public DeclaredTool {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("tool name must not be empty");
        }
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(description, "description");
        requirements = List.copyOf(requirements);
        limits = List.copyOf(limits);
    }

    /**
     * Creates a tool without rules and requirements.
     *
     * @param name the name that models see, not empty
     * @param schema the parameters
     * @throws IllegalArgumentException if the name is empty
     */
    public static DeclaredTool of(String name, ToolSchema schema) {
        return new DeclaredTool(name, schema, "", Optional.empty(), Optional.empty(), List.of(), List.of());
    }

    /**
     * Sets the description that models see.
     *
     * @return a copy with this description
     */
    public DeclaredTool describedAs(String description) {
        return new DeclaredTool(name, schema, description, run, result, requirements, limits);
    }

    /**
     * Sets the rules that decide whether a call may run. They replace earlier ones.
     *
     * @param rules the rules, in order
     * @return a copy with these rules
     */
    public DeclaredTool withRun(RuleList rules) {
        return new DeclaredTool(name, schema, description, Optional.of(rules), result, requirements, limits);
    }

    /**
     * Sets the rules that decide whether a result is delivered. They replace earlier ones.
     *
     * @param rules the rules, in order
     * @return a copy with these rules
     */
    public DeclaredTool withResult(RuleList rules) {
        return new DeclaredTool(name, schema, description, run, Optional.of(rules), requirements, limits);
    }

    /**
     * Adds a requirement. All requirements of a tool must be met.
     *
     * @param requirement the tools that must have succeeded first
     * @return a copy with one more requirement
     */
    public DeclaredTool requiring(Requirement requirement) {
        List<Requirement> more = new ArrayList<>(requirements);
        more.add(requirement);
        return new DeclaredTool(name, schema, description, run, result, more, limits);
    }

    /**
     * Sets the limits of this tool's calls in a session. They replace earlier ones.
     *
     * @param limits the limits, all of which apply
     * @return a copy with these limits
     */
    public DeclaredTool withLimits(CallLimit... limits) {
        return new DeclaredTool(name, schema, description, run, result, requirements, List.of(limits));
    }

    @Override
    public ObjectNode bind(ObjectNode arguments) {
        return arguments.deepCopy();
    }

    @Override
    public String toString() {
        return name;
    }
}
