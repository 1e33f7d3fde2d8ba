package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.config.internal.read.ToolReader;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The analysis and the engine do what the guides to dead rules and to reviews say of their examples. */
class AnalysisGuidesTest {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    @TestFactory
    Stream<DynamicTest> eachListIsFoundOutAboutAsShown() {
        return new GuideTable("explanation/dead-rules.md", "| rules | what is found |")
                .rows()
                .map(row -> DynamicTest.dynamicTest(row.get(0), () -> {
                    List<String> rules = GuideTable.codes(row.get(0));
                    List<String> lines = GuideTable.codes(row.get(1));
                    assertThat(Reachability.of(RuleScope.of(tool().schema(), PathReading.PLAIN), list(rules))
                                    .toString()
                                    .lines())
                            .isEqualTo(lines);
                    for (String line : lines) {
                        int arguments = line.indexOf(" decides {");
                        if (arguments > 0) {
                            assertThat(answer(rules, line.substring(arguments + " decides ".length())))
                                    .endsWith(line.substring(0, arguments));
                        }
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> eachPairOfListsIsComparedAsShown() {
        return new GuideTable("how-to/review-a-change.md", "| before | after | what changes |")
                .rows()
                .map(row -> DynamicTest.dynamicTest(row.toString(), () -> {
                    List<String> before = GuideTable.codes(row.get(0));
                    List<String> after = GuideTable.codes(row.get(1));
                    RuleListDiff diff = RuleListDiff.between(tool().schema(), list(before), list(after));
                    assertThat(diff.toString().lines()).isEqualTo(GuideTable.codes(row.get(2)));
                    for (RuleListDiff.Change change : diff.changes()) {
                        String arguments = change.arguments().toString();
                        assertThat(answer(before, arguments))
                                .startsWith(change.before().mode().word() + ", ");
                        assertThat(answer(after, arguments))
                                .startsWith(change.after().mode().word() + ", ");
                    }
                }));
    }

    private static String answer(List<String> rules, String arguments) throws JsonProcessingException {
        DeclaredTool tool = tool().withRun(list(rules));
        PolicyEngineBuilder builder =
                PolicyEngine.builder().tools(ToolCatalog.of(List.of(tool))).unreachableRules(Severity.WARNING);
        try (PolicySession session = builder.build().session("guide")) {
            ToolCallStream call = session.calls().call("", "example").append(arguments);
            assertThat(call.finish()).extracting(ToolCallOutcome::kind).isNotEqualTo(ToolCallOutcome.Kind.INVALID);
            RuleDecision decision = call.decision().orElseThrow();
            String rule =
                    decision.rule().isPresent() ? "rule " + (decision.rule().getAsInt() + 1) : "no rule";
            return decision.mode().word() + ", " + rule;
        }
    }

    private static RuleList list(List<String> rules) throws JsonProcessingException {
        JsonNode list = JSON.readTree("[" + String.join(",", rules) + "]");
        return RuleListReader.read(RuleScope.of(tool().schema(), PathReading.PLAIN), list)
                .rules()
                .orElseThrow();
    }

    /** The tool that the page declares. */
    private static DeclaredTool tool() throws JsonProcessingException {
        String page = GuideTable.text("explanation/dead-rules.md");
        String declared = page.substring(page.indexOf("{\"name\": \"example\""));
        return ToolReader.read(JSON.readTree(declared.substring(0, declared.indexOf("```"))));
    }
}
