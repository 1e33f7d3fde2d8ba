package dev.toolpolicy;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** Tools by name. Immutable. */
public final class ToolCatalog {
    private static final Logger LOG = System.getLogger(ToolCatalog.class.getName());

    private final Map<String, ToolSpec<?>> tools;

    private ToolCatalog(Map<String, ToolSpec<?>> tools) {
        this.tools = tools;
    }

    /**
     * All tools that annotation processors found in the modules of this application, without reflection or scanning.
     *
     * @return the catalog of the context class loader, or of this class' loader if there is none
     * @throws IllegalArgumentException if two tools have one name
     */
    public static ToolCatalog load() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return load(loader == null ? ToolCatalog.class.getClassLoader() : loader);
    }

    /**
     * All tools that annotation processors found in the modules a class loader sees. That there are none at all is logged
     * as a warning, with where to look.
     *
     * @param loader finds the service files
     * @return the catalog
     * @throws IllegalArgumentException if two tools have one name
     */
    public static ToolCatalog load(ClassLoader loader) {
        List<ToolSpec<?>> found = new ArrayList<>();
        ServiceLoader.load(Provider.class, loader).forEach(provider -> found.addAll(provider.tools()));
        if (found.isEmpty()) {
            LOG.log(Level.WARNING, "no tools were found: is policy-processor on the path of annotation processors of the"
                    + " module that declares them, that module on the class path, and META-INF/services/"
                    + Provider.class.getName() + " in its jar?");
        }
        return of(found);
    }

    /**
     * A catalog of these tools.
     *
     * @param tools the tools
     * @return the catalog, in the given order
     * @throws IllegalArgumentException if two tools have one name
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
     * A tool by its name.
     *
     * @param name the name
     * @return the tool, or empty if there is none
     */
    public Optional<ToolSpec<?>> find(String name) {
        return Optional.ofNullable(tools.get(name));
    }

    /**
     * All tools.
     *
     * @return an immutable list
     */
    public List<ToolSpec<?>> tools() {
        return List.copyOf(tools.values());
    }

    /** Hands out the tools of one module; the annotation processor generates one and its service file. */
    public interface Provider {

        /**
         * The module's tools.
         *
         * @return the tools, by name
         */
        List<ToolSpec<?>> tools();
    }
}
