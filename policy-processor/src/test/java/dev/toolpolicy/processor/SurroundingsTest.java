package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.testing.compile.Compilation;
import dev.toolpolicy.ToolSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A definition compiles without warnings for all other types and names around its tool. */
class SurroundingsTest {
    private static final String IMPORTS =
            "package demo; import dev.toolpolicy.annotation.*; import dev.toolpolicy.annotation.Mode;"
                    + " import java.util.*; import org.jspecify.annotations.Nullable;\n";
    /** Mentions each class of {@code java.lang} that definitions can mention, and much of the rest. */
    private static final String WRITE = """
        package demo;

        /** Writes. */
        @Deprecated
        @dev.toolpolicy.annotation.Tool
        @dev.toolpolicy.annotation.Policy(
            run = {
                @dev.toolpolicy.annotation.Rule(arg = "/text", prefix = "a", mode = dev.toolpolicy.annotation.Mode.ASK),
                @dev.toolpolicy.annotation.Rule(arg = "/c", minimum = "0.5", mode = dev.toolpolicy.annotation.Mode.ASK),
                @dev.toolpolicy.annotation.Rule(mode = dev.toolpolicy.annotation.Mode.DENY)
            },
            requires = @dev.toolpolicy.annotation.Require(tools = "read", key = "/text", external = true))
        public record Write(
            java.lang.String text, java.nio.file.Path path, boolean flag, byte small, short medium, int count, long large,
            float a, double b, java.math.BigDecimal c, java.lang.Integer boxed, java.util.OptionalInt maybe,
            double[] doubles, int[] ints, long[] longs, java.lang.Boolean[] flags, java.lang.Byte[] bytes,
            java.lang.Short[] shorts, java.lang.Integer[] integers, java.lang.Long[] boxes, java.lang.Float[] floats,
            java.lang.Double[] numbers, java.util.Optional<java.lang.String> note, Inner inner,
            java.util.Map<java.lang.String, Kind> kinds,
            @dev.toolpolicy.annotation.Param(defaultValue = "[true, null, 1, 2.5, {\\"a\\": \\"b\\"}]")
            com.fasterxml.jackson.databind.JsonNode any) {
            record Inner(int x) {}
            enum Kind { ONE }
        }
        """;

    @TempDir
    private Path folder;

    /** The tool is deprecated, so its definition mentions {@code SuppressWarnings}. */
    @Test
    void classesMayHideNamesThatDefinitionsMention() {
        Set<String> mentioned = mentioned(definition(Compiling.strictly(Compiling.source("Write", WRITE)), "Write"));
        assertThat(mentioned)
                .contains("String", "Override", "SuppressWarnings", "Integer", "Short", "Float", "List", "Argument");
        List<JavaFileObject> sources = new ArrayList<>(List.of(Compiling.source("Write", WRITE)));
        for (String name : mentioned) {
            boolean annotation = Set.of("Override", "SuppressWarnings", "Generated", "Deprecated")
                    .contains(name);
            sources.add(Compiling.source(
                    name, "package demo; public " + (annotation ? "@interface " : "class ") + name + " {}"));
        }
        Compilation compilation = Compiling.strictly(sources.toArray(JavaFileObject[]::new));
        assertThat(compilation.diagnostics()).isEmpty();
        assertThat(definition(compilation, "Write"))
                .contains("import java.util.List;", "import dev.toolpolicy.rule.Argument;", "@java.lang.Override")
                .contains("public static final java.lang.String NAME", "java.lang.Integer.MIN_VALUE");
    }

    /** The catalog of a named module is in a package where others may be. */
    @Test
    void catalogPackageMayHideNamesToo() {
        String printed = ModuleBuild.in(folder)
                .source("module-info.java", "module acme.tools { requires java.compiler; }")
                .source("acme/tools/Override.java", "package acme.tools; @interface Override {}")
                .source("acme/tools/Ping.java", "package acme.tools; @dev.toolpolicy.annotation.Tool record Ping() {}")
                .options("--add-reads", "acme.tools=ALL-UNNAMED")
                .compile();
        assertThat(printed).contains("acme.tools doesn't provide its tools").doesNotContain("error", "Override");
        assertThat(folder.resolve("acme/tools/ModuleTools.java"))
                .content()
                .contains("@java.lang.Override\n    public List<ToolSpec<?>> tools() {");
    }

    /** Constants of arguments are named in capitals, as are enums like these. */
    @Test
    void enumsMayBeNamedAsConstants() throws Exception {
        Compilation compilation = Compiling.strictly(
                Compiling.source(
                        "Build",
                        IMPORTS + "/** Builds. */ @Tool public record Build(OS os, NAME other, List<Kind.V> v,"
                                + " reader small) {}"),
                Compiling.source("reader", "package demo; public enum reader { C }"),
                Compiling.source("OS", "package demo; public enum OS { LINUX, MAC }"),
                Compiling.source("NAME", "package demo; public enum NAME { A }"),
                Compiling.source("Kind", "package demo; public interface Kind { enum V { B } }"));
        assertThat(compilation.diagnostics()).isEmpty();
        assertThat(definition(compilation, "Build"))
                .contains("case \"MAC\" -> demo.OS.MAC;", "case \"A\" -> demo.NAME.A;", "case \"B\" -> Kind.V.B;");
        assertThat(bound(compilation, "Build", "{'os': 'MAC', 'other': 'A', 'v': ['B'], 'small': 'C'}"))
                .isEqualTo("Build[os=MAC, other=A, v=[B], small=C]");
    }

    /** Sources may have any encoding, so a definition writes other characters as escapes. */
    @Test
    void pointersOfLimitsMayHaveAnyCharacters() {
        Compilation compilation = Compiling.strictly(
                Compiling.source("Pay", IMPORTS + """
                    /** Pays. */
                    @Tool
                    @Policy(run = @Rule(mode = Mode.ASK), facts = Caller.class,
                        limits = @Limit(total = "9", of = "/h\u00F6he", per = "1h", by = "/st\u00E4dt"))
                    public record Pay(int h\u00F6he) {}
                    """),
                Compiling.source("Caller", "package demo; public record Caller(String st\u00E4dt) {}"));
        assertThat(compilation.diagnostics()).isEmpty();
        assertThat(definition(compilation, "Pay"))
                .contains("CallLimit.total(\"9\", \"/h\\u00f6he\")", ".by(\"/st\\u00e4dt\")")
                .matches("\\p{ASCII}*");
    }

    /** The binder calls the canonical constructor, even if others accept the arguments. */
    @Test
    void recordsMayHaveOtherConstructors() throws Exception {
        Compilation compilation =
                Compiling.strictly(Compiling.source("Limit", IMPORTS + """
                    /** Limits. */
                    @Tool
                    public record Limit(Long bytes, Boolean hard, @Nullable List<String> names, Optional<int[][]> table) {
                        Limit(long kilobytes, boolean hard, @Nullable List<String> names, Optional<int[][]> table) {
                            this((Long) (1024 * kilobytes), (Boolean) hard, (List<String>) null, table);
                        }

                        Limit(Number bytes, Object hard, Object names, Object table) {
                            this((Long) bytes.longValue(), (Boolean) hard, (List<String>) null, Optional.empty());
                        }
                    }
                    """), Compiling.source("Names", IMPORTS + """
                        /** Names. */
                        @Tool
                        public record Names(@Nullable List<String> names, String @Nullable [] others) {
                            Names(@Nullable Set<String> names, @Nullable List<String> others) {
                                this((List<String>) null, (String[]) null);
                            }
                        }
                        """));
        assertThat(compilation.diagnostics()).isEmpty();
        assertThat(bound(compilation, "Limit", "{'bytes': 3, 'hard': true, 'names': ['a']}"))
                .isEqualTo("Limit[bytes=3, hard=true, names=[a], table=Optional.empty]");
        assertThat(bound(compilation, "Names", "{'names': ['a']}")).isEqualTo("Names[names=[a], others=null]");
    }

    /** The author sees these warnings in the source. They are not repeated in generated code. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "@Deprecated record Part(int x) {} @Tool public record Send(List<Part> parts) {}",
                "@Deprecated record Part(int x) {} record Whole(Map<String, Part> parts) {} @Tool public record"
                        + " Send(Whole whole) {}",
                "record Part(int x) { @Deprecated Part {} } @Tool public record Send(Optional<Part> part) {}",
                "enum Kind { @Deprecated OLD, NEW } @Tool public record Send(Kind[] kinds) {}",
                "@Deprecated interface Old { enum Kind { NEW } } @SuppressWarnings(\"deprecation\") @Tool public"
                        + " record Send(Old.Kind kind) {}",
                "@Tool public record Send(int x) { @Deprecated public Send {} }",
                "@Tool @Deprecated(forRemoval = true) public record Send(int x) {}",
                "@Deprecated(forRemoval = true) record Part(@Deprecated int y) {} @Deprecated record Other(int x) {}"
                        + " @Tool public record Send(Part part, Other other) {}"
            })
    void deprecatedTypesCauseNoWarnings(String tool) {
        Compilation compilation = Compiling.strictly(
                Compiling.source("Tools", IMPORTS + "@SuppressWarnings(\"removal\") class Tools {" + tool + "}"));
        assertThat(compilation.diagnostics()).isEmpty();
        assertThat(definition(compilation, "Tools_Send")).contains("@SuppressWarnings(");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "interface Place { @Tool record Send(Part part) {} record Part(int x) {} }",
                "enum Place { A; @Tool record Send(Place place) {} }",
                "@interface Place { @Tool record Send(Kind kind) {} enum Kind { A } }",
                "class Place<T> { @Tool record Send(Place.Part part) {} record Part(int x) {} }",
                "class Place { class Inner { @Tool record Send(Kind kind) {} enum Kind { A } } }",
                "class Place { @Tool record Send(String... names) {} }",
                "class Place { interface Named { String name(); } @Tool record Send(String name) implements Named {} }",
                "class Place { @Tool(name = \"send\") record $end(int $, int _a, $ b) { enum $ { $ } } }",
                "class Place { @Tool record Send(when a, with b) { enum when { record, yield, var, sealed } record"
                        + " with(int open) {} } }",
                "class Place { @Tool record Send(String record, String var, String yield, String sealed, String when,"
                    + " String reader, String arguments, String element, String name, String bind, String run, String"
                    + " result, String json_schema, String name_argument, String toolName) {} }",
                "class Place { @Tool @Result(labels = \"private\") record Send(String results) {} }",
                "class Place { @Tool @Policy(limits = @Limit(calls = 1, per = \"30000d\")) record Send() {} }",
                "class Place { @Tool @Policy(requires = @Require(tools = \"x\", external = true, reason = \"\"),"
                        + " limits = @Limit(calls = 1, per = \"\", of = \"\", rule = \"\", by = \"\", reason = \"\"))"
                        + " record Send() {} }",
                "class Place { record Caller(List<Integer> sums) {} @Tool @Policy(facts = Caller.class, run = {"
                        + "@Rule(arg = \"/sum\", inFact = \"/sums\", minimum = \"1\", mode = Mode.ALLOW),"
                        + " @Rule(mode = Mode.ASK)}) record Send(int sum) {} }"
            })
    void toolsMayStandAnywhere(String source) {
        Compilation compilation = Compiling.strictly(Compiling.source("Place", IMPORTS + source));
        assertThat(compilation.diagnostics()).isEmpty();
        assertThat(compilation.generatedSourceFiles()).hasSize(2);
    }

    /** The simple names of types in a source, and some other words. */
    private static Set<String> mentioned(String source) {
        Set<String> words = Pattern.compile("\\b[A-Z]\\w*[a-z]\\w*")
                .matcher(source)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
        words.removeAll(Set.of("Write", "WriteTool"));
        return words;
    }

    private static String definition(Compilation compilation, String tool) {
        return Compiling.text(
                compilation.generatedSourceFile("demo." + tool + "Tool").orElseThrow());
    }

    private static String bound(Compilation compilation, String tool, String arguments) throws Exception {
        Class<?> definition = Compiling.load(compilation).loadClass("demo." + tool + "Tool");
        ToolSpec<?> made = (ToolSpec<?>) definition.getConstructor().newInstance();
        return made.bind((ObjectNode) new ObjectMapper().readTree(arguments.replace('\'', '"')))
                .toString();
    }
}
