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
 * A tool declared in code or at run time rather than as a record: its handler gets the arguments as they are.
 * Immutable.
 */
public final class DeclaredTool implements ToolSpec<ObjectNode> {
    private final String name;
    private final ToolSchema schema;
    private final String description;
    private final @Nullable RuleList run;
    private final @Nullable RuleList result;
    private final List<Requirement> requirements;

    private DeclaredTool(
            String name,
            ToolSchema schema,
            String description,
            @Nullable RuleList run,
            @Nullable RuleList result,
            List<Requirement> requirements) {
        this.name = name;
        this.schema = schema;
        this.description = description;
        this.run = run;
        this.result = result;
        this.requirements = requirements;
    }

    /**
     * A tool without rules and requirements.
     *
     * @param name its name to models, not empty
     * @param schema its parameters
     * @return the tool
     * @throws IllegalArgumentException if the name is empty
     */
    public static DeclaredTool of(String name, ToolSchema schema) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a tool's name is never empty");
        }
        return new DeclaredTool(name, Objects.requireNonNull(schema, "schema"), "", null, null, List.of());
    }

    /**
     * This tool with a description for models.
     *
     * @param text the description
     * @return the changed tool
     */
    public DeclaredTool describedAs(String text) {
        return new DeclaredTool(name, schema, Objects.requireNonNull(text, "text"), run, result, requirements);
    }

    /**
     * This tool with rules on how a call may run.
     *
     * @param rules the rules, in place of earlier ones
     * @return the changed tool
     */
    public DeclaredTool withRun(RuleList rules) {
        return new DeclaredTool(
                name, schema, description, Objects.requireNonNull(rules, "rules"), result, requirements);
    }

    /**
     * This tool with rules on how a result is delivered.
     *
     * @param rules the rules, in place of earlier ones
     * @return the changed tool
     */
    public DeclaredTool withResult(RuleList rules) {
        return new DeclaredTool(name, schema, description, run, Objects.requireNonNull(rules, "rules"), requirements);
    }

    /**
     * This tool with one more requirement.
     *
     * @param requirement what must have succeeded before
     * @return the changed tool
     */
    public DeclaredTool requiring(Requirement requirement) {
        List<Requirement> more = new ArrayList<>(requirements);
        more.add(Objects.requireNonNull(requirement, "requirement"));
        return new DeclaredTool(name, schema, description, run, result, List.copyOf(more));
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
    public ObjectNode bind(ObjectNode arguments) {
        return arguments.deepCopy();
    }

    @Override
    public String toString() {
        return name;
    }
}
