package dev.toolpolicy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** The tools of an application, by name. Immutable. */
public final class ToolCatalog {
    private final Map<String, ToolSpec<?>> tools;

    private ToolCatalog(Map<String, ToolSpec<?>> tools) {
        this.tools = tools;
    }

    /**
     * Loads all tools that annotation processors found in the modules of this application, without reflection or
     * scanning.
     *
     * @return the catalog of the context class loader, or of this class's loader if there is none
     * @throws IllegalStateException if there are no tools; the message says what to look at
     * @throws IllegalArgumentException if two tools have the same name
     */
    public static ToolCatalog load() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return load(loader == null ? ToolCatalog.class.getClassLoader() : loader);
    }

    /**
     * Loads all tools that annotation processors found in the modules of a class loader.
     *
     * @param loader the loader of the service files
     * @return the catalog
     * @throws IllegalStateException if there are no tools; the message says what to look at
     * @throws IllegalArgumentException if two tools have the same name
     */
    public static ToolCatalog load(ClassLoader loader) {
        List<ToolSpec<?>> found = new ArrayList<>();
        ServiceLoader.load(Provider.class, loader).forEach(provider -> found.addAll(provider.tools()));
        if (found.isEmpty()) {
            throw new IllegalStateException(
                    "no tools were found. Check that policy-processor is on the path of annotation processors of the"
                            + " module that declares them, that this module is on the class path, that its jar contains"
                            + " META-INF/services/" + Provider.class.getName()
                            + ", and that the class loader " + loader
                            + " sees it. For an engine without annotated tools, use ToolCatalog.empty() or"
                            + " ToolCatalog.of(...).");
        }
        return of(found);
    }

    /** Creates a catalog without tools, for an engine whose tools all come from files or servers. */
    public static ToolCatalog empty() {
        return of(List.of());
    }

    /**
     * Creates a catalog of these tools.
     *
     * @return the catalog, in the given order
     * @throws IllegalArgumentException if two tools have the same name
     */
    public static ToolCatalog of(Collection<? extends ToolSpec<?>> tools) {
        Map<String, ToolSpec<?>> byName = new LinkedHashMap<>();
        for (ToolSpec<?> tool : tools) {
            if (byName.put(tool.name(), tool) != null) {
                throw new IllegalArgumentException("two tools are named \"" + tool.name() + "\"");
            }
        }
        return new ToolCatalog(byName);
    }

    /**
     * Finds a tool by name.
     *
     * @return the tool, or empty if the name is unknown
     */
    public Optional<ToolSpec<?>> find(String name) {
        return Optional.ofNullable(tools.get(name));
    }

    /**
     * Returns all tools.
     *
     * @return an immutable list in the catalog's order
     */
    public List<ToolSpec<?>> tools() {
        return List.copyOf(tools.values());
    }

    /** The tools of one module. The annotation processor generates an implementation and its service file. */
    public interface Provider {

        /**
         * Returns the module's tools.
         *
         * @return the tools, sorted by name
         */
        List<ToolSpec<?>> tools();
    }
}
