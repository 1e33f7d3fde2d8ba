package dev.toolpolicy.processor.model;

import com.palantir.javapoet.ClassName;
import dev.toolpolicy.processor.mirror.JavaType.RecordShape;
import dev.toolpolicy.processor.mirror.Names;
import dev.toolpolicy.processor.mirror.Place;
import dev.toolpolicy.schema.ToolSchema;
import java.util.Set;
import javax.lang.model.element.TypeElement;

/**
 * A tool as it is declared.
 *
 * @param place the record
 * @param namePlace its name in {@code @Tool}, or the annotation
 * @param name its name to models
 * @param description what it does
 * @param isPublic whether the record and all around it are public
 * @param shape the record with those components that can be parameters
 * @param broken the names of parameters with errors, of which rules can't be judged
 * @param policy its policy, empty if it has none
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

    /** The component that is a parameter. */
    public Place placeOf(String parameter) {
        TypeElement record = (TypeElement) place.element();
        return record.getRecordComponents().stream()
                .filter(component -> Names.ofParameter(component).equals(parameter))
                .map(component -> Place.ofComponent(record, component))
                .findFirst()
                .orElse(place);
    }

    /** The class that is generated for it. */
    public ClassName generated() {
        return GeneratedNames.definition(shape.type());
    }
}
