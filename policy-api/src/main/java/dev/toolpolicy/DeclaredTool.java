package dev.toolpolicy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A tool declared in code or at run time rather than as a record. Its handler gets the arguments as a JSON object.
 * Immutable.
 */
public final class DeclaredTool implements ToolSpec<ObjectNode> {
    private final String name;
    private final ToolSchema schema;
    private final String description;
    private final @Nullable RuleList run;
    private final @Nullable RuleList result;
    private final List<Requirement> requirements;
    private final List<CallLimit> limits;

    private DeclaredTool(
            String name,
            ToolSchema schema,
            String description,
            @Nullable RuleList run,
            @Nullable RuleList result,
            List<Requirement> requirements,
            List<CallLimit> limits) {
        this.name = name;
        this.schema = schema;
        this.description = description;
        this.run = run;
        this.result = result;
        this.requirements = requirements;
        this.limits = limits;
    }

    /**
     * Creates a tool without rules and requirements.
     *
     * @param name the name that models see, not empty
     * @param schema the parameters
     * @throws IllegalArgumentException if the name is empty
     */
    public static DeclaredTool of(String name, ToolSchema schema) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("tool name must not be empty");
        }
        return new DeclaredTool(name, Objects.requireNonNull(schema, "schema"), "", null, null, List.of(), List.of());
    }

    /**
     * Sets the description that models see.
     *
     * @return a copy with this description
     */
    public DeclaredTool describedAs(String description) {
        return new DeclaredTool(
                name, schema, Objects.requireNonNull(description, "description"), run, result, requirements, limits);
    }

    /**
     * Sets the rules that decide whether a call may run. They replace earlier ones.
     *
     * @param rules the rules, in order
     * @return a copy with these rules
     */
    public DeclaredTool withRun(RuleList rules) {
        return new DeclaredTool(
                name, schema, description, Objects.requireNonNull(rules, "rules"), result, requirements, limits);
    }

    /**
     * Sets the rules that decide whether a result is delivered. They replace earlier ones.
     *
     * @param rules the rules, in order
     * @return a copy with these rules
     */
    public DeclaredTool withResult(RuleList rules) {
        return new DeclaredTool(
                name, schema, description, run, Objects.requireNonNull(rules, "rules"), requirements, limits);
    }

    /**
     * Adds a requirement. All requirements of a tool must be met.
     *
     * @param requirement the tools that must have succeeded first
     * @return a copy with one more requirement
     */
    public DeclaredTool requiring(Requirement requirement) {
        List<Requirement> more = new ArrayList<>(requirements);
        more.add(Objects.requireNonNull(requirement, "requirement"));
        return new DeclaredTool(name, schema, description, run, result, List.copyOf(more), limits);
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
    public String name() {
        return name;
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public ToolSchema schema() {
        return schema;
    }

    @Override
    public Optional<RuleList> run() {
        return Optional.ofNullable(run);
    }

    @Override
    public Optional<RuleList> result() {
        return Optional.ofNullable(result);
    }

    @Override
    public List<Requirement> requirements() {
        return requirements;
    }

    @Override
    public List<CallLimit> limits() {
        return limits;
    }

    @Override
    public ObjectNode bind(ObjectNode arguments) {
        return arguments.deepCopy();
    }

    private List<Object> parts() {
        return List.of(name, schema, description, run(), result(), requirements, limits);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DeclaredTool that && parts().equals(that.parts());
    }

    @Override
    public int hashCode() {
        return parts().hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
