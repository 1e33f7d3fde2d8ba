package dev.toolpolicy.processor.read;

import com.palantir.javapoet.ClassName;
import dev.toolpolicy.annotation.Tool;
import dev.toolpolicy.processor.host.Host;
import dev.toolpolicy.processor.mirror.AnnotationView;
import dev.toolpolicy.processor.mirror.DocComment;
import dev.toolpolicy.processor.mirror.JavaType.RecordShape;
import dev.toolpolicy.processor.mirror.Location;
import dev.toolpolicy.processor.mirror.Names;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.PolicyDeclaration;
import dev.toolpolicy.processor.model.ToolDeclaration;
import dev.toolpolicy.processor.model.ToolElement;
import dev.toolpolicy.schema.ToolSchema;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** The reader of tools: records with {@code @Tool}, and methods that a framework calls. */
public final class ToolReader {
    private final Elements elements;
    private final RecordReader records;
    private final PolicyReader policies;

    public ToolReader(Elements elements, Types types) {
        this.elements = elements;
        this.records = new RecordReader(elements, types);
        this.policies = new PolicyReader(records);
    }

    /**
     * Reads a tool.
     *
     * @param source the tool's type or method
     * @param findings takes the problems, in source order
     * @return the tool, even if it has errors; empty if its type is not a record
     */
    public Optional<ToolDeclaration> read(ToolElement source, Findings findings) {
        ExecutableElement method = source.method();
        Host host = source.host();
        if (method != null && host != null) {
            return Optional.of(new MethodReader(policies, source, method, host, findings).read());
        }
        TypeElement type = source.type();
        if (type.getKind() != ElementKind.RECORD) {
            findings.add(
                    ToolWords.notARecord(type.getSimpleName().toString(), kind(type), example(type)),
                    Location.of(type));
            return Optional.empty();
        }
        return Optional.of(readRecord(source, findings));
    }

    private ToolDeclaration readRecord(ToolElement source, Findings findings) {
        TypeElement type = source.type();
        AnnotationView tool = AnnotationView.find(type, Tool.class).orElseThrow();
        checkType(type, findings);
        String name = checkedName(tool, type, findings);
        Set<String> broken = new HashSet<>();
        // One message is enough: type variables as parameter types are not reported again.
        boolean generic = !type.getTypeParameters().isEmpty();
        PolicyDeclaration policy = policies.read(type, findings);
        EarlierDescriptions earlier = EarlierDescriptions.of(type, elements);
        RecordShape shape = records.readTool(type, earlier, broken, generic ? new Findings() : findings);
        ToolSchema schema = new ToolSchema(shape.schema());
        PathMarks.checkPaths(schema, policy.paths(), broken, findings);
        return new ToolDeclaration(
                source,
                tool.place("name"),
                name,
                description(tool, type, earlier),
                Access.isPublic(type),
                schema,
                RecordReader.places(type),
                Optional.of(shape),
                Set.copyOf(broken),
                policy);
    }

    private static void checkType(TypeElement type, Findings findings) {
        if (!type.getTypeParameters().isEmpty()) {
            String parameters = type.getTypeParameters().stream()
                    .map(parameter -> parameter.getSimpleName().toString())
                    .collect(Collectors.joining(", ", "<", ">"));
            findings.add(ToolWords.genericTool(type.getSimpleName().toString(), parameters), Location.of(type));
        }
        if (ClassName.get(type).packageName().isEmpty()) {
            findings.add(ToolWords.noPackage(type.getSimpleName().toString()), Location.of(type));
        }
        Access.privatePart(type)
                .ifPresent(hidden -> findings.add(
                        ToolWords.inaccessible(
                                type.getSimpleName().toString(),
                                hidden.getSimpleName().toString()),
                        Location.of(type)));
    }

    private static String checkedName(AnnotationView tool, TypeElement type, Findings findings) {
        String name = Names.ofTool(type);
        if (!Names.isToolName(name)) {
            findings.add(ToolWords.toolName(name, Names.corrected(name)), tool.place("name"));
        }
        return name;
    }

    private String description(AnnotationView tool, TypeElement type, EarlierDescriptions earlier) {
        return tool.text("description")
                .filter(given -> !given.isEmpty())
                .or(() ->
                        Optional.of(DocComment.of(elements.getDocComment(type)).description()))
                .filter(found -> !found.isEmpty())
                .orElse(earlier.ofTool());
    }

    private static String kind(TypeElement type) {
        return switch (type.getKind()) {
            case INTERFACE -> "an interface";
            case ENUM -> "an enum";
            case ANNOTATION_TYPE -> "an annotation";
            default -> "a class";
        };
    }

    /** Returns a record with the fields of a class as its components; empty for other types. */
    private static String example(TypeElement type) {
        if (type.getKind() != ElementKind.CLASS) {
            return "";
        }
        String components = ElementFilter.fieldsIn(type.getEnclosedElements()).stream()
                .filter(field -> !field.getModifiers().contains(Modifier.STATIC))
                .map(field -> Names.simple(field.asType()) + " " + field.getSimpleName())
                .collect(Collectors.joining(", "));
        return "record " + type.getSimpleName() + "(" + components + ") {}";
    }
}
