package dev.toolpolicy.processor.model;

import java.util.List;
import java.util.Set;

/**
 * The tools that a module can see.
 *
 * @param own the module's own tools, in source order
 * @param others the tools of other modules
 * @param unreadable the names of tools with errors that left nothing but their name
 */
public record Catalog(List<ToolDeclaration> own, List<ToolDeclaration> others, Set<String> unreadable) {
    /** The package of catalogs on a class path. It is the same in every jar, since compilers can list a package. */
    public static final String PACKAGE = "dev.toolpolicy.catalog";
}
