package dev.toolpolicy.processor.model;

import com.palantir.javapoet.ClassName;

/** The names of generated classes. */
public final class GeneratedNames {
    /** The package of catalogs on a class path. It is the same in every jar, since compilers can list a package. */
    public static final String CATALOG_PACKAGE = "dev.toolpolicy.catalog";

    private GeneratedNames() {}

    /** Returns the name of a tool's definition, which is in the package of its record. */
    public static ClassName definition(ClassName record) {
        return ClassName.get(record.packageName(), String.join("_", record.simpleNames()) + "Tool");
    }
}
