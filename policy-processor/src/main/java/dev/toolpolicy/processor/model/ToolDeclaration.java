package dev.toolpolicy.processor.model;

import com.palantir.javapoet.ClassName;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.processor.mirror.JavaType.RecordShape;
import dev.toolpolicy.processor.mirror.Names;
import dev.toolpolicy.processor.mirror.Place;
import dev.toolpolicy.schema.ToolSchema;
import java.util.Set;
import javax.lang.model.element.TypeElement;

/**
 * A tool as declared.
 *
 * @param place the record
 * @param namePlace the place of the name in {@code @Tool}, or of the annotation
 * @param name the name that models see
 * @param description the description that models see
 * @param isPublic whether the record and its enclosing types are public
 * @param shape the record, with the components that are valid parameters
 * @param broken the names of parameters with errors; rules about them can't be checked
 * @param policy the policy; {@link PolicyDeclaration#NONE} for a tool without one
 */
public record ToolDeclaration(
        Place place,
        Place namePlace,
        String name,
        String description,
        boolean isPublic,
        RecordShape shape,
        Set<String> broken,
        PolicyDeclaration policy) {

    public ToolSchema schema() {
        return new ToolSchema(shape.schema());
    }

    /** Returns what the tool's rules can look at. */
    public RuleScope scope() {
        return new RuleScope(schema(), policy.facts().schema(), PathReading.PLAIN);
    }

    /** Returns the place of a parameter's component. */
    public Place placeOf(String parameter) {
        TypeElement record = (TypeElement) place.element();
        return record.getRecordComponents().stream()
                .filter(component -> Names.ofParameter(component).equals(parameter))
                .map(component -> Place.ofComponent(record, component))
                .findFirst()
                .orElse(place);
    }

    /** Returns the name of the tool's definition. */
    public ClassName generated() {
        return GeneratedNames.definition(shape.type());
    }
}
