package dev.toolpolicy;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** The names for users: the public types of the packages that are not internal, and the signatures of their members. */
class PublicSurfaceTest {

    private static final List<Class<?>> TYPES = PublicTypes.topLevel();

    @Test
    void noSignatureMentionsAnInternalType() {
        Set<String> faults = new TreeSet<>();
        accessible()
                .forEach(type -> signatures(type)
                        .forEach((member, mentioned) -> mentioned.stream()
                                .filter(PublicSurfaceTest::isInternal)
                                .forEach(internal -> faults.add(member + " mentions " + internal.getName()))));
        assertThat(faults).as("internal types in public signatures").isEmpty();
    }

    @Test
    void simpleNamesAreUniqueAndNotThoseOfJavaLang() {
        Map<String, Set<String>> byName = TYPES.stream()
                .collect(groupingBy(
                        Class::getSimpleName,
                        TreeMap::new,
                        mapping(Class::getPackageName, toCollection(TreeSet::new))));
        byName.values().removeIf(packages -> packages.size() < 2);
        assertThat(byName).as("names of several public types").isEmpty();
        assertThat(TYPES.stream().map(Class::getSimpleName).filter(PublicSurfaceTest::isInJavaLang))
                .as("names that hide a type of java.lang")
                .isEmpty();
    }

    /** One file that imports all packages by wildcard and uses each name: an ambiguous name would not compile. */
    @Test
    void wildcardImportsOfAllPackagesCompile() throws IOException {
        StringBuilder source = new StringBuilder();
        TYPES.stream()
                .map(Class::getPackageName)
                .distinct()
                .forEach(name -> source.append("import ").append(name).append(".*;\n"));
        source.append("class All {\n");
        TYPES.forEach(type -> source.append("    Class<?> c")
                .append(source.length())
                .append(" = ")
                .append(type.getSimpleName())
                .append(".class;\n"));
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, problems, List.of("-proc:none"), null, List.of(file(source.append("}\n"))));
        task.analyze();
        assertThat(problems.getDiagnostics())
                .filteredOn(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
                .isEmpty();
        assertThat(TYPES).hasSizeGreaterThan(100);
    }

    private static JavaFileObject file(CharSequence text) {
        return new SimpleJavaFileObject(URI.create("string:///All.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreErrors) {
                return text;
            }
        };
    }

    private static boolean isInJavaLang(String name) {
        try {
            Class.forName("java.lang." + name, false, null);
            return true;
        } catch (ClassNotFoundException none) {
            return false;
        }
    }

    /** The public types and the nested ones that can be named from outside. */
    private static Stream<Class<?>> accessible() {
        return TYPES.stream().flatMap(PublicSurfaceTest::withNested);
    }

    private static Stream<Class<?>> withNested(Class<?> type) {
        return Stream.concat(
                Stream.of(type),
                Arrays.stream(type.getDeclaredClasses())
                        .filter(nested -> isVisible(nested.getModifiers()))
                        .flatMap(PublicSurfaceTest::withNested));
    }

    private static boolean isVisible(Member member) {
        return isVisible(member.getModifiers()) && !member.isSynthetic();
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static boolean isInternal(Class<?> type) {
        return type.getName().startsWith("dev.toolpolicy.") && (type.getPackageName() + ".").contains(".internal.");
    }

    /** The types that each visible member mentions, and the supertypes of the type itself. */
    private static Map<String, Set<Class<?>>> signatures(Class<?> type) {
        Map<String, Set<Class<?>>> signatures = new TreeMap<>();
        List<Type> supertypes = new ArrayList<>(List.of(type.getGenericInterfaces()));
        if (type.getGenericSuperclass() != null) {
            supertypes.add(type.getGenericSuperclass());
        }
        signatures.put(type.getName(), mentioned(supertypes));
        for (Field field : type.getDeclaredFields()) {
            if (isVisible(field)) {
                signatures.put(field.toString(), mentioned(List.of(field.getGenericType())));
            }
        }
        Stream.concat(Arrays.stream(type.getDeclaredConstructors()), Arrays.stream(type.getDeclaredMethods()))
                .filter(PublicSurfaceTest::isVisible)
                .forEach(member -> {
                    List<Type> parts = new ArrayList<>(List.of(member.getGenericParameterTypes()));
                    parts.addAll(List.of(member.getGenericExceptionTypes()));
                    parts.add(member.getAnnotatedReturnType().getType());
                    signatures.put(member.toString(), mentioned(parts));
                });
        return signatures;
    }

    private static Set<Class<?>> mentioned(List<Type> types) {
        Set<Class<?>> classes = new HashSet<>();
        Set<Type> seen = new HashSet<>();
        types.forEach(type -> collect(type, classes, seen));
        return classes.stream()
                .filter(type -> type.getName().startsWith("dev.toolpolicy."))
                .collect(toSet());
    }

    private static void collect(Type type, Set<Class<?>> classes, Set<Type> seen) {
        if (!seen.add(type)) {
            return;
        }
        if (type instanceof Class<?> raw) {
            Class<?> element = raw;
            while (element.isArray()) {
                element = element.getComponentType();
            }
            classes.add(element);
        } else if (type instanceof ParameterizedType generic) {
            collect(generic.getRawType(), classes, seen);
            List.of(generic.getActualTypeArguments()).forEach(each -> collect(each, classes, seen));
        } else if (type instanceof WildcardType wildcard) {
            List.of(wildcard.getUpperBounds()).forEach(each -> collect(each, classes, seen));
            List.of(wildcard.getLowerBounds()).forEach(each -> collect(each, classes, seen));
        } else if (type instanceof TypeVariable<?> variable) {
            List.of(variable.getBounds()).forEach(each -> collect(each, classes, seen));
        } else if (type instanceof GenericArrayType array) {
            collect(array.getGenericComponentType(), classes, seen);
        }
    }
}
