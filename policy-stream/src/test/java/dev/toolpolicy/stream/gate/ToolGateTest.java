package dev.toolpolicy.stream.gate;

import static dev.toolpolicy.stream.gate.Gates.call;
import static dev.toolpolicy.stream.gate.Gates.delta;
import static dev.toolpolicy.stream.gate.Gates.response;
import static dev.toolpolicy.stream.gate.Gates.session;
import static dev.toolpolicy.stream.gate.Gates.text;
import static dev.toolpolicy.stream.gate.Gates.through;
import static dev.toolpolicy.stream.gate.Gates.words;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import dev.toolpolicy.stream.run.StreamRunner;
import dev.toolpolicy.stream.run.StreamSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Allowed calls go out unchanged; a text with the reason replaces the others. */
class ToolGateTest {
    private static final String FREE = "{\"path\":\"src/a\"}";
    private static final String SKIPPED = "{\"path\":\".git/config\"}";
    private static final String REFUSED =
            "The call of \"write\" was removed from this response. Denied by this tool's policy.";

    @Test
    void allowedCallsGoOutUnchanged() {
        List<StreamChunk> all = response(
                "tool_calls",
                List.of(StreamChunk.empty().withRole("assistant").withRaw("start"), text("Let me see.")),
                call(0, "write", FREE),
                List.of(StreamChunk.empty().withRaw("ping")),
                call(1, "ping", ""));
        List<StreamChunk> sent = through(session(), all);
        assertThat(sent).hasSameSizeAs(all);
        for (int i = 0; i < all.size(); i++) {
            assertThat(sent.get(i)).isSameAs(all.get(i));
        }
    }

    @Test
    void deniedCallsAreReplacedInPlace() {
        List<StreamChunk> sent = through(
                session(),
                response("tool_calls", List.of(text("Now.")), call(0, "write", SKIPPED), List.of(text(" Done."))));
        assertThat(words(sent)).isEqualTo("Now.\n\n" + REFUSED + " Done.|stop");
        assertThat(sent).allSatisfy(chunk -> assertThat(chunk.toolCalls()).isEmpty());
        assertThat(sent.get(2).raw()).contains("raw  Done.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "write # {\"path\":\"x\"} # nobody is there to give it.",
                "write # {\"path\":\"doc/a\"} # nobody is there to give it.",
                "write # {\"path\":1} # invalid arguments at /path: expected a path",
                "write # {\"path\":\"src/a\" # invalid arguments at character 15: the text ended",
                "write # [] # invalid arguments: expected an object",
                "write # {\"path\":\"src/a\"}{} # invalid arguments at character 16: expected nothing",
                "write # `` # invalid arguments: the required parameter",
                "wrte # {\"path\":\"src/a\"} # no tool is named",
                "deploy # {} # can run only after",
            })
    void everythingElseThanACallThatMayRunIsRefused(String tool, String arguments, String reason) {
        List<StreamChunk> sent = through(session(), response("tool_calls", call(0, tool, arguments)));
        assertThat(words(sent))
                .startsWith("The call of \"" + tool + "\" was removed from this response. ")
                .contains(reason)
                .endsWith("|stop");
        assertThat(sent).allSatisfy(chunk -> assertThat(chunk.toolCalls()).isEmpty());
    }

    @Test
    void callsBehindARefusedOneMoveUp() {
        List<StreamChunk> all = response(
                "tool_calls",
                call(0, "ping", "{}"),
                call(1, "write", SKIPPED),
                call(2, "write", FREE),
                call(3, "read", FREE));
        List<StreamChunk> sent = through(session(), all);
        assertThat(words(sent))
                .isEqualTo("<0 ping>{}" + REFUSED + "<1 write>" + FREE + "<2 read>" + FREE + "|tool_calls");
        assertThat(sent.subList(0, 3)).isEqualTo(all.subList(0, 3));
    }

    @Test
    void callsKeepTheirIndexesWhereATextTakesTheRefusedOnesPlace() {
        List<StreamChunk> all = response("tool_calls", call(1, "write", SKIPPED), call(2, "write", FREE));
        GateSession session = session();
        List<StreamChunk> sent = through(ToolGate.of(request -> session).keepingIndexes(), all);
        assertThat(words(sent)).isEqualTo(REFUSED + "<2 write>" + FREE + "|tool_calls");
        assertThat(sent.subList(1, 5)).isEqualTo(all.subList(3, 7));
    }

    @Test
    void indexesThatDontStartAtZeroNeverCollide() {
        List<StreamChunk> sent = through(
                session(),
                response("tool_calls", call(1, "ping", "{}"), call(2, "write", SKIPPED), call(3, "test", "{}")));
        assertThat(words(sent)).isEqualTo("<1 ping>{}" + REFUSED + "<2 test>{}|tool_calls");
    }

    @Test
    void aRefusedCallOfOneChoiceMovesNoneOfAnother() {
        GateSession session = session();
        StreamSettings choices = StreamSettings.defaults().allowingChoices();
        List<StreamChunk> sent = through(
                ToolGate.of(request -> session),
                choices,
                List.of(
                        delta(0, "a", "write", SKIPPED),
                        delta(1, "b", "ping", "{}").withChoice(1),
                        delta(3, "c", "test", "{}").withChoice(1),
                        Gates.finish("tool_calls"),
                        Gates.finish("tool_calls").withChoice(1)));
        assertThat(sent.stream().flatMap(chunk -> chunk.toolCalls().stream()).map(ToolCallDelta::index))
                .containsExactly(1, 3);
    }

    @Test
    void oneOfTwoCallsInAChunkGoesOut() {
        StreamChunk both = StreamChunk.text("Both.")
                .withRole("assistant")
                .withToolCalls(
                        List.of(new ToolCallDelta(0, "a", "write", SKIPPED), new ToolCallDelta(1, "b", "ping", "{}")))
                .withRaw("both");
        List<StreamChunk> sent = through(session(), List.of(both, Gates.finish("tool_calls")));
        assertThat(words(sent)).isEqualTo("Both.\n\n" + REFUSED + "<0 ping>{}|tool_calls");
        assertThat(sent.get(0).role()).isEqualTo("assistant");
        assertThat(sent.get(0).raw()).isEmpty();
        assertThat(sent.get(0).toolCalls()).containsExactly(new ToolCallDelta(0, "b", "ping", "{}"));
    }

    @Test
    void twoIdsAtOneIndexAreTwoCalls() {
        List<StreamChunk> all = List.of(
                delta(0, "a", "write", SKIPPED),
                delta(0, "b", "ping", "{}"),
                delta(0, "c", "test", "{}"),
                Gates.finish("tool_calls"));
        assertThat(words(through(session(), all))).isEqualTo(REFUSED + "<0 ping>{}<1 test>{}|tool_calls");
    }

    @Test
    void callsWithoutIndexesAndIdsAreToldApart() {
        List<StreamChunk> all = List.of(
                delta(-1, "", "ping", "{"),
                delta(-1, "", "", "}"),
                delta(-1, "", "write", SKIPPED),
                delta(-1, "", "test", "{}"),
                Gates.finish("tool_calls"));
        assertThat(words(through(session(), all))).isEqualTo("<0 ping>{}" + REFUSED + "<1 test>{}|tool_calls");
    }

    @Test
    void interleavedCallsGoOutWhereTheyMayInterleave() {
        List<StreamChunk> all = List.of(
                delta(0, "a", "write", "{\"path\":"),
                delta(1, "b", "read", "{\"path\":"),
                delta(0, "", "", "\".git\"}"),
                delta(1, "", "", "\"x\"}"),
                Gates.finish("tool_calls"));
        GateSession session = session();
        List<StreamChunk> sent = through(
                ToolGate.of(request -> session), StreamSettings.defaults().deferringCalls(), all);
        assertThat(words(sent)).isEqualTo(REFUSED + "<0 read>{\"path\":\"x\"}|tool_calls");
    }

    @Test
    void nothingOfACallGoesOutBeforeItIsDecided() {
        List<StreamChunk> sent = new ArrayList<>();
        GateSession session = session();
        var stream =
                StreamRunner.of(ToolGate.of(request -> session)).open(Gates.REQUEST, new Collecting(sent), () -> {});
        for (StreamChunk chunk : response("", List.of(text("a")), call(0, "ping", "{}"))) {
            stream.push(chunk);
        }
        stream.push(text("held"));
        assertThat(words(sent)).isEqualTo("a");
        stream.push(delta(1, "call_1", "write", ""));
        assertThat(words(sent)).isEqualTo("a<0 ping>{}held");
        stream.push(delta(1, "", "", SKIPPED));
        stream.push(Gates.finish("tool_calls"));
        stream.finish();
        assertThat(words(sent)).isEqualTo("a<0 ping>{}held\n\n" + REFUSED + "|tool_calls");
    }

    @ParameterizedTest
    @CsvSource({"length", "content_filter", "whatever"})
    void truncatedCallsNeverGoOut(String reason) {
        List<StreamChunk> sent =
                through(session(), response(reason, call(0, "write", FREE.substring(0, FREE.length() - 1))));
        assertThat(words(sent))
                .startsWith("The call of \"write\" was removed from this response. The response was cut")
                .endsWith("|" + reason);
        List<StreamChunk> whole = response(reason, call(0, "write", FREE));
        assertThat(through(session(), whole)).as("a whole call").isEqualTo(whole);
    }

    @Test
    void aResponseWithoutAFinishLetsNoOpenCallOut() {
        assertThat(words(through(session(), response("", call(0, "write", FREE)))))
                .isEqualTo("A call was removed from this response. The response ended before the call was complete.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "remove # {\"path\":\"a\"} # false", // without our default it isn't known to be unforced
                "remove # {\"path\":\"a\",\"force\":null} # false",
                "remove # {\"path\":\"a\",\"force\":false} # true",
                "search # {} # false", // with our default it is skipped
                "search # `` # false",
                "search # {\"where\":\"a\"} # true",
            })
    void aDefaultMakesRulesStricterAndNeverLooser(String tool, String arguments, boolean passes) {
        List<StreamChunk> sent = through(session(), response("tool_calls", call(0, tool, arguments)));
        assertThat(sent.stream().anyMatch(chunk -> !chunk.toolCalls().isEmpty()))
                .isEqualTo(passes);
    }

    @Test
    void aPolicyMayDenyEitherReading() {
        for (boolean withForce : List.of(true, false)) {
            GateSession session = GateSession.of(
                    Gates.engine().policies(new ForcePolicy(withForce)).build().session("s"));
            ToolGate gate = ToolGate.of(request -> session);
            assertThat(words(through(gate, response("tool_calls", call(0, "remove", "{\"path\":\"a\"}")))))
                    .isEqualTo("The call of \"remove\" was removed from this response. this reading is denied.|stop");
            assertThat(words(through(
                            gate, response("tool_calls", call(0, "remove", "{\"path\":\"a\",\"force\":false}")))))
                    .startsWith(withForce ? "The call of" : "<0 remove>");
        }
    }

    @Test
    void aLongSessionOfAnUnbelievedClientIsNotLockedByItsOpenCalls() {
        GateSession session = GateSession.of(
                Gates.engine().policies(LimitPolicy.quota(3000, "ping")).build().session("s"));
        ToolGate gate = ToolGate.of(request -> session);
        for (int i = 0; i < 1500; i++) { // each goes through twice
            assertThat(words(through(gate, response("tool_calls", call(0, "ping", "{}")))))
                    .as("call %d", i)
                    .isEqualTo("<0 ping>{}|tool_calls");
        }
        assertThat(words(through(gate, response("tool_calls", call(0, "ping", "{}")))))
                .as("calls of unknown outcome stay spent")
                .contains("has used its quota of 3000 calls");
    }

    /** Denies calls that say whether they are forced, or those that don't. */
    private record ForcePolicy(boolean denied) implements ToolPolicy {
        @Override
        public String name() {
            return "force";
        }

        @Override
        public ToolSelector governs() {
            return ToolSelector.named(List.of("remove"));
        }

        @Override
        public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
            return call.arguments().has("force") == denied
                    ? PolicyDecision.deny("this reading is denied")
                    : PolicyDecision.allow();
        }
    }

    @Test
    void defaultsAreTakenOffWhereverTheyStand() {
        ToolSchema inside = ToolSchema.of(Parameter.optional(
                "steps",
                ParameterType.arrayOf(ParameterType.objectOf(
                        Parameter.optional("force", ParameterType.bool()).withDefault(BooleanNode.FALSE)))));
        DeclaredTool tool = DeclaredTool.of("steps", inside)
                .withRun(RuleList.of(
                        RuleSpec.when(Argument.Flag.at("/steps/force").all().constant(false), Mode.ALLOW),
                        RuleSpec.otherwise(Mode.DENY)));
        GateSession session = GateSession.of(PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(tool)))
                .build()
                .session("s"));
        ToolGate gate = ToolGate.of(request -> session);
        assertThat(words(through(gate, response("tool_calls", call(0, "steps", "{\"steps\":[{\"force\":false}]}")))))
                .startsWith("<0 steps>");
        assertThat(words(through(gate, response("tool_calls", call(0, "steps", "{\"steps\":[{}]}")))))
                .contains("was removed");
    }

    @Test
    void fieldsThatMayCarryCallsEndTheResponse() {
        Map<String, JsonNode> bearing = Map.of(
                "steps", JsonNodeFactory.instance.arrayNode().add("ls"),
                "plan",
                        JsonNodeFactory.instance
                                .objectNode()
                                .set("ls", JsonNodeFactory.instance.objectNode().put("path", "/")),
                "graph",
                        JsonNodeFactory.instance
                                .arrayNode()
                                .add(JsonNodeFactory.instance.objectNode().put("Argument\u017f", "-la")),
                "block", JsonNodeFactory.instance.objectNode().put("type", "x").put("text", "ls"),
                "x_action", JsonNodeFactory.instance.objectNode().put("run", "ls"),
                "tool_code", TextNode.valueOf("ls"),
                "FunctionName", TextNode.valueOf("ls"));
        bearing.forEach((field, value) -> {
            List<StreamChunk> sent = through(
                    session(),
                    List.of(
                            text("a"),
                            StreamChunk.text("b").withRaw("b").withUnknownFields(Map.of(field, value)),
                            text("c"),
                            Gates.finish("stop")));
            assertThat(words(sent))
                    .isEqualTo("a\n\nThis response was ended: it holds \"" + field
                            + "\", which can't be checked here.|stop");
        });
    }

    @Test
    void fieldsThatCarryNothingPass() {
        Map<String, JsonNode> harmless = Map.of(
                "fingerprint", TextNode.valueOf("fp_1"),
                "n", IntNode.valueOf(1),
                "costs",
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("input_tokens", 1)
                                .put("status", "done"),
                "tool_calls_left", JsonNodeFactory.instance.nullNode(),
                "function_output", TextNode.valueOf(""),
                "steps", JsonNodeFactory.instance.arrayNode());
        List<StreamChunk> all =
                List.of(StreamChunk.text("b").withRaw("b").withUnknownFields(harmless), Gates.finish("stop"));
        assertThat(through(session(), all)).isEqualTo(all);
    }

    @Test
    void callsOfTheProviderItselfAreRefusedUnlessAllowed() {
        JsonNode call = JsonNodeFactory.instance.objectNode().put("id", "srv_1").put("name", "web_search");
        JsonNode result = JsonNodeFactory.instance.objectNode().put("tool_use_id", "srv_1");
        JsonNode strange = JsonNodeFactory.instance.objectNode().put("tool_use_id", "srv_2");
        StreamChunk ran = StreamChunk.empty().withRaw("1").withUnknownFields(Map.of("server_tool_use", call));
        StreamChunk found =
                StreamChunk.empty().withRaw("2").withUnknownFields(Map.of("web_search_tool_result", result));
        StreamChunk other =
                StreamChunk.empty().withRaw("3").withUnknownFields(Map.of("web_search_tool_result", strange));
        GateSession session = session();
        ToolGate gate = ToolGate.of(request -> session);

        assertThat(words(through(gate, List.of(ran, found, text("x"), Gates.finish("stop")))))
                .isEqualTo("This response was ended: it holds \"server_tool_use\" of \"web_search\", which can't"
                        + " be checked here.|stop");
        List<StreamChunk> allowed = List.of(ran, found, text("x"), Gates.finish("stop"));
        assertThat(through(gate.allowingProviderTools(Set.of("web_search")), allowed))
                .isEqualTo(allowed);
        assertThat(words(through(
                        gate.allowingProviderTools(Set.of("web_search")),
                        List.of(ran, other, text("x"), Gates.finish("stop")))))
                .contains("web_search_tool_result")
                .doesNotContain("x|");
    }
}
