package dev.toolpolicy.processor;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentException;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ToolSchema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Generated definitions, loaded and used. */
class GeneratedToolTest {
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    private static final String COMPLETE = """
        {"name": "n", "path": "src/a", "flag": true, "small": -128, "medium": 32767, "count": 3.0, "large": 3e2,
         "big": 123456789012345678901234567890, "ratio": 0.1, "precise": 0.1, "exact": 0.10, "color": "dark-green",
         "colors": ["RED", "dark-green"], "paths": ["a", "b", "a"], "ints": [1, 2], "doubles": [0.5],
         "table": [["a"], []], "area": {"from": 1, "to": 2}, "areas": {"x": {"from": 3, "to": 4}},
         "numbers": {"y": [5, 6]}, "anything": null, "limit": 10, "step": 0.1, "paint": "RED", "tags": ["t"],
         "window": {"from": 5, "to": 9}, "x-URL": "u"}
        """;

    private static ToolSpec<?> everyType;
    private static ToolSpec<?> modifyFile;

    @BeforeAll
    static void compile() {
        everyType = load("EveryType");
        modifyFile = load("ModifyFile");
    }

    @Test
    void saysOfItsOwnListsAloneThatTheyAreChecked() {
        ToolSpec<?> tool = load("RunCommand");
        RuleList run = tool.run().orElseThrow();

        assertThat(tool.isChecked(run, tool.schema(), RuleListCheck.EDITION)).isTrue();
        assertThat(tool.isChecked(run, tool.schema(), RuleListCheck.EDITION + 1))
                .isFalse();
        assertThat(tool.isChecked(run, new ToolSchema(tool.schema().root()), RuleListCheck.EDITION))
                .isFalse();
        assertThat(tool.isChecked(new RuleList(run.rules()), tool.schema(), RuleListCheck.EDITION))
                .isFalse();
    }

    @Test
    void holdsWhatWasWritten() {
        assertThat(modifyFile.name()).isEqualTo("fs_modify_file");
        assertThat(modifyFile.description()).isEqualTo("Replaces text in a file.");
        Argument.Text path = Argument.Text.at("/path");
        Argument.Text find = Argument.Text.at("/patterns/find");
        assertThat(modifyFile.run())
                .contains(RuleList.of(
                        RuleSpec.when(path.prefix("src/sensitive/"), ASK),
                        RuleSpec.when(find.constant(""), DENY),
                        RuleSpec.when(find.prefix("// "), ASK),
                        RuleSpec.when(path.prefix("src/"), ALLOW),
                        RuleSpec.otherwise(ASK)));
        assertThat(modifyFile.result()).contains(RuleList.always(ALLOW));
        assertThat(modifyFile.requirements())
                .containsExactly(Requirement.sameKey(List.of("fs_read_file"), Requirement.Key.at("/path"))
                        .asExternal());
    }

    @Test
    void takesDescriptionsFromJavadoc() {
        assertThat(everyType.description())
                .isEqualTo("Shows every type, with {code}, paths and lists: \"quotes\", \\ and \u00e9.");
        assertThat(everyType.schema().parameter("small").map(Parameter::description))
                .contains("from -128 to 127");
        assertThat(modifyFile.schema().toString()).isNotEmpty();
        JsonNode with = JSON.valueToTree(modifyFile.schema().toJson())
                .at("/properties/patterns/items/properties/with/description");
        assertThat(with.asText()).isEqualTo("what it becomes; nothing unless given");
    }

    @Test
    void jsonSchemaIsTheSchemas() {
        for (ToolSpec<?> tool : List.of(everyType, modifyFile, load("Ping"))) {
            assertThat(tool.jsonSchema()).isEqualTo(tool.schema().toJson().toString());
        }
    }

    @Test
    void bindsEveryType() throws Exception {
        Object record = everyType.bind((ObjectNode) JSON.readTree(COMPLETE));
        assertThat(component(record, "name")).isEqualTo("n");
        assertThat(component(record, "path")).isEqualTo(Path.of("src/a"));
        assertThat(component(record, "flag")).isEqualTo(true);
        assertThat(component(record, "small")).isEqualTo((byte) -128);
        assertThat(component(record, "medium")).isEqualTo((short) 32767);
        assertThat(component(record, "count")).isEqualTo(3);
        assertThat(component(record, "large")).isEqualTo(300L);
        assertThat(component(record, "big")).isEqualTo(new BigInteger("123456789012345678901234567890"));
        assertThat(component(record, "ratio")).isEqualTo(0.1f);
        assertThat(component(record, "precise")).isEqualTo(0.1);
        assertThat((BigDecimal) component(record, "exact")).isEqualByComparingTo("0.1");
        assertThat(component(record, "color")).hasToString("GREEN");
        assertThat(component(record, "colors")).hasToString("[RED, GREEN]");
        assertThat(component(record, "paths")).isEqualTo(new LinkedHashSet<>(List.of(Path.of("a"), Path.of("b"))));
        assertThat((int[]) component(record, "ints")).containsExactly(1, 2);
        assertThat((double[]) component(record, "doubles")).containsExactly(0.5);
        assertThat((String[][]) component(record, "table")).isDeepEqualTo(new String[][] {{"a"}, {}});
        assertThat(component(record, "area")).hasToString("Range[from=1, to=2]");
        assertThat(component(record, "areas")).hasToString("{x=Range[from=3, to=4]}");
        assertThat(component(record, "numbers")).isEqualTo(Map.of("y", List.of(5L, 6L)));
        assertThat(component(record, "anything")).isEqualTo(JsonNodeFactory.instance.nullNode());
        assertThat(component(record, "xURL")).isEqualTo("u");
    }

    @Test
    void bindsMissingValues() throws Exception {
        Object without = everyType.bind((ObjectNode) JSON.readTree(COMPLETE));
        assertThat(component(without, "something")).isNull();
        assertThat(component(without, "note")).isEqualTo(Optional.empty());
        assertThat(component(without, "more")).isEqualTo(Optional.empty());
        assertThat(component(without, "maybeInt")).isEqualTo(OptionalInt.empty());
        assertThat(component(without, "maybeLong")).isEqualTo(OptionalLong.empty());
        assertThat(component(without, "maybeDouble")).isEqualTo(OptionalDouble.empty());
        assertThat(component(without, "boxed")).isNull();
        assertThat(component(without, "favourite")).isNull();

        ObjectNode arguments = (ObjectNode) JSON.readTree(COMPLETE);
        arguments.put("note", "x").put("maybe_int", 1).put("maybe_long", 2).put("maybe_double", 0.5);
        arguments.put("boxed", 7).put("favourite", "RED").put("something", true);
        arguments.putArray("more").addObject().put("from", 1).put("to", 2);
        Object with = everyType.bind(arguments);
        assertThat(component(with, "note")).isEqualTo(Optional.of("x"));
        assertThat(component(with, "more")).hasToString("Optional[[Range[from=1, to=2]]]");
        assertThat(component(with, "maybeInt")).isEqualTo(OptionalInt.of(1));
        assertThat(component(with, "maybeLong")).isEqualTo(OptionalLong.of(2));
        assertThat(component(with, "maybeDouble")).isEqualTo(OptionalDouble.of(0.5));
        assertThat(component(with, "boxed")).isEqualTo(7);
        assertThat(component(with, "favourite")).hasToString("RED");
        assertThat(component(with, "something")).hasToString("true");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/path      | 'a\\u0000b'                   | TYPE_MISMATCH     | /path",
                "/path      | 3                             | TYPE_MISMATCH     | /path",
                "/small     | 128                           | TYPE_MISMATCH     | /small",
                "/count     | 2147483648                    | TYPE_MISMATCH     | /count",
                "/count     | 1.5                           | TYPE_MISMATCH     | /count",
                "/large     | 9223372036854775808           | TYPE_MISMATCH     | /large",
                "/big       | 1e2000                        | TYPE_MISMATCH     | /big",
                "/ratio     | 1e39                          | TYPE_MISMATCH     | /ratio",
                "/precise   | 1e309                         | TYPE_MISMATCH     | /precise",
                "/color     | 'BLUE'                        | NOT_ALLOWED_VALUE | /color",
                "/colors    | ['RED', 'x']                  | NOT_ALLOWED_VALUE | /colors/1",
                "/areas     | {'a/b': {'from': 'x'}}        | TYPE_MISMATCH     | /areas/a~1b/from",
                "/area      | {'from': 1}                   | MISSING_PARAMETER | /area/to",
                "/table     | [['a'], [null]]               | TYPE_MISMATCH     | /table/1/0",
                "/flag      | 'true'                        | TYPE_MISMATCH     | /flag",
                "/more      | {}                            | TYPE_MISMATCH     | /more",
            },
            quoteCharacter = '`')
    void rejectsUnrepresentableValues(String at, String value, DiagnosticCode code, String pointer) throws Exception {
        ObjectNode arguments = (ObjectNode) JSON.readTree(COMPLETE);
        arguments.set(at.strip().substring(1), JSON.readTree(value.strip().replace('\'', '"')));
        assertThatThrownBy(() -> everyType.bind(arguments)).isInstanceOfSatisfying(ArgumentException.class, thrown -> {
            assertThat(thrown.error().code()).isEqualTo(code);
            assertThat(thrown.error().pointer()).isEqualTo(pointer);
        });
    }

    @Test
    void typedArgumentsHaveOnlyTheirMatchers() {
        assertThat(using("ModifyFileTool.PATH.prefix(\"src/\")")).isEmpty();
        assertThat(using("ModifyFileTool.PATTERNS_FIND.all().constant(\"x\")")).isEmpty();
        assertThat(using("ModifyFileTool.PATH.minimum(3)")).contains("cannot find symbol", "minimum(int)");
        assertThat(using("ModifyFileTool.PATTERNS.prefix(\"x\")")).contains("cannot find symbol", "prefix");
    }

    @Test
    void schemaMayExceedAConstant() throws Exception {
        StringBuilder components = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            String description = ("word " + i + " \u00e9 " + " ".repeat(i)).repeat(1500);
            components.append(i == 0 ? "" : ", ").append("@Param(\"" + description + "\") String p" + i);
        }
        ToolSpec<?> tool = load(
                "Long",
                Compiling.source(
                        "Long",
                        "package demo; import dev.toolpolicy.annotation.*; @Tool record Long(" + components + ") {}"));
        assertThat(tool.jsonSchema()).hasSizeGreaterThan(100_000);
        assertThat(tool.jsonSchema()).isEqualTo(tool.schema().toJson().toString());
    }

    @Test
    void deprecatedToolCausesNoWarnings() {
        ToolSpec<?> tool = load(
                "Old",
                Compiling.source(
                        "Old",
                        "package demo; @Deprecated @dev.toolpolicy.annotation.Tool public record Old(int x) {}"));
        assertThat(tool.name()).isEqualTo("old");
    }

    /** The compiler represents an unknown value by this text. */
    @Test
    void valuesMayBeAnyText() {
        ToolSpec<?> tool = load(
                "Grep",
                Compiling.source(
                        "Grep",
                        "package demo; import dev.toolpolicy.annotation.*; import dev.toolpolicy.annotation.Mode;@Tool"
                                + " @Policy(run = {@Rule(arg = \"/text\", constant = \"<error>\", mode ="
                                + " Mode.DENY),@Rule(mode = Mode.ASK)}) public record Grep(String text) {}"));
        assertThat(tool.run())
                .contains(RuleList.of(
                        RuleSpec.when(Argument.Text.at("/text").constant("<error>"), DENY), RuleSpec.otherwise(ASK)));
    }

    /** Records and enums may have the names of types that definitions mention. */
    @Test
    void toolsMayHideNamesThatDefinitionsUse() {
        JavaFileObject rule = Compiling.source("RuleSpec", """
            package demo;
            import dev.toolpolicy.annotation.Mode;
            import dev.toolpolicy.annotation.Policy;
            import dev.toolpolicy.annotation.Rule;
            import dev.toolpolicy.annotation.Tool;
            /** Has the name of a type that its definition uses. */
            @Tool
            @Policy(run = {
                @Rule(arg = "/mode", constant = "ON", mode = Mode.ASK),
                @Rule(arg = "/list/name", prefix = "a", mode = Mode.DENY),
                @Rule(mode = Mode.ASK)})
            public record RuleSpec(other.Mode mode, List list, java.util.List<other.Mode> modes, Optional optional) {}
            """);
        Compilation compilation = Compiling.strictly(
                rule,
                Compiling.source("List", "package demo; public record List(String name) {}"),
                Compiling.source("Optional", "package demo; public record Optional(int count) {}"),
                JavaFileObjects.forSourceString("other.Mode", "package other; public enum Mode { ON, OFF }"));
        assertThat(compilation.diagnostics()).isEmpty();
        assertThat(Compiling.text(
                        compilation.generatedSourceFile("demo.RuleSpecTool").orElseThrow()))
                .contains("import dev.toolpolicy.annotation.Mode;")
                .contains("case \"ON\" -> other.Mode.ON;")
                .contains("dev.toolpolicy.rule.RuleSpec.when(MODE.constant(\"ON\"), Mode.ASK)")
                .contains("return java.util.Optional.of(RUN);");
    }

    private static String using(String expression) {
        return Compiling.printed(Compiling.tools(
                Compiling.source(Goldens.RESOURCES.resolve("good/ModifyFile.java")),
                Compiling.source(
                        "Use",
                        "package demo; class Use { static final dev.toolpolicy.rule.Condition C = " + expression
                                + "; }")));
    }

    private static ToolSpec<?> load(String name) {
        return load(name, Compiling.source(Goldens.RESOURCES.resolve("good/" + name + ".java")));
    }

    private static ToolSpec<?> load(String name, JavaFileObject source) {
        ClassLoader loader = Compiling.load(Compiling.strictly(source));
        try {
            Class<?> definition = loader.loadClass("demo." + name + "Tool");
            return (ToolSpec<?>) definition.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static Object component(Object record, String name) throws ReflectiveOperationException {
        var accessor = record.getClass().getDeclaredMethod(name);
        accessor.setAccessible(true);
        return accessor.invoke(record);
    }
}
