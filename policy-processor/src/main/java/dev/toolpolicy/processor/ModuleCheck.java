package dev.toolpolicy.processor;

import dev.toolpolicy.ToolCatalog;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.processing.Messager;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.ModuleElement.ProvidesDirective;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/** The check that a named module provides its catalogs. Java ignores service files in named modules. */
final class ModuleCheck {
    private static final String SERVICE = ToolCatalog.Provider.class.getCanonicalName();

    private ModuleCheck() {}

    /**
     * Prints the line that is missing in {@code module-info.java}. The warning has no code, since it is not about a
     * tool.
     */
    static void check(@Nullable ModuleElement module, List<String> catalogs, Messager messager) {
        if (module == null || module.isUnnamed()) {
            return;
        }
        Set<String> provided = ElementFilter.providesIn(module.getDirectives()).stream()
                .filter(provides -> provides.getService().getQualifiedName().contentEquals(SERVICE))
                .map(ProvidesDirective::getImplementations)
                .flatMap(List::stream)
                .map(type -> type.getQualifiedName().toString())
                .collect(Collectors.toSet());
        if (!provided.containsAll(catalogs)) {
            String line = "provides " + SERVICE + " with " + String.join(", ", catalogs) + ";";
            messager.printMessage(Diagnostic.Kind.WARNING, ProcessorWords.missingProvides(module, line), module);
        }
    }
}
