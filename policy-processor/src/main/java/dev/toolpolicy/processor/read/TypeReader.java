package dev.toolpolicy.processor.read;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.TypeName;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.processor.mirror.AnnotationView;
import dev.toolpolicy.processor.mirror.JavaType;
import dev.toolpolicy.processor.mirror.Names;
import dev.toolpolicy.processor.mirror.Nullness;
import dev.toolpolicy.processor.mirror.UndefinedException;
import dev.toolpolicy.schema.ParameterType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;

/** The reader of Java types as parameter types. */
record TypeReader(Types types, RecordReader records) {
    private static final Map<String, JavaType.Scalar> CLASSES = Map.ofEntries(
            Map.entry("java.lang.String", new JavaType.Scalar(ParameterType.string(), "text")),
            Map.entry("java.net.URI", new JavaType.Scalar(ParameterType.string(), "uri")),
            Map.entry("java.nio.file.Path", new JavaType.Scalar(ParameterType.path(), "path")),
            Map.entry("java.math.BigInteger", new JavaType.Scalar(ParameterType.integer(), "bigInteger")),
            Map.entry("java.math.BigDecimal", new JavaType.Scalar(ParameterType.number(), "decimal")),
            Map.entry("com.fasterxml.jackson.databind.JsonNode", new JavaType.Scalar(ParameterType.any(), "json")));

    /** The deepest nesting of collections: each level is one lambda inside another in generated code. */
    private static final int DEEPEST = 16;
    /** The largest number of constants of an enum: a method in a class file holds 64 KiB. */
    private static final int MOST_CONSTANTS = 1_000;

    /**
     * Reads a type.
     *
     * @return the type; empty if it is not supported, which is then among the slot's findings
     * @throws UndefinedException if the type is undefined
     */
    Optional<JavaType> read(TypeMirror type, Slot slot) {
        return isTooDeep(type) ? slot.report(TypeWords.tooDeep(slot, DEEPEST)) : readAny(type, slot);
    }

    /** Returns whether collections are nested too deep. Collections in nested records are counted separately. */
    private static boolean isTooDeep(TypeMirror type) {
        TypeMirror part = type;
        for (int depth = 0; depth <= DEEPEST; depth++) {
            if (part instanceof ArrayType array) {
                part = array.getComponentType();
            } else if (part instanceof DeclaredType declared
                    && !declared.getTypeArguments().isEmpty()) {
                part = declared.getTypeArguments()
                        .get(declared.getTypeArguments().size() - 1);
            } else {
                return false;
            }
        }
        return true;
    }

    private Optional<JavaType> readAny(TypeMirror type, Slot slot) {
        if (type.getKind() == TypeKind.ERROR) {
            throw new UndefinedException();
        } else if (type instanceof ArrayType array) {
            return readArray(array, slot);
        } else if (type instanceof DeclaredType declared) {
            return readDeclared(declared, slot);
        }
        Optional<JavaType> primitive = JavaType.primitive(type.getKind());
        return primitive.isPresent() ? primitive : unsupported(type, slot);
    }

    private Optional<JavaType> readDeclared(DeclaredType type, Slot slot) {
        TypeElement element = (TypeElement) type.asElement();
        String name = element.getQualifiedName().toString();
        JavaType scalar = CLASSES.get(name);
        if (scalar != null) {
            return Optional.of(scalar);
        }
        List<? extends TypeMirror> arguments = type.getTypeArguments();
        if ((name.equals("java.util.List") || name.equals("java.util.Set")) && arguments.size() == 1) {
            String reader = name.equals("java.util.List") ? "list" : "set";
            return readElement(arguments.get(0), slot)
                    .map(each -> new JavaType.Container(ParameterType.arrayOf(each.schema()), reader, each));
        } else if (name.equals("java.util.Map") && arguments.size() == 2) {
            return readMap(type, slot);
        } else if (element.getKind() == ElementKind.ENUM) {
            return readEnum(element, slot);
        } else if (element.getKind() == ElementKind.RECORD) {
            return records.readNested(type, slot).map(shape -> shape);
        } else if (TypeAdvice.isRaw(type)) {
            String example = "<"
                    + String.join(
                            ", ",
                            Collections.nCopies(element.getTypeParameters().size(), "String")) + ">";
            return slot.report(TypeWords.rawType(slot, Names.simple(type), example));
        }
        return JavaType.unboxed(type, types).or(() -> unsupported(type, slot));
    }

    /** Reads the type of elements, which are never null in a call. */
    private Optional<JavaType> readElement(TypeMirror type, Slot slot) {
        return Nullness.isNullable(type)
                ? slot.report(TypeWords.nullElements(slot, Names.simple(type)))
                : read(type, slot);
    }

    private Optional<JavaType> readMap(DeclaredType type, Slot slot) {
        if (!Names.qualified(type.getTypeArguments().get(0)).equals("java.lang.String")) {
            String help = "write Map<String, "
                    + Names.simple(type.getTypeArguments().get(1)) + "> instead of " + Names.simple(type);
            return slot.report(TypeWords.unsupportedType(slot, "but the keys of a JSON object are strings", help));
        }
        return readElement(type.getTypeArguments().get(1), slot)
                .map(each -> new JavaType.Container(ParameterType.mapOf(each.schema()), "map", each));
    }

    private Optional<JavaType> readArray(ArrayType type, Slot slot) {
        TypeMirror component = type.getComponentType();
        boolean generic = component instanceof DeclaredType declared
                && !declared.getTypeArguments().isEmpty();
        boolean streamless = component.getKind().isPrimitive() && !JavaType.Array.isStreamed(TypeName.get(component));
        if (generic || streamless) {
            return slot.report(
                    generic
                            ? TypeWords.genericArray(slot, Names.simple(type), Names.simple(component))
                            : TypeWords.primitiveArray(
                                    slot, Names.simple(type), TypeAdvice.insteadOf(type, component.getKind())));
        }
        if (Nullness.isNullable(component)) {
            return slot.report(TypeWords.nullElements(slot, Names.simple(component))
                    .withNote("write an optional array as " + Names.simple(component) + " @Nullable []"));
        }
        return read(component, slot).map(each -> new JavaType.Array(each, TypeName.get(types.erasure(component))));
    }

    private Optional<JavaType> readEnum(TypeElement type, Slot slot) {
        Optional<Diagnostic> inaccessible = Access.inaccessible(type, slot);
        if (inaccessible.isPresent()) {
            return slot.report(inaccessible.get());
        }
        Map<String, String> constants = new LinkedHashMap<>();
        for (Element constant : type.getEnclosedElements()) {
            if (constant.getKind() != ElementKind.ENUM_CONSTANT) {
                continue;
            }
            String name = AnnotationView.find(constant, Param.class)
                    .flatMap(param -> param.text("name"))
                    .filter(given -> !given.isEmpty())
                    .orElse(constant.getSimpleName().toString());
            String other = constants.putIfAbsent(name, constant.getSimpleName().toString());
            if (other != null) {
                return slot.report(TypeWords.unsupportedType(
                        slot,
                        "whose constants " + other + " and " + constant + " have the same JSON name",
                        "rename one of them with @Param(name = ...)"));
            }
        }
        if (constants.size() > MOST_CONSTANTS) {
            return slot.report(TypeWords.tooManyConstants(slot, constants.size(), MOST_CONSTANTS));
        }
        return constants.isEmpty()
                ? slot.report(TypeWords.unsupportedType(slot, "which has no constants", ""))
                : Optional.of(new JavaType.Constants(ClassName.get(type), constants));
    }

    private static Optional<JavaType> unsupported(TypeMirror type, Slot slot) {
        return slot.report(TypeWords.unsupportedPart(slot, Names.simple(type), TypeAdvice.instead(type)));
    }
}
