package dev.toolpolicy.processor.read;

import com.palantir.javapoet.ClassName;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.processor.mirror.DocComment;
import dev.toolpolicy.processor.mirror.JavaType.Component;
import dev.toolpolicy.processor.mirror.JavaType.RecordShape;
import dev.toolpolicy.processor.mirror.Location;
import dev.toolpolicy.processor.mirror.Names;
import dev.toolpolicy.processor.model.Findings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** The reader of records, component by component. */
final class RecordReader {
    private final Elements elements;
    private final ComponentReader components;

    RecordReader(Elements elements, Types types) {
        this.elements = elements;
        this.components = new ComponentReader(new TypeReader(types, this));
    }

    /**
     * Reads a tool's record.
     *
     * @param earlier the descriptions of an earlier build, for a tool without Javadoc
     * @param broken takes the names of components with errors
     * @return the record with its valid components
     */
    RecordShape readTool(TypeElement record, EarlierDescriptions earlier, Set<String> broken, Findings findings) {
        ClassName type = ClassName.get(record);
        Map<String, Component> read = new LinkedHashMap<>();
        DocComment comment = DocComment.of(elements.getDocComment(record));
        for (RecordComponentElement component : record.getRecordComponents()) {
            Findings own = new Findings();
            Location place = Location.ofComponent(record, component);
            Slot slot =
                    new Slot(type, place, owner(record, component), component.asType(), List.of(type), earlier, own);
            read(component, place, comment, slot, read);
            if (own.hasErrors()) {
                broken.add(Names.ofParameter(component));
            }
            findings.addOfComponents(own);
        }
        return new RecordShape(type, List.copyOf(read.values()));
    }

    /** Returns the places of a record's parameters: the fields of its components. */
    static Map<String, Location> places(TypeElement record) {
        Map<String, Location> places = new HashMap<>();
        record.getRecordComponents()
                .forEach(each -> places.putIfAbsent(Names.ofParameter(each), Location.ofComponent(record, each)));
        return places;
    }

    /** Reads the record of a service's facts. */
    RecordShape readFacts(TypeElement record, Set<String> broken, Findings findings) {
        return readTool(record, EarlierDescriptions.of(record, elements), broken, findings);
    }

    /** Reads a nested record; empty if the record or one of its components is not supported. */
    Optional<RecordShape> readNested(DeclaredType declared, Slot around) {
        TypeElement record = (TypeElement) declared.asElement();
        ClassName type = ClassName.get(record);
        Optional<Diagnostic> unsupported = unsupported(record, type, around);
        if (unsupported.isPresent()) {
            return around.report(unsupported.get());
        }
        List<ClassName> open = new ArrayList<>(around.open());
        open.add(type);
        Map<String, Component> read = new LinkedHashMap<>();
        DocComment comment = DocComment.of(elements.getDocComment(record));
        for (RecordComponentElement component : record.getRecordComponents()) {
            Slot slot = new Slot(
                    around.tool(),
                    around.place(),
                    owner(record, component),
                    component.asType(),
                    open,
                    around.earlier(),
                    around.findings());
            read(component, Location.ofComponent(record, component), comment, slot, read);
        }
        return read.size() == record.getRecordComponents().size()
                ? Optional.of(new RecordShape(type, List.copyOf(read.values())))
                : Optional.empty();
    }

    private static Optional<Diagnostic> unsupported(TypeElement record, ClassName type, Slot slot) {
        if (!record.getTypeParameters().isEmpty()) {
            String why = "but the arguments of a call carry no type arguments";
            String help = "declare a record without type parameters";
            return Optional.of(TypeWords.unsupportedType(slot, why, help));
        }
        if (slot.open().contains(type)) {
            String why = "so " + type.simpleName() + " contains itself, but a schema can't be recursive";
            return Optional.of(TypeWords.unsupportedType(slot, why, "use JsonNode for data of unknown depth"));
        }
        return Access.inaccessible(record, slot);
    }

    /** Reads a component, and adds it by its parameter's name if it is valid. */
    private void read(
            RecordComponentElement component, Location at, DocComment comment, Slot slot, Map<String, Component> read) {
        components.read(component, at.element(), comment, slot).ifPresent(each -> {
            String name = each.parameter().name();
            if (read.putIfAbsent(name, each) != null) {
                slot.report(TypeWords.parameterTwice(slot.owner(), name));
            }
        });
    }

    private static String owner(TypeElement record, RecordComponentElement component) {
        return record.getSimpleName() + "." + component.getSimpleName();
    }
}
