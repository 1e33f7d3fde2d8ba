package dev.toolpolicy.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The exact place in a call's text where it is decided or denied, for chunks of all sizes. */
class DecisionOffsetsTest {
    private static final DeclaredTool CREATE = DeclaredTool.of(
                    "create",
                    ToolSchema.of(
                            Parameter.required("path", ParameterType.path()),
                            Parameter.required("content", ParameterType.string())))
            .withRun(RuleList.of(RuleSpec.when(Argument.Text.at("/path").prefix("src"), Mode.ALLOW)));
    private static final DeclaredTool SHELL = DeclaredTool.of(
                    "shell",
                    ToolSchema.of(
                            Parameter.required("command", ParameterType.string()),
                            Parameter.optional("cwd", ParameterType.path())))
            .withRun(RuleList.of(
                    RuleSpec.when(Argument.Text.at("/command").pattern("rm\\s+-rf"), Mode.DENY),
                    RuleSpec.otherwise(Mode.ASK)));

    private static ToolCallStream call(DeclaredTool tool) {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(tool)))
                .recordExplanations()
                .build()
                .session("s")
                .calls()
                .call("c", tool.name());
    }

    /** Ways to cut a text: whole, in single units, and at random. */
    private static List<List<String>> cuttings(String text, int count) {
        List<List<String>> all = new ArrayList<>(List.of(
                List.of(text), text.chars().mapToObj(Character::toString).toList()));
        Random random = new Random(11);
        for (int i = 0; i < count; i++) {
            List<String> chunks = new ArrayList<>();
            for (int at = 0; at < text.length(); ) {
                int end = Math.min(text.length(), at + 1 + random.nextInt(1 + text.length() / (1 + i)));
                chunks.add(text.substring(at, end));
                at = end;
            }
            all.add(chunks);
        }
        return all;
    }

    private static void assertDecided(DeclaredTool tool, String marked, Mode mode) {
        int bar = marked.indexOf('|');
        String text = marked.replace("|", "");
        for (List<String> chunks : cuttings(text, 40)) {
            ToolCallStream call = call(tool);
            chunks.forEach(call::append);
            RuleDecision decision = call.decision().orElseThrow();
            assertEquals(mode, decision.mode());
            assertEquals(bar, call.decidedAt().orElseThrow(), () -> "in " + chunks.size() + " chunks");
            long latest = call.explanation().orElseThrow().toJson().findValues("offset").stream()
                    .mapToLong(JsonNode::longValue)
                    .max()
                    .orElse(0);
            assertEquals(bar, latest);
        }
    }

    @Test
    void aFileCreatingCallThatHasItsPathFirstIsDecidedAtItsEnd() {
        String head = "{\"path\":\"src/main.rs\"";
        String rest = ",\"content\":\"" + "fn main() {}\\n".repeat(4_600);
        String padding = "x".repeat(65_560 - head.length() - rest.length() - 2);
        String text = head + "|" + rest + padding + "\"}";
        assertEquals(65_560, text.length() - 1);
        assertEquals(21, text.indexOf('|'));
        assertDecided(CREATE, text, Mode.ALLOW);
    }

    @Test
    void aDangerousCommandIsDecidedWhereItStands() {
        assertDecided(SHELL, "{\"command\":\"" + "echo a; ".repeat(5_000) + "rm  -rf| / ; echo b\"}", Mode.DENY);
        assertDecided(
                SHELL,
                "{\"command\":\"" + "echo \\\"\\u00e9\\ud83d\\ude00\\\"; ".repeat(500)
                        + "\\u0072m\\t-rf| / \ud83d\ude00\"}",
                Mode.DENY);
        assertDecided(SHELL, "{\"command\":\"\ud83d\ude00 rm\\n-x\\u0072f\"|,\"cwd\":\"rm -rf\"}", Mode.ASK);
    }

    @Test
    void noArgumentsAtAllAreDecidedAtTheirEnd() {
        DeclaredTool tool = DeclaredTool.of("free", ToolSchema.of(Parameter.optional("a", ParameterType.string())))
                .withRun(RuleList.of(RuleSpec.when(Argument.Text.at("/a").constant("x"), Mode.DENY)));
        ToolCallStream call = call(tool);
        call.append("  ");
        call.finish();
        assertEquals(2, call.decidedAt().orElseThrow());
    }

    @Test
    void aDenialStandsWhereTheArgumentsItNeedsAreComplete() {
        DeclaredTool read = DeclaredTool.of("read", ToolSchema.of(Parameter.required("path", ParameterType.path())))
                .withRun(RuleList.always(Mode.ALLOW));
        DeclaredTool write = DeclaredTool.of("write", CREATE.schema())
                .withRun(RuleList.always(Mode.ALLOW))
                .requiring(Requirement.sameKey(List.of("read"), Requirement.Key.at("/path")));
        String marked = "{\"path\":\"src/\\u0061\"|,\"content\":\"x\"} ";
        int bar = marked.indexOf('|');
        for (List<String> chunks : cuttings(marked.replace("|", ""), 20)) {
            PolicyEngine engine = PolicyEngine.builder()
                    .tools(ToolCatalog.of(List.of(read, write)))
                    .build();
            ToolCallStream call = engine.session("s").calls().call("c", "write");
            chunks.forEach(call::append);
            assertEquals(bar, call.deniedAt().orElseThrow(), () -> "in " + chunks.size() + " chunks");
            OutcomeKinds.expect(ToolCallOutcome.Kind.DENIED, call.finish());
        }
    }
}
