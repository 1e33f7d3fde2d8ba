package dev.toolpolicy.processor;

import com.palantir.javapoet.ClassName;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolDefinition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/**
 * Writes the class by which a module's tools are found at run time, and by the processor in modules that use it.
 *
 * <pre>{@code
 * public final class Tools_com_acme_ModifyFile implements ToolCatalog.Provider {
 *     public static final ModifyFileTool FS_MODIFY_FILE = new ModifyFileTool();
 *     public static final ReadFileTool FS_READ_FILE = new ReadFileTool();
 *
 *     public List<ToolDefinition<?>> tools() {
 *         return List.of(FS_MODIFY_FILE, FS_READ_FILE);
 *     }
 * }
 * }</pre>
 */
final class CatalogWriter {
    /** Where the catalogs of all jars on a class path are. */
    static final String PACKAGE = "dev.toolpolicy.catalog";

    private CatalogWriter() {}

    /**
     * The file of a catalog.
     *
     * @param tools the tools' records
     * @param number how many catalogs this module has with this one
     */
    static SourceFile write(List<TypeElement> tools, Elements elements, int number) {
        List<TypeElement> byName =
                tools.stream().sorted(Comparator.comparing(ToolReader::name)).toList();
        ClassName type = name(tools, elements, number);
        Names.Unique names = new Names.Unique();
        List<String> constants = new ArrayList<>();
        List<String> members = new ArrayList<>();
        for (TypeElement tool : byName) {
            String constant = names.claim(Names.constant(ToolReader.name(tool)));
            constants.add(constant);
            members.add(constant(tool, constant));
        }
        members.add(Generated.constructor(type, "Called by the service loader."));
        members.add(tools(constants));
        String declaration = Code.of(
                "$L$Lpublic final class $L implements $T",
                Generated.comment("The tools of this module, found by {@link ToolCatalog#load()}."),
                Generated.by(CatalogProcessor.class, tools.get(0), elements),
                type.simpleName(),
                ToolCatalog.Provider.class);
        return SourceFile.of(type, declaration, members, byName);
    }

    /**
     * On a class path, no two modules that meet have the same class in them, so none has the same first tool. Named
     * modules share no package, and by custom have one of their own name: there the catalog's name stays the same
     * whatever tools come and go, since the module's declaration must mention it.
     */
    private static ClassName name(List<TypeElement> tools, Elements elements, int number) {
        ModuleElement module = elements.getModuleOf(tools.get(0));
        if (module != null && !module.isUnnamed()) {
            return ClassName.get(
                    module.getQualifiedName().toString(), number == 1 ? "ModuleTools" : "ModuleTools_" + number);
        }
        return ClassName.get(PACKAGE, nameByFirst(tools));
    }

    private static String nameByFirst(List<TypeElement> tools) {
        ClassName first = tools.stream().map(ClassName::get).sorted().findFirst().orElseThrow();
        return "Tools_" + escaped(first.reflectionName());
    }

    /** The name of the module that these tools are in; for one on a class path, its catalog's. */
    static String moduleName(List<TypeElement> tools, Elements elements) {
        ModuleElement module = elements.getModuleOf(tools.get(0));
        return module == null || module.isUnnamed() ? nameByFirst(tools) : module.getQualifiedName().toString();
    }

    /** Different names stay different: an underscore of the name is followed by a digit, as no other is. */
    private static String escaped(String name) {
        return name.replace("_", "_1").replace("$", "_2").replace('.', '_');
    }

    private static String constant(TypeElement tool, String name) {
        ClassName definition = ToolDeclaration.generated(ClassName.get(tool));
        String comment = "The tool " + Literals.code(ToolReader.name(tool)) + ".";
        return Generated.constant(definition, name, Code.of("new $T()", definition), comment);
    }

    private static String tools(List<String> constants) {
        String type = Code.of("$T<$T<?>>", List.class, ToolDefinition.class);
        return Code.of(
                "@$T\npublic $L tools() {\n$>return $T.of(\n$>$>$L);\n$<$<$<}\n",
                Override.class, type, List.class, String.join(",\n", constants));
    }
}
