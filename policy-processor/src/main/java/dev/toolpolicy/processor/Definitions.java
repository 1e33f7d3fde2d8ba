package dev.toolpolicy.processor;

import com.palantir.javapoet.ClassName;
import dev.toolpolicy.processor.model.GeneratedNames;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/**
 * Which tools have their definition. The compiler knows those of earlier rounds. Those of the same round are noted here by
 * the processor that writes them, so that the catalog needn't wait: for each round more the compiler enters all classes
 * anew. Where the note doesn't arrive, since a build tool wraps what compilers give to processors, or calls them in
 * another order, the catalog is written a round later, and is the same.
 */
final class Definitions {
    private static final Map<Elements, Set<String>> WRITTEN = Collections.synchronizedMap(new WeakHashMap<>());

    private Definitions() {}

    /** Notes that a tool's definition was just written. */
    static void written(TypeElement tool, Elements elements) {
        WRITTEN.computeIfAbsent(elements, compilation -> Collections.synchronizedSet(new HashSet<>())).add(nameOf(tool));
    }

    /** Whether a tool has a definition, which only right ones have. */
    static boolean has(TypeElement tool, Elements elements) {
        return WRITTEN.getOrDefault(elements, Set.of()).contains(nameOf(tool)) || elements.getTypeElement(nameOf(tool)) != null;
    }

    private static String nameOf(TypeElement tool) {
        return GeneratedNames.definition(ClassName.get(tool)).canonicalName();
    }
}
