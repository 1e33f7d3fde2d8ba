package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolDefinition;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.json.ArgumentLimits;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each code that makes a call invalid has a page, with what the model is told (D6, D7). */
class CallPagesTest {
    private static final Path PAGES = Path.of("../docs/reference/diagnostics");
    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("path", ParameterType.path()),
            Parameter.optional("lines", ParameterType.integer(1, 500)),
            Parameter.optional("mode", ParameterType.string("text", "binary")),
            Parameter.optional("tags", ParameterType.arrayOf(ParameterType.string())));
    private static final String GOOD = "{\"path\":\"src/a\",\"lines\":20,\"mode\":\"text\",\"tags\":[\"x\"]}";
    private static final List<Page> CODES = List.of(
            new Page("malformed-json", "The argument text is no JSON, as RFC 8259 has it, or goes on after its end.", """
                    Nothing is mended: what two readers could take in different ways, a policy must not take in one of them. That is so for
                    comments, single quotes, trailing commas, raw line breaks in strings, bytes that aren't UTF-8 and halves of surrogate pairs.
                    """,
                    "{'path': 'src/a'}", "{\"path\":\"src/a\",}", "{\"path\":\"src/a\"} {\"path\":\".env\"}", "{\"path\":\"\\ud800\"}"),
            new Page("duplicate-key", "A name comes twice in one object, as it is after its escapes are read.", """
                    Readers disagree on which of the two counts; so neither does.
                    """,
                    "{\"path\":\"src/a\",\"path\":\".env\"}", "{\"path\":\"src/a\",\"p\\u0061th\":\".env\"}"),
            new Page("truncated", "The text ended before its value was whole.", """
                    The response was cut, by a length limit, a filter or a lost connection. What came is never completed by guessing.

                    A call without text, or with `null`, has no arguments if the response ended well. In a response that was cut it is truncated, too, whatever the call's own end said.
                    """,
                    "{\"path\":\"src/a\",\"lin", "{\"path\":\"src/a\""),
            new Page("limit-exceeded", "The text, a name, a number, the nesting or the count of values passes its limit.", """
                    Here the limits are a hundred characters for the text and twenty for a number; [Limits](../../guide/limits.md) has those that hold unless said.
                    """,
                    "{\"path\":\"" + "x".repeat(95) + "\"}", "{\"path\":\"a\",\"lines\":100000000000000000000}"),
            new Page("not-an-object", "The text is JSON, but no object.", """
                    Text in a string is not unwrapped. `null` alone is not an error of this kind: it counts as no arguments, as no text does.
                    """,
                    "\"{\\\"path\\\":\\\"src/a\\\"}\"", "[\"src/a\"]"),
            new Page("unknown-parameter", "The tool has no such parameter.", """
                    Names are compared exactly: another case or spelling is another name, even where a tool would take it for the same.
                    """,
                    "{\"path\":\"src/a\",\"PATH\":\".env\"}", "{\"file\":\"src/a\"}"),
            new Page("missing-parameter", "A parameter that the tool requires is missing.", """
                    An optional parameter may be missing or null, which is the same; null for a required one is a [type-mismatch](type-mismatch.md).
                    """,
                    "{}", "{\"lines\":20}"),
            new Page("type-mismatch", "A value isn't of its parameter's type, or a number is out of its range.", """
                    Nothing is converted: a string that looks like a number is a string, and one value is no array of one.
                    """,
                    "{\"path\":7}", "{\"path\":null}", "{\"path\":\"src/a\",\"lines\":\"20\"}", "{\"path\":\"src/a\",\"lines\":501}", "{\"path\":\"src/a\",\"tags\":\"x\"}"),
            new Page("not-allowed-value", "A value isn't among those that its parameter allows.", "",
                    "{\"path\":\"src/a\",\"mode\":\"octal\"}"),
            new Page("internal", "Tool Policy failed, or what a tool says of itself does; the call doesn't run.", """
                    It should never be seen. The log has the trace: of a tool whose type can't be made of valid arguments, of a link resolver, of Tool Policy itself.
                    Here it is a tool whose record refuses the path.
                    """,
                    "{\"path\":\"what no file system takes\"}"));

    private record Page(String code, String first, String more, String... bad) {}

    /** The pages' tool, whose type takes every path but one. */
    private static final class ReadLines implements ToolDefinition<ObjectNode> {
        @Override
        public String name() {
            return "read_lines";
        }

        @Override
        public String description() {
            return "";
        }

        @Override
        public ToolSchema schema() {
            return SCHEMA;
        }

        @Override
        public Optional<RuleList> run() {
            return Optional.of(RuleList.always(Mode.UNATTENDED));
        }

        @Override
        public Optional<RuleList> result() {
            return Optional.empty();
        }

        @Override
        public List<Requirement> requirements() {
            return List.of();
        }

        @Override
        public ObjectNode bind(ObjectNode arguments) {
            if (arguments.path("path").asText().startsWith("what")) {
                throw new IllegalArgumentException("no such path");
            }
            return arguments;
        }
    }

    private static String told(String text) {
        ArgumentLimits limits = ArgumentLimits.defaults().withText(100).withNumber(20);
        PolicyEngine engine = PolicyEngine.builder().tools(ToolCatalog.of(List.of(new ReadLines()))).limits(limits).build();
        try (PolicySession session = engine.session("s")) {
            ResponseStream response = session.response();
            response.start(0, "c", "read_lines");
            response.append(0, text);
            response.finish(text.startsWith("{") && !text.endsWith("}") ? ResponseEnd.CUT : ResponseEnd.COMPLETE);
            return response.calls().get(0).finish() instanceof ToolCallOutcome.Invalid invalid
                    ? invalid.error().forModel()
                    : "valid";
        }
    }

    @TestFactory
    Stream<DynamicTest> thePageIsWhatTheModelIsTold() {
        return CODES.stream().map(page -> DynamicTest.dynamicTest(page.code(), () -> check(page.code() + ".md", text(page))));
    }

    @Test
    void theGoodCallIsValid() {
        assertThat(told(GOOD)).isEqualTo("valid");
    }

    @Test
    void everyCodeHasItsPage() throws IOException {
        try (Stream<Path> pages = Files.list(PAGES)) {
            Set<String> written = pages.map(page -> page.getFileName().toString()).collect(Collectors.toSet());
            assertThat(Stream.of(DiagnosticCode.values()).map(code -> code.id() + ".md")).allMatch(written::contains);
        }
    }

    @Test
    void thePagesAreListed() throws IOException {
        String list = CODES.stream().map(page -> "- [" + page.code() + "](" + page.code() + ".md): " + page.first() + "\n")
                .collect(Collectors.joining());
        check("calls.md", """
                # What models are told

                The codes that make a call invalid, whatever was decided about it. The model gets one line, which says what to mend: the code, the
                place as a JSON Pointer, the character in the text, and what was expected. A call of a tool that nobody declared is [unknown-tool](unknown-tool.md).

                """ + list);
    }

    private static String text(Page page) {
        StringBuilder text = new StringBuilder("# ").append(page.code()).append("\n\n").append(page.first()).append('\n');
        if (!page.more().isEmpty()) {
            text.append('\n').append(page.more());
        }
        text.append("\n## Bad, and what the model is told\n\n```text\n");
        for (String bad : page.bad()) {
            String told = told(bad);
            assertThat(told).startsWith("Invalid arguments (" + page.code() + ") at ");
            text.append(bad).append("\n    ").append(told).append('\n');
        }
        return text.append("```\n\n## Good\n\n```json\n").append(GOOD).append("\n```\n").toString();
    }

    private static void check(String page, String text) throws IOException {
        if (Boolean.getBoolean("goldens.update")) {
            Files.writeString(PAGES.resolve(page), text);
        }
        assertThat(Files.readString(PAGES.resolve(page))).isEqualTo(text);
    }
}
