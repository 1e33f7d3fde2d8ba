package dev.toolpolicy.processor.read;

import dev.toolpolicy.processor.host.Hosts;
import dev.toolpolicy.processor.mirror.UndefinedException;
import dev.toolpolicy.processor.model.Catalog;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.ToolDeclaration;
import dev.toolpolicy.processor.model.ToolElement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** The reader of a module's tools, and of the tools in other modules that it can see. */
public final class CatalogReader {
    private final ToolReader tools;
    private final VisibleTools visible;

    public CatalogReader(Elements elements, Types types) {
        this.tools = new ToolReader(elements, types);
        this.visible = new VisibleTools(elements, new Hosts(elements, types));
    }

    /** Returns the tools that a module can see. Problems of single tools are reported elsewhere. */
    public Catalog read(List<ToolElement> types) {
        Set<String> unreadable = new HashSet<>();
        List<ToolDeclaration> own = read(types, unreadable);
        List<ToolElement> others = visible.find(types.get(0).type()).stream()
                .filter(type -> types.stream().noneMatch(mine -> isSame(mine, type)))
                .toList();
        return new Catalog(own, read(others, unreadable), unreadable);
    }

    private List<ToolDeclaration> read(List<ToolElement> types, Set<String> unreadable) {
        List<ToolDeclaration> read = new ArrayList<>();
        for (ToolElement type : types) {
            try {
                tools.read(type, new Findings()).ifPresentOrElse(read::add, () -> unreadable.add(type.name()));
            } catch (UndefinedException undefined) {
                unreadable.add(type.name());
            }
        }
        return read;
    }

    /**
     * Returns whether two elements are the same declaration. An older build of this module may still be visible to the
     * compiler.
     */
    private static boolean isSame(ToolElement one, ToolElement other) {
        return one.id().equals(other.id());
    }
}
