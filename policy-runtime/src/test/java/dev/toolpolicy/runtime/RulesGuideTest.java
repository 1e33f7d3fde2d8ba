package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.config.internal.read.ToolReader;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The examples of the guide to rules do what it says. */
class RulesGuideTest {
    private static final String PAGE = "reference/rules.md";
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    @TestFactory
    Stream<DynamicTest> eachExampleGetsTheAnswerItShows() {
        List<DynamicTest> tests = new ArrayList<>();
        List<String> before = List.of();
        for (List<String> row :
                new GuideTable(PAGE, "| rules | arguments | answer |").rows().toList()) {
            List<String> rules = row.get(0).equals("the same") ? before : GuideTable.codes(row.get(0));
            String arguments = GuideTable.codes(row.get(1)).get(0);
            tests.add(DynamicTest.dynamicTest(
                    rules + " on " + arguments,
                    () -> assertThat(answer(rules, arguments)).isEqualTo(row.get(2))));
            before = rules;
        }
        return tests.stream();
    }

    @TestFactory
    Stream<DynamicTest> eachPointerIsAPlace() {
        return new GuideTable(PAGE, "| pointer | reaches |")
                .rows()
                .map(row -> GuideTable.codes(row.get(0)).get(0))
                .map(pointer -> DynamicTest.dynamicTest(
                        pointer,
                        () -> assertThat(Resolution.of(ArgumentPointer.parse(pointer), tool().schema()))
                                .isInstanceOf(Resolution.Resolved.class)));
    }

    @TestFactory
    Stream<DynamicTest> eachInvalidRuleHasTheErrorShown() {
        return new GuideTable(PAGE, "| invalid rule | error |")
                .rows()
                .map(row -> DynamicTest.dynamicTest(
                        row.get(0),
                        () -> assertThat(codes(GuideTable.codes(row.get(0)).get(0)))
                                .isEqualTo(GuideTable.codes(row.get(1)))));
    }

    /** The codes of the errors in a list of this rule. */
    private static List<String> codes(String rule) throws JsonProcessingException {
        return RuleListReader.read(RuleScope.of(tool().schema(), PathReading.PLAIN), JSON.readTree("[" + rule + "]"))
                .diagnostics()
                .stream()
                .filter(problem -> problem.isError())
                .map(problem -> problem.code().toString())
                .toList();
    }

    /** The answer to a call of the page's tool, in the words of the tables. */
    static String answer(List<String> rules, String arguments) throws JsonProcessingException {
        try (PolicySession session = builder(rules).build().session("guide")) {
            ToolCallStream call = session.calls().call("", "example").append(arguments);
            assertThat(call.finish()).extracting(ToolCallOutcome::kind).isNotEqualTo(ToolCallOutcome.Kind.INVALID);
            RuleDecision decision = call.decision().orElseThrow();
            String rule =
                    decision.rule().isPresent() ? "rule " + (decision.rule().getAsInt() + 1) : "no rule";
            return decision.mode().word() + ", " + rule;
        }
    }

    /** Builds an engine for the page's tool with these rules. */
    static PolicyEngineBuilder builder(List<String> rules) throws JsonProcessingException {
        DeclaredTool tool = tool();
        JsonNode list = JSON.readTree("[" + String.join(",", rules) + "]");
        RuleList run = RuleListReader.read(RuleScope.of(tool.schema(), PathReading.PLAIN), list)
                .rules()
                .orElseThrow();
        return PolicyEngine.builder().tools(ToolCatalog.of(List.of(tool.withRun(run))));
    }

    /** The tool that the page declares. */
    private static DeclaredTool tool() throws JsonProcessingException {
        String page = GuideTable.text(PAGE);
        String declared = page.substring(page.indexOf("{\"name\": \"example\""));
        return ToolReader.read(JSON.readTree(declared.substring(0, declared.indexOf("```"))));
    }
}
