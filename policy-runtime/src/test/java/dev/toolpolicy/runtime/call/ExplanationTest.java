package dev.toolpolicy.runtime.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Explanations at each stage of a call. */
class ExplanationTest {
    private static final DeclaredTool TOOL = DeclaredTool.of(
                    "edit",
                    ToolSchema.of(
                            Parameter.required("command", ParameterType.string()),
                            Parameter.optional("lines", ParameterType.integer()),
                            Parameter.optional(
                                    "edits",
                                    ParameterType.arrayOf(
                                            ParameterType.objectOf(Parameter.optional("path", ParameterType.path()))))))
            .withRun(RuleList.of(
                    RuleSpec.when(Argument.Text.at("/edits/path").prefix(".env"), Mode.DENY),
                    RuleSpec.when(Argument.Numeric.at("/lines").minimum(1000), Mode.EDIT),
                    RuleSpec.when(Argument.Text.at("/command").pattern("^rm\\b"), Mode.ASK),
                    RuleSpec.otherwise(Mode.ALLOW)));

    private static ToolCallStream call() {
        return call(TOOL);
    }

    private static ToolCallStream call(DeclaredTool tool) {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(tool)))
                .recordExplanations()
                .build()
                .session("s")
                .calls()
                .call("c", "edit");
    }

    private static void feed(ToolCallStream call, String text) {
        text.codePoints().forEach(c -> call.append(Character.toString(c)));
    }

    private static String explained(ToolCallStream call) {
        return call.explanation().orElseThrow().toString();
    }

    @Test
    void aWaitingCallSaysForWhat() {
        ToolCallStream call = call();
        feed(call, "{\"command\":\"rmdir x\",\"lines\":1e1,");
        assertEquals("""
              1  /edits/path prefix ".env" -> deny  open
              2  /lines minimum 1000 -> edit        eliminated  /lines = 10, at 33
              3  /command pattern "^rm\\\\b" -> ask   eliminated  /command = "rmd", at 15
              4  otherwise -> allow                 matched
            waiting on /edits/path\
            """, explained(call));
    }

    @Test
    void aFinishedCallSaysWhatSettledEachRule() {
        ToolCallStream call = call();
        feed(call, "{\"edits\":[{\"path\":\"a\"},{}],\"command\":\"rm x\"}");
        call.finish();
        assertEquals("""
              1  /edits/path prefix ".env" -> deny  eliminated  /edits = no more values, at 26
              2  /lines minimum 1000 -> edit        eliminated  /lines = absent, at 44
              3  /command pattern "^rm\\\\b" -> ask   matched     /command = "rm ", at 41  <- decides
              4  otherwise -> allow                 matched
            by the rules: ask\
            """, explained(call));
    }

    @Test
    void placesHaveTheirArrayIndexes() {
        ToolCallStream call = call();
        feed(call, "{\"edits\":[{\"path\":\"a\"},{},{\"path\":\"x/../.env\"}],\"command\":\"ls\"}");
        Explanation explanation = call.explanation().orElseThrow();
        assertEquals(
                "{\"rule\":\"/edits/path prefix \\\".env\\\" -> deny\",\"state\":\"matched\","
                        + "\"place\":\"/edits/2/path\",\"value\":\"\\\"x/../.env\\\"\",\"offset\":45}",
                explanation.toJson().at("/rules/0").toString());
        assertEquals("deny", explanation.toJson().get("mode").textValue());
        assertEquals(1, explanation.toJson().get("rule").intValue());
    }

    @Test
    void longStringsAreCut() {
        ToolCallStream call = call(TOOL.withRun(
                RuleList.of(RuleSpec.when(Argument.Text.at("/command").pattern("end$"), Mode.DENY))));
        feed(call, "{\"command\":\"" + "x".repeat(500) + "end\"}");
        assertEquals(
                "  1  /command pattern \"end$\" -> deny  matched     /command = \"" + "x".repeat(80)
                        + "\"..., at 516  <- decides\nby the rules: deny",
                explained(call));
    }

    @Test
    void anEngineThatDoesNotExplainHasNone() {
        ToolCallStream call = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(TOOL)))
                .build()
                .session("s")
                .calls()
                .call("c", "edit");
        assertTrue(call.explanation().isEmpty());
    }
}
