package dev.toolpolicy.config.host;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The definitions of methods whose policies the compiler has checked, by the names of their tools. Immutable.
 *
 * @param byName the definitions; two of the same name are both there
 */
record MethodTools(Map<String, List<ToolSpec<?>>> byName) {

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
                .filter(MethodTools::isMethod)
                .forEach(tool -> different.putIfAbsent(content(tool), tool));
        return new MethodTools(different.values().stream()
                .collect(Collectors.groupingBy(ToolSpec::name, TreeMap::new, Collectors.toUnmodifiableList())));
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

    /** Returns whether a tool is a method that a host calls. */
    static boolean isMethod(ToolSpec<?> tool) {
        return tool.hostMethod().isPresent();
    }

    /** Returns the definitions of a tool; none for a tool without a checked policy. */
    List<ToolSpec<?>> of(String name) {
        return byName.getOrDefault(name, List.of());
    }
}
