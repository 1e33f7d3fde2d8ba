package dev.toolpolicy.processor.write;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.WildcardTypeName;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.processor.model.Catalog;
import dev.toolpolicy.processor.model.ToolElement;
import java.util.Comparator;
import java.util.List;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.util.Elements;

/**
 * The writer of a module's catalog. The run time loads tools from the catalog, and the processor finds the tools of
 * other modules in theirs.
 *
 * <pre>{@code
 * public final class Tools_com_acme_ModifyFile implements ToolCatalog.Provider {
 *     public static final ModifyFileTool FS_MODIFY_FILE = new ModifyFileTool();
 *     public static final ReadFileTool FS_READ_FILE = new ReadFileTool();
 *
 *     public List<ToolSpec<?>> tools() {
 *         return List.of(FS_MODIFY_FILE, FS_READ_FILE);
 *     }
 * }
 * }</pre>
 */
public final class CatalogWriter {
    private static final ParameterizedTypeName ANY_TOOL =
            ParameterizedTypeName.get(ClassName.get(ToolSpec.class), WildcardTypeName.subtypeOf(Object.class));

    private CatalogWriter() {}

    /**
     * Returns the file of a catalog.
     *
     * @param tools the tools
     * @param number the catalog's number in its module, from 1
     */
    public static JavaFile write(List<ToolElement> tools, Class<?> processor, Elements elements, int number) {
        List<ToolElement> byName =
                tools.stream().sorted(Comparator.comparing(ToolElement::name)).toList();
        ClassName type = name(tools, elements, number);
        TypeSpec.Builder catalog = Generated.by(processor, type, tools.get(0).type(), elements)
                .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
                .addSuperinterface(ToolCatalog.Provider.class)
                .addJavadoc("The tools of this module, found by {@link ToolCatalog#load()}.");
        UniqueNames constants = new UniqueNames();
        List<FieldSpec> fields =
                byName.stream().map(tool -> field(tool, constants)).toList();
        fields.forEach(catalog::addField);
        byName.stream().map(ToolElement::type).distinct().forEach(catalog::addOriginatingElement);
        catalog.addMethod(Generated.constructor("Creates the provider. The service loader calls this."));
        catalog.addMethod(tools(fields));
        return Generated.file(type.packageName(), catalog.build());
    }

    /**
     * Returns the name of a catalog. On a class path the name comes from the first tool, which makes it unique: two
     * modules never contain the same class. A named module usually has a package of its own name. There the catalog's
     * name stays the same when tools change, since {@code module-info.java} must mention it.
     */
    private static ClassName name(List<ToolElement> tools, Elements elements, int number) {
        ModuleElement module = elements.getModuleOf(tools.get(0).type());
        if (module != null && !module.isUnnamed()) {
            return ClassName.get(
                    module.getQualifiedName().toString(), number == 1 ? "ModuleTools" : "ModuleTools_" + number);
        }
        return ClassName.get(Catalog.PACKAGE, nameByFirst(tools));
    }

    private static String nameByFirst(List<ToolElement> tools) {
        ClassName first = tools.stream()
                .map(tool -> ClassName.get(tool.type()))
                .sorted()
                .findFirst()
                .orElseThrow();
        // Different names stay different, since an underscore of the name is followed by a digit.
        return "Tools_"
                + first.reflectionName().replace("_", "_1").replace("$", "_2").replace('.', '_');
    }

    /** Returns the name of the tools' module, or of its catalog on a class path. */
    public static String moduleName(List<ToolElement> tools, Elements elements) {
        ModuleElement module = elements.getModuleOf(tools.get(0).type());
        return module == null || module.isUnnamed()
                ? nameByFirst(tools)
                : module.getQualifiedName().toString();
    }

    private static FieldSpec field(ToolElement tool, UniqueNames constants) {
        ClassName definition = tool.definition();
        String name = constants.claim(UniqueNames.constant(tool.name()));
        return Generated.constant(definition, name, "The tool $L.\n", Literals.code(tool.name()))
                .initializer("new $T()", definition)
                .build();
    }

    private static MethodSpec tools(List<FieldSpec> fields) {
        CodeBlock constants =
                fields.stream().map(field -> CodeBlock.of("$N", field)).collect(CodeBlock.joining(",\n"));
        return Generated.method("tools", ParameterizedTypeName.get(ClassName.get(List.class), ANY_TOOL))
                .addCode("return $T.of(\n$>$>$L$<$<);\n", List.class, constants)
                .build();
    }
}
