package dev.toolpolicy.processor;

import static com.google.testing.compile.CompilationSubject.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.testing.compile.Compilation;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.internal.json.JsonEquality;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.schema.Parameter;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that are more than one method of a class file holds, or nested deeper than javac follows. */
class LargeValuesTest {
    private static String many(int number, IntFunction<String> each) {
        return IntStream.range(0, number).mapToObj(each).collect(Collectors.joining(","));
    }

    private static ToolSpec<?> tool(String component, String rule) throws ReflectiveOperationException {
        Compilation compilation = Compiling.strictly(Compiling.source("Large", """
            package demo;

            import com.fasterxml.jackson.databind.JsonNode;
            import dev.toolpolicy.annotation.Mode;
            import dev.toolpolicy.annotation.Param;
            import dev.toolpolicy.annotation.Policy;
            import dev.toolpolicy.annotation.Rule;
            import dev.toolpolicy.annotation.Tool;

            @Tool
            @Policy(run = {%s @Rule(mode = Mode.ASK)})
            public record Large(%s) {}
            """.formatted(rule, component)));
        assertThat(compilation).succeededWithoutWarnings();
        return (ToolSpec<?>) Compiling.load(compilation)
                .loadClass("demo.LargeTool")
                .getField("TOOL")
                .get(null);
    }

    @ParameterizedTest
    @CsvSource({"400, {, }", "1000, {, }", "2500, [, ]"})
    void aDefaultOfManyMembers(int number, String open, String close) throws Exception {
        String json = open + many(number, i -> (open.equals("{") ? "'m" + i + "':" : "") + "1." + i) + close;
        ToolSpec<?> tool = tool("@Param(defaultValue = \"" + json.replace("'", "\\\"") + "\") JsonNode value", "");
        JsonNode read = tool.schema().parameters().stream()
                .findFirst()
                .flatMap(Parameter::defaultValue)
                .orElseThrow();
        assertThat(JsonEquality.equal(read, new JsonMapper().readTree(json.replace('\'', '"'))))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"String, a\u00e9, 9000", "int, 1, 200", "long, 5000000000, 200", "java.math.BigDecimal, 0.1, 9000"})
    void aRuleOfManyValues(String type, String begin, int number) throws ReflectiveOperationException {
        List<String> values =
                IntStream.range(0, number).mapToObj(i -> begin + i + "1").toList();
        String rule = "@Rule(arg = \"/value\", oneOf = {" + many(number, i -> "\"" + values.get(i) + "\"")
                + "}, mode = Mode.ALLOW),";
        Matcher matcher = tool(type + " value", rule)
                .run()
                .orElseThrow()
                .rules()
                .get(0)
                .conditions()
                .get(0)
                .matchers()
                .get(0);
        assertThat(matcher.values()).extracting(JsonNode::asText).containsExactlyElementsOf(values);
    }
}
