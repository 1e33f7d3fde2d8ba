package dev.toolpolicy.processor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Reads all tools of a module, and those it sees in others. */
final class CatalogReader {
    private final ToolReader tools;
    private final VisibleTools visible;

    CatalogReader(Elements elements, Types types) {
        this.tools = new ToolReader(elements, types);
        this.visible = new VisibleTools(elements);
    }

    /** What is wrong with a tool by itself is not told here. */
    Catalog read(List<TypeElement> types) {
        Set<String> unreadable = new HashSet<>();
        List<ToolDeclaration> own = read(types, unreadable);
        List<TypeElement> others = visible.find(types.get(0)).stream()
                .filter(type -> types.stream().noneMatch(mine -> isSame(mine, type)))
                .toList();
        return new Catalog(own, read(others, unreadable), unreadable);
    }

    private List<ToolDeclaration> read(List<TypeElement> types, Set<String> unreadable) {
        List<ToolDeclaration> read = new ArrayList<>();
        for (TypeElement type : types) {
            try {
                tools.read(type, new Findings()).ifPresentOrElse(read::add, () -> unreadable.add(ToolReader.name(type)));
            } catch (UndefinedException undefined) {
                unreadable.add(ToolReader.name(type));
            }
        }
        return read;
    }

    /** An older build of this module may still be visible to the compiler. */
    private static boolean isSame(TypeElement one, TypeElement other) {
        return one.getQualifiedName().equals(other.getQualifiedName());
    }

    /**
     * The tools that a module knows.
     *
     * @param own its own, in the order of the source
     * @param others those of other modules
     * @param unreadable the names of tools of which, by their own errors, nothing else is known
     */
    record Catalog(List<ToolDeclaration> own, List<ToolDeclaration> others, Set<String> unreadable) {
        void check(Findings findings) {
            new CatalogCheck(own, others, unreadable, findings).check();
        }
    }
}
