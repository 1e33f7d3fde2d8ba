package dev.toolpolicy.processor.host;

import dev.toolpolicy.processor.mirror.JavaType;
import dev.toolpolicy.processor.mirror.Names;
import dev.toolpolicy.processor.mirror.UndefinedException;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ParameterType.Precision;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.PrimitiveType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/** The reader of Java types as a framework describes them to models. What frameworks have in common is here. */
abstract class HostTypes {
    /** The deepest nesting of types in types. */
    private static final int DEEPEST = 32;
    /** The largest number of constants of an enum, as in tools that are records. */
    private static final int MOST_CONSTANTS = 1_000;

    /** The texts of all frameworks. They read a character from other texts, too: {@code 120} is {@code x}. */
    private static final Set<String> TEXTS = Set.of("java.lang.String", "java.util.UUID");

    private static final Set<String> COLLECTIONS =
            Set.of(("java.util.Collection java.util.List java.util.ArrayList java.util.LinkedList java.util.Set"
                            + " java.util.HashSet java.util.LinkedHashSet java.util.SortedSet java.util.TreeSet")
                    .split(" "));

    private final String framework;
    private final Set<String> texts;
    private final ParameterType anything;
    private final Elements elements;
    private final Types types;
    private final List<String> injectedNames;
    /** The classes that are being read, outermost first. */
    private final Deque<String> open = new ArrayDeque<>();

    private int depth;
    /** Found when a method asks: javac looks through the whole class path for a class that isn't there. */
    private @Nullable List<TypeMirror> injected;

    HostTypes(
            String framework,
            Set<String> texts,
            ParameterType anything,
            List<String> injectedNames,
            Elements elements,
            Types types) {
        this.framework = framework;
        this.texts = texts;
        this.anything = anything;
        this.elements = elements;
        this.types = types;
        this.injectedNames = injectedNames;
    }

    /** Returns whether a parameter's value comes from the framework rather than from a model. */
    boolean isInjected(TypeMirror type) {
        return type.getKind() == TypeKind.DECLARED // a type that isn't there yet is a subtype of each
                && injected().stream().anyMatch(each -> types.isSubtype(types.erasure(type), each));
    }

    private List<TypeMirror> injected() {
        if (injected == null) {
            injected = injectedNames.stream()
                    .map(elements::getTypeElement)
                    .filter(Objects::nonNull)
                    .map(each -> types.erasure(each.asType()))
                    .toList();
        }
        return injected;
    }

    /** Returns the type of an {@code Optional}'s value; empty for another type. */
    static Optional<TypeMirror> optionalValue(TypeMirror type) {
        return type instanceof DeclaredType declared
                        && !declared.getTypeArguments().isEmpty()
                        && Names.qualified(type).equals("java.util.Optional")
                ? Optional.of(declared.getTypeArguments().get(0))
                : Optional.empty();
    }

    /** Returns a property of an object; empty for a field that is not part of its JSON. */
    abstract Optional<Parameter> property(VariableElement field);

    /** Checks that the framework reads an object's JSON as it describes it. */
    abstract void check(TypeElement type);

    /** Returns a type that this framework reads in a way of its own; empty for all others. */
    Optional<ParameterType> special(TypeMirror type) {
        return Optional.empty();
    }

    ParameterType read(TypeMirror type) {
        if (type.getKind() == TypeKind.ERROR) {
            throw new UndefinedException();
        } else if (depth == DEEPEST) {
            throw new UnservedTypeException("which nests types more than " + DEEPEST + " levels deep", "");
        }
        depth++;
        try {
            return any(type);
        } finally {
            depth--;
        }
    }

    private ParameterType any(TypeMirror type) {
        Optional<ParameterType> special = special(type);
        if (special.isPresent()) {
            return special.get();
        } else if (type instanceof ArrayType array) {
            return array(array.getComponentType());
        } else if (type instanceof DeclaredType declared) {
            return declared(declared);
        }
        return JavaType.primitive(type.getKind())
                .map(JavaType::schema)
                .orElseThrow(() -> unserved(Names.simple(type), "has no type of its own in JSON"));
    }

    private ParameterType array(TypeMirror component) {
        boolean generic = component instanceof DeclaredType declared
                && !declared.getTypeArguments().isEmpty();
        if (generic) {
            throw new UnservedTypeException(
                    "but " + framework + " doesn't describe the elements of " + Names.simple(component) + "[]",
                    "write List<" + Names.simple(component) + ">");
        } else if (component.getKind() == TypeKind.BYTE || component.getKind() == TypeKind.CHAR) {
            throw new UnservedTypeException(
                    "but " + framework + " describes " + component + "[] as an array and reads it as one text",
                    "write String, and convert it in the method");
        }
        return ParameterType.arrayOf(read(component));
    }

    private ParameterType declared(DeclaredType type) {
        TypeElement element = (TypeElement) type.asElement();
        String name = element.getQualifiedName().toString();
        if (TEXTS.contains(name) || texts.contains(name)) {
            return ParameterType.string();
        } else if (name.equals("java.lang.Object")) {
            return anything;
        } else if (name.equals("java.math.BigInteger")) {
            return ParameterType.integer();
        } else if (name.equals("java.math.BigDecimal")) {
            // Jackson's trees have doubles, from which the frameworks make the value
            return ParameterType.number(Precision.DOUBLE);
        } else if (COLLECTIONS.contains(name)) {
            return ParameterType.arrayOf(read(argument(type, 0)));
        } else if (name.equals("java.util.Map")) {
            return map(type);
        } else if (element.getKind() == ElementKind.ENUM) {
            return constants(element);
        }
        return JavaType.unboxed(type, types).map(JavaType::schema).orElseGet(() -> object(element));
    }

    private ParameterType map(DeclaredType type) {
        if (!Names.qualified(argument(type, 0)).equals("java.lang.String")) {
            throw new UnservedTypeException(
                    "but the keys of a JSON object are strings",
                    "write Map<String, " + Names.simple(argument(type, 1)) + ">");
        }
        return ParameterType.mapOf(value(argument(type, 1)));
    }

    /** Returns the type of a map's values. Kotlin and Java write any value in several ways. */
    private ParameterType value(TypeMirror type) {
        return Names.qualified(type).equals("java.lang.Object") ? ParameterType.any() : read(type);
    }

    /** Returns a type argument; that of Kotlin's {@code List<Item>} is {@code ? extends Item} in Java. */
    private TypeMirror argument(DeclaredType type, int index) {
        if (type.getTypeArguments().isEmpty()) {
            boolean isMap = type.asElement().getSimpleName().contentEquals("Map");
            throw new UnservedTypeException(
                    "but " + framework + " doesn't describe the elements of " + Names.simple(type),
                    "write " + Names.simple(type) + (isMap ? "<String, String>" : "<String>") + ", for example");
        }
        TypeMirror argument = type.getTypeArguments().get(index);
        if (!(argument instanceof WildcardType wildcard)) {
            return argument;
        }
        TypeMirror bound = wildcard.getExtendsBound();
        boolean plain = bound instanceof DeclaredType declared
                && declared.getTypeArguments().isEmpty();
        if (bound == null || !plain) {
            throw new UnservedTypeException(
                    "but " + framework + " doesn't describe " + Names.simple(argument), "write the type itself");
        }
        return bound;
    }

    private ParameterType constants(TypeElement type) {
        List<String> names = type.getEnclosedElements().stream()
                .filter(each -> each.getKind() == ElementKind.ENUM_CONSTANT)
                .map(each -> each.getSimpleName().toString())
                .toList();
        if (names.isEmpty() || names.size() > MOST_CONSTANTS) {
            throw new UnservedTypeException(
                    names.isEmpty() ? "which has no constants" : "which has more than " + MOST_CONSTANTS + " constants",
                    "");
        }
        check(type);
        return ParameterType.string(names);
    }

    private ParameterType object(TypeElement type) {
        checkShape(type);
        check(type);
        open.push(type.getQualifiedName().toString());
        try {
            List<Parameter> properties = new ArrayList<>();
            for (VariableElement field : ElementFilter.fieldsIn(type.getEnclosedElements())) {
                if (!field.getModifiers().contains(Modifier.STATIC)) {
                    property(field).map(read -> checked(read, field.asType())).ifPresent(properties::add);
                }
            }
            return ParameterType.objectOf(properties.toArray(Parameter[]::new));
        } finally {
            open.pop();
        }
    }

    /** Returns a property that no call leaves out for a value of Java's own: zero or false, which rules wouldn't see. */
    private Parameter checked(Parameter property, TypeMirror type) {
        if (!property.isRequired() && type instanceof PrimitiveType primitive) {
            throw new UnservedTypeException(
                    "but a missing " + property.name() + " is read as "
                            + (type.getKind() == TypeKind.BOOLEAN ? "false" : "0"),
                    "write " + types.boxedClass(primitive).getSimpleName() + " for it, or make it required");
        }
        return property;
    }

    private void checkShape(TypeElement type) {
        String name = type.getSimpleName().toString();
        boolean own = !elements.getPackageOf(type).getQualifiedName().toString().matches("(javax?|jdk|kotlin)(\\..*)?");
        boolean plain = type.getKind() == ElementKind.RECORD || type.getKind() == ElementKind.CLASS;
        if (!own || !plain || type.getModifiers().contains(Modifier.ABSTRACT)) {
            throw unserved(name, "is not a value with fields of its own");
        } else if (!type.getTypeParameters().isEmpty()) {
            throw new UnservedTypeException(
                    "but " + framework + " doesn't describe the type variables of " + name,
                    "declare a record without type parameters");
        } else if (open.contains(type.getQualifiedName().toString())) {
            throw new UnservedTypeException("so " + name + " contains itself, but rules can't follow it", "");
        } else if (type.getEnclosingElement() instanceof TypeElement
                && type.getKind() == ElementKind.CLASS
                && !type.getModifiers().contains(Modifier.STATIC)) {
            throw new UnservedTypeException("but " + name + " is not static", "write static class " + name);
        }
        TypeElement parent = (TypeElement) types.asElement(type.getSuperclass());
        if (parent != null
                && !Set.of("java.lang.Object", "java.lang.Record")
                        .contains(parent.getQualifiedName().toString())) {
            throw new UnservedTypeException(
                    "but " + name + " inherits fields from " + parent.getSimpleName(), "declare all fields in " + name);
        }
    }

    /** Returns the signal for a type, with the type to write instead where there is one. */
    private UnservedTypeException unserved(String name, String what) {
        return name.equals("Path") || name.equals("File")
                ? new UnservedTypeException(
                        "but " + framework + " describes " + name + " as an object",
                        "write String, and name the parameter in \"paths\" of @Policy")
                : new UnservedTypeException("but " + name + " " + what, "write String, or a record");
    }
}
