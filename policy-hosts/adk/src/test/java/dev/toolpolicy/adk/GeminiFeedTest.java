package dev.toolpolicy.adk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.genai.types.GenerateContentResponse;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.SessionLabel;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeminiFeedTest {
    private static final ParameterType EDIT = ParameterType.objectOf(
            List.of(
                    Parameter.required("file", ParameterType.string()),
                    Parameter.optional("line", ParameterType.integer())),
            null);
    private static final List<String> TWO_CALLS = List.of(
            parts("{'functionCall': {'name': 'edit', 'willContinue': true}}"),
            parts("{'functionCall': {'partialArgs': [{'jsonPath': '$.edits[0].file', 'stringValue': 'sr',"
                    + " 'willContinue': true}], 'willContinue': true}}"),
            parts("{'functionCall': {'partialArgs': [{'jsonPath': '$.edits[0].file', 'stringValue': 'c/a'},"
                    + " {'jsonPath': '$.edits[0].line', 'numberValue': 3}], 'willContinue': true}}"),
            parts("{'functionCall': {}}"),
            parts("{'functionCall': {'name': 'edit', 'args': {'edits': []}}}"),
            "{'candidates': [{'finishReason': 'STOP'}]}");

    private final List<String> ran = new ArrayList<>();
    private final PolicyEngine engine = PolicyEngine.builder()
            .tools(ToolCatalog.of(List.of(
                    DeclaredTool.of("edit", ToolSchema.of(Parameter.optional("edits", ParameterType.arrayOf(EDIT))))
                            .withRun(RuleList.always(Mode.ALLOW)))))
            .build();

    private static String parts(String part) {
        return "{'candidates': [{'content': {'role': 'model', 'parts': [" + part + "]}}]}";
    }

    private List<CallResult> read(List<String> events) {
        ToolHandlers tools = ToolHandlers.builder(engine.tools())
                .otherwise((arguments, call) -> {
                    ran.add(arguments.toString());
                    return "done";
                })
                .build();
        ToolTurn turn = engine.newSession().turn(tools, TurnSettings.defaults());
        GeminiFeed feed = new GeminiFeed(turn);
        events.forEach(event -> feed.accept(GenerateContentResponse.fromJson(event.replace('\'', '"'))));
        TurnResult result = turn.finish(feed.end()).toCompletableFuture().join();
        return result.results();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'candidates': [{'groundingMetadata': {'webSearchQueries': ['x']}}]}",
                "{'candidates': [{'content': {'parts': [{'codeExecutionResult': {'output': 'x'}}]}}]}",
                "{'candidates': [{'content': {'parts': [{'executableCode': {'code': 'x'}}]}}]}",
                "{'candidates': [{'urlContextMetadata': {'urlMetadata': [{'retrievedUrl':"
                        + " 'https://evil.example/'}]}}]}",
                "{'candidates': [{'content': {'parts': [{'toolCall': {'toolType': 'FILE_SEARCH'}}]}}]}",
                "{'candidates': [{'content': {'parts': [{'toolResponse': {'id': 't1', 'toolType': 'URL_CONTEXT',"
                        + " 'response': {'x': 'y'}}}]}}]}",
                "{'candidates': [{'content': {'parts': [{'aNewKind': {'x': 'y'}}]}}]}"
            })
    void whatGoogleRanBringsLabels(String found) {
        PolicySession session = PolicyEngine.builder()
                .tools(engine.tools())
                .results("edit", ResultSpec.labelled())
                .build()
                .newSession();
        ToolTurn turn = session.turn(
                ToolHandlers.builder(engine.tools())
                        .otherwise((arguments, call) -> "done")
                        .build(),
                TurnSettings.defaults());
        new GeminiFeed(turn).accept(GenerateContentResponse.fromJson(found.replace('\'', '"')));
        assertThat(session.labels()).extracting(SessionLabel::name).containsExactly("untrusted");
        turn.abandon("over");
    }

    @Test
    void callsArriveWholeAndInPieces() {
        assertThat(read(TWO_CALLS)).hasSize(2).allMatch(CallResult::success);
        assertThat(ran).containsExactlyInAnyOrder("{\"edits\":[{\"file\":\"src/a\",\"line\":3}]}", "{\"edits\":[]}");
    }

    @Test
    void aCallThatIsCutAnywhereDoesntRun() {
        for (int length = 1; length < 4; length++) {
            List<String> start = TWO_CALLS.subList(0, length);
            assertThat(read(start)).noneMatch(CallResult::success);
            for (String reason : List.of("MAX_TOKENS", "SAFETY", "MALFORMED_FUNCTION_CALL", "SOMETHING_NEW")) {
                List<String> cut = new ArrayList<>(start);
                cut.add("{'candidates': [{'finishReason': '" + reason + "'}]}");
                assertThat(read(cut)).noneMatch(CallResult::success);
            }
        }
        assertThat(read(List.of(parts("{'functionCall': {'name': 'edit'}}")))).noneMatch(CallResult::success);
        assertThat(ran).isEmpty();
    }

    @Test
    void aCallThatIsStillOpenAtAGoodEndDoesntRun() {
        assertThat(read(List.of(TWO_CALLS.get(0), TWO_CALLS.get(1), TWO_CALLS.get(5))))
                .noneMatch(CallResult::success);
        assertThat(ran).isEmpty();
    }

    @Test
    void piecesThatContradictTheFormatEndTheResponse() {
        assertThatThrownBy(() -> read(List.of(TWO_CALLS.get(1)))).hasMessageContaining("belongs to no call");
        assertThatThrownBy(() -> read(List.of(TWO_CALLS.get(0), TWO_CALLS.get(0))))
                .hasMessageContaining("before the last one has ended");
        assertThatThrownBy(() -> read(List.of(
                        TWO_CALLS.get(0), parts("{'functionCall': {'args': {'edits': []}, 'willContinue': true}}"))))
                .hasMessageContaining("both whole and in pieces");
        assertThatThrownBy(() -> read(List.of(TWO_CALLS.get(5), TWO_CALLS.get(4))))
                .hasMessageContaining("after the end of the response");
        assertThat(ran).isEmpty();
    }
}
