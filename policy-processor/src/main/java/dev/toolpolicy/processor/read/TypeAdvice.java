package dev.toolpolicy.processor.read;

import dev.toolpolicy.processor.mirror.Names;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;

/** The supported types to write instead of unsupported ones, where one type has the same meaning. */
final class TypeAdvice {
    private static final Map<String, List<String>> CLASSES = Map.of(
            "List",
                    List.of(
                            "java.lang.Iterable",
                            "java.util.Collection",
                            "java.util.ArrayList",
                            "java.util.LinkedList"),
            "Set", List.of("java.util.HashSet", "java.util.LinkedHashSet", "java.util.SortedSet", "java.util.TreeSet"),
            "Map", List.of("java.util.HashMap", "java.util.LinkedHashMap", "java.util.SortedMap", "java.util.TreeMap"),
            "Path", List.of("java.io.File"),
            "URI", List.of("java.net.URL"),
            "BigDecimal", List.of("java.lang.Number"),
            "JsonNode", List.of("java.lang.Object"),
            "String",
                    List.of(("java.lang.CharSequence java.lang.Character java.util.UUID java.util.Date"
                        + " java.time.Instant java.time.LocalDate java.time.LocalDateTime java.time.LocalTime"
                        + " java.time.OffsetDateTime java.time.ZonedDateTime java.time.Duration")
                            .split(" ")));
    private static final Map<TypeKind, String> BOXES = Map.of(
            TypeKind.BYTE, "Byte", TypeKind.SHORT, "Short", TypeKind.FLOAT, "Float", TypeKind.BOOLEAN, "Boolean");

    private TypeAdvice() {}

    /** Returns the type to write instead. */
    static Optional<String> instead(TypeMirror type) {
        if (type instanceof ArrayType array) {
            TypeMirror component = array.getComponentType();
            return component.getKind() == TypeKind.CHAR
                    ? Optional.of("String")
                    : Optional.of("List<" + BOXES.getOrDefault(component.getKind(), Names.simple(component)) + ">");
        } else if (type.getKind() == TypeKind.CHAR) {
            return Optional.of("String");
        } else if (type instanceof WildcardType wildcard) {
            return Optional.of(
                    wildcard.getExtendsBound() == null ? "JsonNode" : Names.simple(wildcard.getExtendsBound()));
        }
        return type instanceof DeclaredType declared ? instead(declared) : Optional.empty();
    }

    /** Returns what to do instead of declaring an array of primitives that is not supported. */
    static String insteadOf(ArrayType type, TypeKind component) {
        return component == TypeKind.BYTE
                ? "use String for Base64 text, and decode it in the tool's handler"
                : "write " + instead(type).orElseThrow() + " instead of " + Names.simple(type);
    }

    private static Optional<String> instead(DeclaredType type) {
        String name = Names.qualified(type);
        if (name.equals("java.util.Optional") && !isRaw(type)) {
            return Optional.of(Names.simple(type.getTypeArguments().get(0))); // an empty Optional is a left-out value
        }
        String simple = Names.simple(type);
        int arguments = simple.indexOf('<');
        return CLASSES.entrySet().stream()
                .filter(each -> each.getValue().contains(name))
                .map(each -> each.getKey() + (arguments < 0 ? "" : simple.substring(arguments)))
                .findFirst();
    }

    /** Returns whether a type lacks its type arguments. */
    static boolean isRaw(DeclaredType type) {
        return type.getTypeArguments().isEmpty()
                && !((TypeElement) type.asElement()).getTypeParameters().isEmpty();
    }
}
