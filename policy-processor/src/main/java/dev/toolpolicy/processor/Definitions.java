package dev.toolpolicy.processor;

import dev.toolpolicy.processor.model.ToolElement;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import javax.lang.model.util.Elements;

/**
 * The tools that have a definition. The compiler knows the definitions of earlier rounds. {@link ToolProcessor} notes
 * here the ones that it has just written, so that {@link ToolsCatalogProcessor} needn't wait a round: javac enters all
 * classes again in each round.
 *
 * <p>The note is static, since the compiler creates both processors and gives them nothing of their own to share. It
 * is kept per compilation, weakly, by the compilation's {@code Elements}. If a build tool wraps {@code Elements}, or
 * calls the processors in another order, the catalog is written a round later with the same content.
 */
final class Definitions {
    private static final Map<Elements, Set<String>> WRITTEN = Collections.synchronizedMap(new WeakHashMap<>());

    private Definitions() {}

    /** Notes that a tool's definition was written. */
    static void add(ToolElement tool, Elements elements) {
        WRITTEN.computeIfAbsent(elements, compilation -> Collections.synchronizedSet(new HashSet<>()))
                .add(nameOf(tool));
    }

    /** Returns whether a tool has a definition. Tools with errors have none. */
    static boolean has(ToolElement tool, Elements elements) {
        return WRITTEN.getOrDefault(elements, Set.of()).contains(nameOf(tool))
                || elements.getTypeElement(nameOf(tool)) != null;
    }

    private static String nameOf(ToolElement tool) {
        return tool.definition().canonicalName();
    }
}
