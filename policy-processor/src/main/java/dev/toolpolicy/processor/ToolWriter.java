package dev.toolpolicy.processor;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolDefinition;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/**
 * Writes a tool's definition: its constants, then what {@code ToolDefinition} asks, then how its record is made.
 *
 * <pre>{@code
 * public final class ModifyFileTool implements ToolDefinition<ModifyFile> {
 *     public static final String NAME = "fs_modify_file";
 *     public static final String DESCRIPTION = "Replaces text in a file.";
 *     public static final Argument.Text PATH = Argument.Text.at("/path");
 *     public static final ToolSchema SCHEMA = ToolSchema.of(…);
 *     public static final String JSON_SCHEMA = """…""";
 *     private static final RuleList RUN = RuleList.of(…);
 *     …
 *     public ModifyFile bind(ObjectNode arguments) {…}
 * }
 * }</pre>
 */
final class ToolWriter {
    private static final TypeName REQUIREMENTS = ParameterizedTypeName.get(List.class, Requirement.class);
    private static final TypeName OPTIONAL_RULES = ParameterizedTypeName.get(Optional.class, RuleList.class);

    private final ToolModel model;
    private final ToolDeclaration tool;
    private final ArgumentTable arguments;
    private final List<String> members = new ArrayList<>();

    private ToolWriter(ToolModel model) {
        this.model = model;
        this.tool = model.declaration();
        this.arguments = new ArgumentTable(tool.schema());
    }

    /** The file of a tool's definition. */
    static SourceFile write(ToolModel model, Elements elements, TypeElement origin) {
        return new ToolWriter(model).file(elements, origin);
    }

    private SourceFile file(Elements elements, TypeElement origin) {
        addConstants();
        addDefinition();
        addBinder();
        ClassName record = tool.shape().type();
        String declaration = Code.of(
                "$L$L$Lpublic final class $L implements $T<$T>",
                Generated.comment(Code.of("Generated from {@link $T}.", record)),
                Generated.by(ToolProcessor.class, origin, elements),
                suppressed(elements, origin),
                tool.generated().simpleName(),
                ToolDefinition.class,
                record);
        return SourceFile.of(tool.generated(), declaration, members, List.of(origin));
    }

    /** The class is public even where its record isn't, since the catalog is in another package. */
    private String suppressed(Elements elements, TypeElement origin) {
        ModuleElement module = elements.getModuleOf(origin);
        boolean exports = module != null && !module.isUnnamed() && !tool.isPublic();
        String warning = exports ? "exports" : elements.isDeprecated(origin) ? "deprecation" : "";
        return warning.isEmpty() ? "" : Code.of("@$T($L)\n", SuppressWarnings.class, Literals.text(warning));
    }

    private void addConstants() {
        addConstant(String.class, "NAME", Literals.text(tool.name()), "The tool's name to models.");
        addConstant(String.class, "DESCRIPTION", Literals.text(tool.description()), "What the tool does, for models.");
        members.addAll(arguments.fields());
        addConstant(ToolSchema.class, "SCHEMA", SchemaWriter.schema(tool.schema()), "The tool's parameters.");
        addConstant(
                String.class,
                "JSON_SCHEMA",
                Code.of("$>$>$L$<$<", SchemaWriter.jsonSchema(tool.schema())),
                "The tool's parameters as JSON Schema for models.");
        RuleWriter rules = new RuleWriter(arguments);
        model.run().ifPresent(list -> addHidden(RuleList.class, "RUN", rules.rules(list)));
        model.result().ifPresent(list -> addHidden(RuleList.class, "RESULT", rules.rules(list)));
        if (!tool.policy().requires().isEmpty()) {
            addHidden(REQUIREMENTS, "REQUIRES", rules.requirements(tool.policy().requires()));
        }
    }

    private void addConstant(Class<?> type, String name, String value, String comment) {
        members.add(Generated.constant(type, name, value, comment));
    }

    private void addHidden(Object type, String name, String value) {
        members.add(Code.of("private static final $T $L = $L;\n", type, name, value));
    }

    private void addDefinition() {
        members.add(Generated.constructor(tool.generated(), "Makes the definition, of which one is like another."));
        members.add(Generated.getter(String.class, "name", "NAME"));
        members.add(Generated.getter(String.class, "description", "DESCRIPTION"));
        members.add(Generated.getter(ToolSchema.class, "schema", "SCHEMA"));
        members.add(Generated.getter(String.class, "jsonSchema", "JSON_SCHEMA"));
        members.add(Generated.getter(OPTIONAL_RULES, "run", optional(model.run(), "RUN")));
        members.add(Generated.getter(OPTIONAL_RULES, "result", optional(model.result(), "RESULT")));
        boolean requires = !tool.policy().requires().isEmpty();
        String list = requires ? "REQUIRES" : Code.of("$T.of()", List.class);
        members.add(Generated.getter(REQUIREMENTS, "requirements", list));
    }

    private void addBinder() {
        BinderWriter binder = new BinderWriter(tool.generated());
        members.add(binder.bind(tool.shape()));
        members.addAll(binder.readers());
    }

    private static String optional(Optional<RuleList> list, String constant) {
        return list.isPresent() ? Code.of("$T.of($L)", Optional.class, constant) : Code.of("$T.empty()", Optional.class);
    }
}
