package dev.toolpolicy.processor.model;

/** The names of generated classes. */
public final class GeneratedNames {
    /** The package of catalogs on a class path. It is the same in every jar, since compilers can list a package. */
    public static final String CATALOG_PACKAGE = "dev.toolpolicy.catalog";

    /** The constant by which a definition names its method, as {@link ToolElement#id} does. */
    public static final String METHOD = "METHOD";

    private GeneratedNames() {}
}
