package dev.toolpolicy.stream.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import dev.toolpolicy.stream.internal.wire.ChunkCodec;
import dev.toolpolicy.stream.internal.wire.EventStream;
import dev.toolpolicy.stream.internal.wire.StreamedEvent;
import dev.toolpolicy.stream.internal.wire.WirePart;
import dev.toolpolicy.stream.internal.wire.WireResponse;
import dev.toolpolicy.stream.run.StreamRunner;
import dev.toolpolicy.stream.run.StreamSettings;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A response with a whole call and one that may be cut; the gate and a turn give each call the same answer. */
class CutCallsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final StreamSettings SETTINGS =
            StreamSettings.defaults().deferringCalls().checkingOutput();
    private static final String FIRST = "{\"env\":\"test\"}";

    private static PolicyEngine engine() {
        ToolSchema schema = ToolSchema.of(Parameter.optional("env", ParameterType.string()));
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        DeclaredTool.of("deploy", schema).withRun(RuleList.always(Mode.ALLOW)),
                        DeclaredTool.of("report", schema).withRun(RuleList.always(Mode.ALLOW)))))
                .build();
    }

    private static ObjectNode entry(int index, String id, String name, String arguments) {
        ObjectNode call = JSON.createObjectNode().put("index", index);
        if (!id.isEmpty()) {
            call.put("id", id).put("type", "function");
        }
        ObjectNode function = call.putObject("function");
        if (!name.isEmpty()) {
            function.put("name", name);
        }
        function.put("arguments", arguments);
        return call;
    }

    private static String event(String finish, ObjectNode... calls) {
        ObjectNode chunk = JSON.createObjectNode()
                .put("id", "c")
                .put("object", "chat.completion.chunk")
                .put("created", 1)
                .put("model", "m");
        ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
        ObjectNode delta = choice.putObject("delta");
        if (calls.length > 0) {
            ArrayNode list = delta.putArray("tool_calls");
            List.of(calls).forEach(list::add);
        }
        if (finish.isEmpty()) {
            choice.putNull("finish_reason");
        } else {
            choice.put("finish_reason", finish);
        }
        return "data: " + chunk + "\n\n";
    }

    private static String streamed(String last, String finish) {
        int half = last.length() / 2;
        return event("", entry(0, "a", "deploy", "")) + event("", entry(0, "", "", FIRST))
                + event("", entry(1, "b", "report", last.substring(0, half)))
                + event("", entry(1, "", "", last.substring(half)))
                + event(finish) + "data: [DONE]\n\n";
    }

    private static String complete(String last, String finish) {
        ObjectNode body = JSON.createObjectNode()
                .put("id", "c")
                .put("object", "chat.completion")
                .put("created", 1)
                .put("model", "m");
        ObjectNode choice = body.putArray("choices").addObject().put("index", 0).put("finish_reason", finish);
        ArrayNode calls = choice.putObject("message")
                .put("role", "assistant")
                .putNull("content")
                .putArray("tool_calls");
        for (ObjectNode call : List.of(entry(0, "a", "deploy", FIRST), entry(1, "b", "report", last))) {
            call.remove("index");
            calls.add(call);
        }
        return body.toString();
    }

    private static List<String> calls(List<StreamChunk> chunks) {
        List<String> calls = new ArrayList<>();
        for (StreamChunk chunk : chunks) {
            for (ToolCallDelta delta : chunk.toolCalls()) {
                int at = calls.size() - 1;
                if (delta.name().isEmpty()) {
                    calls.set(at, calls.get(at) + delta.arguments());
                } else {
                    calls.add(delta.name() + delta.arguments());
                }
            }
        }
        return calls;
    }

    private static ToolGate gate() {
        GateSession session = GateSession.of(engine().session("s"));
        return ToolGate.of(request -> session);
    }

    private static List<String> gated(String body) throws Exception {
        ChunkCodec codec = ChunkCodec.chatCompletions();
        List<StreamChunk> chunks = new ArrayList<>();
        try (EventStream events =
                new EventStream(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)), 1 << 20)) {
            for (Optional<StreamedEvent> event = events.next(); event.isPresent(); event = events.next()) {
                chunks.add(codec.read(event.get()));
            }
        }
        return calls(Gates.through(gate(), chunks));
    }

    private static List<String> gatedWhole(String body) throws Exception {
        return calls(StreamRunner.of(SETTINGS, List.of(gate()))
                .complete(Gates.REQUEST, List.of(ChunkCodec.chatCompletions().readWhole(body))));
    }

    /** The tools of the calls that a turn would run. */
    private static List<String> inATurn(String body) throws Exception {
        ResponseStream response = engine().session("s").calls().response();
        for (WirePart part : WireResponse.read(body).parts()) {
            switch (part.kind()) {
                case CALL -> response.start(part.position(), part.id(), part.text());
                case ARGUMENTS -> response.append(part.position(), part.text());
                case COMPLETE -> response.finish(ResponseEnd.COMPLETE);
                case CUT -> response.finish(ResponseEnd.CUT);
                case PROVIDER_CALL, TEXT -> {}
            }
        }
        return response.calls().stream()
                .map(call -> call.finish())
                .filter(outcome -> outcome.kind() == ToolCallOutcome.Kind.APPROVED)
                .map(outcome -> outcome.approved().orElseThrow().call().tool())
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "{\"env\":\"te # length # false",
                "{\"env\":\"te # content_filter # false",
                "{\"env\":\"te # tool_calls # false",
                "{\"env\":\"test\"} # length # true",
                "{\"env\":\"test\"} # content_filter # true",
                "{\"env\":\"test\"} # a_new_reason # true",
                "{\"env\":\"test\"} # tool_calls # true",
                "{} # length # true",
                "`` # length # false",
                "` ` # length # false",
                "null # length # false",
                "nul # length # false",
                "`` # tool_calls # true",
                "` ` # tool_calls # true",
                "null # tool_calls # true",
                "` null ` # stop # true",
                "nul # tool_calls # false",
                "nullnull # tool_calls # false",
                "`\u2003` # tool_calls # false",
                "\"null\" # tool_calls # false",
            })
    void theGateAndATurnAgreeAboutEachCall(String last, String finish, boolean runs) throws Exception {
        List<String> tools = runs ? List.of("deploy", "report") : List.of("deploy");
        List<String> calls = runs ? List.of("deploy" + FIRST, "report" + last) : List.of("deploy" + FIRST);
        assertThat(inATurn(streamed(last, finish))).as("turn, streamed").isEqualTo(tools);
        assertThat(inATurn(complete(last, finish))).as("turn, complete").isEqualTo(tools);
        assertThat(gated(streamed(last, finish))).as("gate, streamed").isEqualTo(calls);
        assertThat(gatedWhole(complete(last, finish))).as("gate, complete").isEqualTo(calls);
    }
}
