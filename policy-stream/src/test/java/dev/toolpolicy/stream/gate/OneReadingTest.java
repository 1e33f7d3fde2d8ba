package dev.toolpolicy.stream.gate;

import static dev.toolpolicy.stream.gate.Gates.delta;
import static dev.toolpolicy.stream.gate.Gates.finish;
import static dev.toolpolicy.stream.gate.Gates.words;
import static org.assertj.core.api.Assertions.assertThat;

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
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import dev.toolpolicy.stream.run.StreamRunner;
import dev.toolpolicy.stream.run.StreamSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** All readers read the output of the gate alike. */
class OneReadingTest {
    private static final ToolSchema ENV = ToolSchema.of(Parameter.optional("env", ParameterType.string()));
    private static final ToolSchema OPEN = new ToolSchema(ParameterType.objectOf(
            List.of(
                    Parameter.optional("env", ParameterType.string()),
                    Parameter.optional("n", ParameterType.string()),
                    Parameter.optional("N", ParameterType.string())),
            ParameterType.any()));
    private static final String TEST = "{\"env\":\"test\"}";
    private static final StreamSettings DEFERRING = StreamSettings.defaults().deferringCalls();

    private final ToolGate gate = ToolGate.of(request -> GateSession.of(PolicyEngine.builder()
            .tools(ToolCatalog.of(List.of(
                    DeclaredTool.of("deploy", ENV)
                            .withRun(RuleList.of(
                                    RuleSpec.when(Argument.Text.at("/env").constant("test"), Mode.ALLOW),
                                    RuleSpec.otherwise(Mode.DENY))),
                    DeclaredTool.of("open", OPEN)
                            .withRun(RuleList.of(
                                    RuleSpec.when(Argument.Text.at("/env").constant("test"), Mode.ALLOW),
                                    RuleSpec.otherwise(Mode.DENY))),
                    DeclaredTool.of("git", ENV).withRun(RuleList.always(Mode.DENY)),
                    DeclaredTool.of("gogo", ENV).withRun(RuleList.always(Mode.DENY)),
                    DeclaredTool.of("go", ENV).withRun(RuleList.always(Mode.ALLOW)),
                    DeclaredTool.of("git_status", ENV).withRun(RuleList.always(Mode.ALLOW)))))
            .build()
            .session("s")));

    private static ToolCallDelta entry(int index, String id, String name, String arguments) {
        return new ToolCallDelta(index, id, name, arguments);
    }

    private StreamChunk whole(ToolCallDelta... entries) {
        StreamChunk response = StreamChunk.empty()
                .withRole("assistant")
                .withToolCalls(List.of(entries))
                .withFinishReason("tool_calls")
                .withRaw("raw");
        StreamChunk serial =
                StreamRunner.of(gate).complete(Gates.REQUEST, List.of(response)).get(0);
        assertThat(StreamRunner.of(DEFERRING, List.of(gate)).complete(Gates.REQUEST, List.of(response)))
                .containsExactly(serial);
        return serial;
    }

    @Test
    void eachEntryOfACompleteResponseIsACallOfItsOwn() {
        for (int index : new int[] {-1, 0}) {
            StreamChunk sent = whole(entry(index, "x", "deploy", ""), entry(index, "x", "deploy", TEST));
            assertThat(sent.toolCalls()).containsExactly(entry(0, "x", "deploy", TEST));
            assertThat(sent.content()).contains("The call of \"deploy\" was removed");
            assertThat(sent.raw()).isEmpty();
            StreamChunk nameless = whole(entry(index, "x", "deploy", TEST), entry(index, "", "", TEST));
            assertThat(nameless.toolCalls()).containsExactly(entry(0, "x", "deploy", TEST));
            StreamChunk pieces = whole(entry(index, "x", "git", ""), entry(index, "x", "_status", "{}"));
            assertThat(pieces.toolCalls()).isEmpty();
            assertThat(pieces.finishReason()).isEqualTo("stop");
        }
    }

    private List<ToolCallDelta> streamed(StreamChunk... chunks) {
        List<StreamChunk> all = new ArrayList<>(List.of(chunks));
        all.add(finish("tool_calls"));
        return Gates.through(gate, DEFERRING, all).stream()
                .flatMap(chunk -> chunk.toolCalls().stream())
                .toList();
    }

    @Test
    void aNameInPiecesGoesOutWhole() {
        assertThat(streamed(delta(0, "a", "git", ""), delta(0, "", "_status", ""), delta(0, "", "", "{}")))
                .containsExactly(entry(0, "a", "git_status", "{}"));
        assertThat(streamed(delta(0, "a", "go", ""), delta(0, "a", "go", "{}")))
                .containsExactly(entry(0, "a", "go", "{}"));
    }

    @Test
    void indexAndIdAreOnWhatGoesOut() {
        assertThat(streamed(delta(-1, "", "go", "{"), delta(-1, "", "", "}"), delta(-1, "b", "git_status", "{}")))
                .containsExactly(entry(0, "call_0_0", "go", "{}"), entry(1, "b", "git_status", "{}"));
        assertThat(streamed(
                        delta(5, "a", "go", "{}"), delta(3, "b", "go", "{}"), delta(2_000_000_000, "c", "go", "{}")))
                .containsExactly(entry(5, "a", "go", "{}"), entry(6, "b", "go", "{}"), entry(7, "c", "go", "{}"));
    }

    @Test
    void repeatedIdsAndMixedPiecesAreRewritten() {
        assertThat(streamed(delta(0, "a", "go", ""), delta(0, "a", "", "{}")))
                .containsExactly(entry(0, "a", "go", "{}"));
        assertThat(streamed(
                        delta(0, "a", "go", "{"),
                        delta(1, "b", "go", ""),
                        delta(0, "", "", "}"),
                        delta(1, "", "", "{}")))
                .containsExactly(entry(0, "a", "go", "{}"), entry(1, "b", "go", "{}"));
    }

    @Test
    void twoEntriesOfAChunkThatNameOneCallAreRefused() {
        StreamChunk both =
                StreamChunk.empty().withToolCalls(List.of(entry(-1, "x", "git", ""), entry(-1, "x", "_status", "{}")));
        List<StreamChunk> sent = new ArrayList<>();
        var stream = StreamRunner.of(DEFERRING, List.of(gate)).open(Gates.REQUEST, new Collecting(sent), () -> {});
        assertThat(stream.push(both)).isFalse();
        assertThat(sent).isEmpty();
    }

    @Test
    void aWholeCallBesideACutOneGoesOut() {
        List<StreamChunk> cut = List.of(
                delta(0, "a", "deploy", ""),
                delta(0, "", "", TEST),
                delta(1, "b", "deploy", ""),
                delta(1, "", "", "{\"env"),
                finish("length"));
        assertThat(words(Gates.through(gate, cut)))
                .startsWith("<0 deploy>" + TEST)
                .contains("The response was cut")
                .endsWith("|length");
        List<StreamChunk> empty = List.of(delta(0, "a", "go", ""), delta(1, "b", "deploy", "{\"env"), finish("length"));
        assertThat(words(Gates.through(gate, empty)))
                .doesNotContain("<0")
                .contains("call of \"go\" was removed from this response. The response was cut");
    }

    /** Go's and other readers take such a name for the parameter, and of two the last one. */
    @Test
    void aCallWithANameInTwoCasesIsRemoved() {
        for (String more : List.of("\"ENV\":\"prod\"", "\"x\":1,\"X\":2")) {
            assertThat(words(Gates.through(
                            gate, List.of(delta(0, "a", "open", "{\"env\":\"test\"," + more + "}"), finish("stop")))))
                    .contains("call of \"open\" was removed", "differs from another one only in case");
        }
        for (String more : List.of("\"x\":{\"a\":1,\"A\":2}", "\"n\":\"\"", "\"N\":\"\",\"n\":\"\"")) {
            assertThat(words(Gates.through(
                            gate, List.of(delta(0, "a", "open", "{\"env\":\"test\"," + more + "}"), finish("stop")))))
                    .as("data, and parameters of which a tool's author has both")
                    .startsWith("<0 open>");
        }
    }
}
