package dev.toolpolicy.config.host;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Result;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.DiagnosticCode;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The definitions of methods whose policies the compiler has checked, by the names of their tools. Immutable.
 *
 * @param byName the definitions; two of the same name are both there
 */
record MethodTools(Map<String, List<ToolSpec<?>>> byName) {
    /** The simple names of the annotations with which frameworks call methods as tools. */
    private static final Set<String> TOOLS = Set.of("Tool", "McpTool");

    /**
     * Finds the definitions in the catalogs of an application, and among tools that are declared in code. A thread whose
     * context class loader is another application's must not hide a policy, so the loader of this class is asked, too.
     * Where both loaders have classes of their own, as with Spring Boot's developer tools, equal definitions are one.
     */
    static MethodTools find(ToolCatalog declared) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader own = MethodTools.class.getClassLoader();
        Stream<ClassLoader> loaders = context == null || context == own ? Stream.of(own) : Stream.of(context, own);
        Stream<ToolSpec<?>> loaded = loaders.flatMap(
                        loader -> ServiceLoader.load(ToolCatalog.Provider.class, loader).stream())
                .flatMap(provider -> provider.get().tools().stream());
        Map<List<Object>, ToolSpec<?>> different = new LinkedHashMap<>();
        Stream.concat(declared.tools().stream(), loaded)
                .filter(tool -> tool.hostMethod().isPresent())
                .forEach(tool -> different.putIfAbsent(content(tool), tool));
        return new MethodTools(different.values().stream()
                .collect(Collectors.groupingBy(ToolSpec::name, TreeMap::new, Collectors.toUnmodifiableList())));
    }

    /** Returns a problem for each method of these classes with a policy or {@code @Result} that no definition has. */
    List<PolicyProblem> withoutEffect(List<Class<?>> types) {
        List<String> known = byName.values().stream()
                .flatMap(List::stream)
                .map(tool -> tool.hostMethod().orElseThrow().replace('$', '.') + "#")
                .toList();
        return types.stream()
                .flatMap(MethodTools::methods)
                .filter(MethodTools::hasPolicy)
                .map(method -> method.getDeclaringClass().getName() + "#" + method.getName())
                .distinct()
                .filter(id -> known.stream().noneMatch(each -> each.startsWith(id.replace('$', '.') + "#")))
                .map(id -> new PolicyProblem("", withoutProcessor(id)))
                .toList();
    }

    private static Diagnostic withoutProcessor(String method) {
        return Diagnostic.error(
                        DiagnosticCode.POLICY_WITHOUT_TOOL,
                        "@Policy or @Result on " + method
                                + " has no effect, since no catalog has the method's definition")
                .withHelp("add policy-processor to the annotation processors of the build that compiles the class");
    }

    /** Returns the methods of a class and of all that it extends or implements. */
    private static Stream<Method> methods(Class<?> type) {
        Stream<Class<?>> above =
                Stream.concat(Stream.ofNullable(type.getSuperclass()), Stream.of(type.getInterfaces()));
        return Stream.concat(Stream.of(type.getDeclaredMethods()), above.flatMap(MethodTools::methods));
    }

    /**
     * Returns whether a method has a {@code @Result} or a policy: its own, or as a tool one that it shares, as far as class
     * files keep it.
     */
    private static boolean hasPolicy(Method method) {
        boolean isTool = Stream.of(method.getAnnotations())
                .anyMatch(each -> TOOLS.contains(each.annotationType().getSimpleName()));
        return method.isAnnotationPresent(Policy.class)
                || method.isAnnotationPresent(Result.class)
                || isTool && method.getDeclaringClass().getPackage().isAnnotationPresent(Policy.class)
                || isTool
                        && Stream.of(method.getAnnotations())
                                .anyMatch(each -> each.annotationType().isAnnotationPresent(Policy.class));
    }

    /** Returns everything that a definition says, apart from its class loader. */
    private static List<Object> content(ToolSpec<?> tool) {
        return List.of(
                tool.getClass().getName(),
                tool.name(),
                tool.hostMethod().orElseThrow(),
                tool.jsonSchema(),
                tool.description(),
                tool.schema(),
                tool.facts(),
                tool.run(),
                tool.result(),
                tool.requirements(),
                tool.limits(),
                tool.results());
    }

    /** Returns the definitions of a tool; none for a tool without a checked policy. */
    List<ToolSpec<?>> of(String name) {
        return byName.getOrDefault(name, List.of());
    }
}
