package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.schema.ArgumentError;
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

/** Each code that makes a call invalid has a page, with what the model is told. */
class CallPagesTest {
    private static final Path PAGES = Path.of("../docs/reference/diagnostics");
    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("path", ParameterType.path()),
            Parameter.optional("lines", ParameterType.integer(1, 500)),
            Parameter.optional("mode", ParameterType.string("text", "binary")),
            Parameter.optional("tags", ParameterType.arrayOf(ParameterType.string())));
    private static final String GOOD = "{\"path\":\"src/a\",\"lines\":20,\"mode\":\"text\",\"tags\":[\"x\"]}";
    private static final List<Page> CODES = List.of(
            new Page(
                    "malformed-json",
                    "The argument text is not JSON by RFC 8259, or continues after its end.",
                    """
                    Tool Policy repairs nothing. Where two parsers could read a text in different ways, choosing one would be unsafe. Examples are
                    comments, single quotes, trailing commas, raw line breaks in strings, bytes that aren't UTF-8 and halves of surrogate pairs.
                    """,
                    "{'path': 'src/a'}",
                    "{\"path\":\"src/a\",}",
                    "{\"path\":\"src/a\"} {\"path\":\".env\"}",
                    "{\"path\":\"\\ud800\"}"),
            new Page(
                    "duplicate-key",
                    "A name comes twice in one object, after escapes are decoded.",
                    """
                    Parsers disagree about which of the two counts, so neither does.
                    """,
                    "{\"path\":\"src/a\",\"path\":\".env\"}",
                    "{\"path\":\"src/a\",\"p\\u0061th\":\".env\"}"),
            new Page(
                    "truncated",
                    "The text ended before its value was complete.",
                    """
                    A length limit, a filter or a lost connection cut the response. Tool Policy never completes a text by guessing.

                    A call without text, or with `null`, has no arguments if the response ended well. In a response that was cut, such a call is truncated too, even if the call's own end said otherwise.
                    """,
                    "{\"path\":\"src/a\",\"lin",
                    "{\"path\":\"src/a\""),
            new Page(
                    "limit-exceeded",
                    "The text, a name, a number, the nesting or the number of values is over its limit.",
                    """
                    In this example the limits are a hundred characters for the text and twenty for a number. [Limits](../limits.md) has the defaults.
                    """,
                    "{\"path\":\"" + "x".repeat(95) + "\"}",
                    "{\"path\":\"a\",\"lines\":100000000000000000000}"),
            new Page(
                    "not-an-object",
                    "The text is JSON, but not an object.",
                    """
                    JSON within a string is not unwrapped. `null` alone is accepted: like a missing text, it means no arguments.
                    """,
                    "\"{\\\"path\\\":\\\"src/a\\\"}\"",
                    "[\"src/a\"]"),
            new Page(
                    "unknown-parameter",
                    "The tool has no such parameter.",
                    """
                    Names are compared exactly, with case, even where a tool would accept another spelling. If the tool takes further arguments, such a name is still invalid when it differs from a declared one, or from another argument, only in case: some programs read both as one.
                    """,
                    "{\"path\":\"src/a\",\"PATH\":\".env\"}",
                    "{\"file\":\"src/a\"}"),
            new Page("missing-parameter", "A required parameter is missing.", """
                An optional parameter may be missing or null, which mean the same. Null for a required one is a [type-mismatch](type-mismatch.md).
                """, "{}", "{\"lines\":20}"),
            new Page(
                    "type-mismatch",
                    "A value doesn't have its parameter's type, or a number is out of range.",
                    """
                    Tool Policy converts nothing: a string that looks like a number is a string, and a single value is not an array.
                    """,
                    "{\"path\":7}",
                    "{\"path\":null}",
                    "{\"path\":\"src/a\",\"lines\":\"20\"}",
                    "{\"path\":\"src/a\",\"lines\":501}",
                    "{\"path\":\"src/a\",\"tags\":\"x\"}"),
            new Page(
                    "not-allowed-value",
                    "A value isn't among those that its parameter allows.",
                    "",
                    "{\"path\":\"src/a\",\"mode\":\"octal\"}"),
            new Page(
                    "internal",
                    "Tool Policy or the tool's own code failed; the call doesn't run.",
                    """
                    This should not happen. The log has the stack trace: of a record's constructor, of a link resolver, or of Tool Policy itself.
                    In this example a record refuses the path.
                    """,
                    "{\"path\":\"what no file system takes\"}"));

    private record Page(String code, String first, String more, String... bad) {}

    /** The pages' tool, whose type takes every path but one. */
    private static final class ReadLines implements ToolSpec<ObjectNode> {
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
            return Optional.of(RuleList.always(Mode.ALLOW));
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
        return error(text).map(ArgumentError::forModel).orElse("valid");
    }

    private static Optional<ArgumentError> error(String text) {
        ArgumentLimits limits = ArgumentLimits.defaults().withText(100).withNumber(20);
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(new ReadLines())))
                .limits(limits)
                .build();
        try (PolicySession session = engine.session("s")) {
            ResponseStream response = session.calls().response();
            response.start(0, "c", "read_lines");
            response.append(0, text);
            response.finish(text.startsWith("{") && !text.endsWith("}") ? ResponseEnd.CUT : ResponseEnd.COMPLETE);
            return response.calls().get(0).finish().error();
        }
    }

    @TestFactory
    Stream<DynamicTest> thePageIsWhatTheModelIsTold() {
        return CODES.stream()
                .map(page -> DynamicTest.dynamicTest(page.code(), () -> check(page.code() + ".md", text(page))));
    }

    @Test
    void theGoodCallIsValid() {
        assertThat(told(GOOD)).isEqualTo("valid");
    }

    @Test
    void everyCodeHasItsPage() throws IOException {
        try (Stream<Path> pages = Files.list(PAGES)) {
            Set<String> written =
                    pages.map(page -> page.getFileName().toString()).collect(Collectors.toSet());
            assertThat(Stream.of(DiagnosticCode.values()).map(code -> code.id() + ".md"))
                    .allMatch(written::contains);
        }
    }

    @Test
    void thePagesAreListed() throws IOException {
        String list = CODES.stream()
                .map(page -> "- [" + page.code() + "](" + page.code() + ".md): " + page.first() + "\n")
                .collect(Collectors.joining());
        check("calls.md", """
            # Errors that models see

            These codes make a call invalid, even if its rules allow it. The model gets one line that says how to fix the call: the place
            as a JSON Pointer, and what was expected. Errors in the text itself also give the character. The code is in records and logs,
            not in the line for the model. A call of an undeclared tool is [unknown-tool](unknown-tool.md).

            """ + list);
    }

    private static String text(Page page) {
        StringBuilder text = new StringBuilder("# ")
                .append(page.code())
                .append("\n\n")
                .append(page.first())
                .append('\n');
        if (!page.more().isEmpty()) {
            text.append('\n').append(page.more());
        }
        text.append("\n## Bad, and what the model is told\n\n```text\n");
        for (String bad : page.bad()) {
            String told = told(bad);
            assertThat(told).startsWith("Not run: ");
            assertThat(error(bad).orElseThrow().code().id()).isEqualTo(page.code());
            text.append(bad).append("\n    ").append(told).append('\n');
        }
        return text.append("```\n\n## Good\n\n```json\n")
                .append(GOOD)
                .append("\n```\n")
                .toString();
    }

    private static void check(String page, String text) throws IOException {
        if (Boolean.getBoolean("goldens.update")) {
            Files.writeString(PAGES.resolve(page), text);
        }
        assertThat(Files.readString(PAGES.resolve(page))).isEqualTo(text);
    }
}
