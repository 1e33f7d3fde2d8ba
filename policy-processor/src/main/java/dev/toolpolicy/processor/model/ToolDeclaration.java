package dev.toolpolicy.processor.model;

import com.palantir.javapoet.ClassName;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.processor.mirror.JavaType.RecordShape;
import dev.toolpolicy.processor.mirror.Location;
import dev.toolpolicy.schema.ToolSchema;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A tool as declared.
 *
 * @param source the record or the method
 * @param namePlace the place of the name in {@code @Tool}, or of the annotation
 * @param name the name that models see
 * @param description the description that models see
 * @param isPublic whether code anywhere can use the types that the definition mentions
 * @param schema the valid parameters
 * @param places the places of the parameters, by their names in JSON
 * @param shape the record, with the components that are valid parameters; empty for a method, whose framework binds
 *     arguments itself
 * @param broken the names of parameters with errors; rules about them can't be checked
 * @param policy the policy; {@link PolicyDeclaration#NONE} for a tool without one
 */
public record ToolDeclaration(
        ToolElement source,
        Location namePlace,
        String name,
        String description,
        boolean isPublic,
        ToolSchema schema,
        Map<String, Location> places,
        Optional<RecordShape> shape,
        Set<String> broken,
        PolicyDeclaration policy) {

    /** Returns what the tool's rules can look at. */
    public RuleScope scope() {
        return new RuleScope(schema, policy.facts().schema(), PathReading.PLAIN);
    }

    /** Returns the place of a parameter: a component, or a parameter of the method. */
    public Location placeOf(String parameter) {
        return places.getOrDefault(parameter, Location.of(source.element()));
    }

    /** Returns the name of the tool's definition. */
    public ClassName generated() {
        return source.definition();
    }
}
