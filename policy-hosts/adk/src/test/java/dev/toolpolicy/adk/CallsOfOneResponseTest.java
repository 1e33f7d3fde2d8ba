package dev.toolpolicy.adk;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.adk.agents.RunConfig;
import com.google.adk.agents.RunConfig.ToolExecutionMode;
import com.google.adk.events.Event;
import com.google.adk.tools.Annotations.Schema;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.FunctionTool;
import com.google.genai.types.Content;
import com.google.genai.types.FinishReason;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.Part;
import dev.toolpolicy.runtime.store.SessionSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The order of the calls of one response, some of which need approval. */
class CallsOfOneResponseTest extends AdkApplication {
    /** The tools that don't need approval. */
    public static final class Others {
        @Schema(name = "delete_all")
        public static Map<String, Object> deleteAll() {
            return ran("delete_all");
        }

        @Schema(name = "look")
        public static Map<String, Object> look() {
            return ran("look");
        }

        private static Map<String, Object> ran(String tool) {
            synchronized (RAN) {
                RAN.add(tool);
            }
            return Map.of("ok", true);
        }
    }

    private static final String POLICY = """
        [tools.write_file.policy]
        run = [{ mode = 'ask' }]
        [tools.delete_all.policy]
        run = [{ mode = 'allow' }]
        [tools.look.policy]
        run = [{ mode = 'allow' }]
        """;
    private static final Part WRITES = Part.fromFunctionCall("write_file", Map.of("path", "backup"));
    private static final Part DELETES = Part.fromFunctionCall("delete_all", Map.of());
    private static final Part LOOKS = Part.fromFunctionCall("look", Map.of());
    private static final Part UNKNOWN = Part.fromFunctionCall("nothing", Map.of());

    private final List<String> records = Collections.synchronizedList(new ArrayList<>());

    private ToolPolicyPlugin recording() {
        return ToolPolicyPlugin.of(policies(POLICY)
                .engine(builder -> builder.onCall(
                        call -> records.add(call.tool() + " " + call.verdict().orElseThrow()))));
    }

    private Chat chat(ToolPolicyPlugin plugin) {
        return new Chat(List.of(plugin), WRITE, other("deleteAll"), other("look"));
    }

    private static BaseTool other(String method) {
        return FunctionTool.create(Others.class, method);
    }

    private static List<Event> run(Chat chat, ToolExecutionMode mode, Part part) {
        RunConfig config = RunConfig.builder().toolExecutionMode(mode).build();
        Content content = Content.builder().role("user").parts(part).build();
        return chat.runner
                .runAsync("user", chat.session.id(), content, config)
                .toList()
                .blockingGet();
    }

    @ParameterizedTest
    @EnumSource(ToolExecutionMode.class)
    void aCallBehindOneThatWaitsForApprovalDoesntRun(ToolExecutionMode mode) {
        for (int round = 0; round < 20; round++) {
            RAN.clear();
            records.clear();
            model.answers(FinishReason.Known.STOP, LOOKS, UNKNOWN, WRITES, DELETES);
            List<Event> events = run(chat(recording()), mode, Part.fromText("go"));
            assertThat(RAN).containsExactly("look");
            assertThat(response(events)).contains("Send this call again after that one has run.");
            assertThat(records).containsExactlyInAnyOrder("look RAN", "write_file PENDING", "delete_all INVALID");
        }
    }

    @ParameterizedTest
    @EnumSource(ToolExecutionMode.class)
    void aCallOfAnIndependentToolDoesntWait(ToolExecutionMode mode) {
        SessionSettings settings = SessionSettings.inMemory()
                .withStoredApprovals(Duration.ofHours(1))
                .withIndependentTools(Set.of("look"));
        ToolPolicyPlugin plugin = ToolPolicyPlugin.of(policies(POLICY).engine(builder -> builder.sessions(settings)));
        model.answers(FinishReason.Known.STOP, WRITES, LOOKS, DELETES);
        run(chat(plugin), mode, Part.fromText("go"));
        assertThat(RAN).containsExactly("look");
    }

    @Test
    void theModelSendsTheCallAgainWhenTheUserHasConfirmed() {
        Chat chat = chat(recording());
        model.answers(FinishReason.Known.STOP, WRITES, DELETES).answers(FinishReason.Known.STOP, Part.fromText("ok"));
        FunctionCall question = run(chat, ToolExecutionMode.NONE, Part.fromText("go")).stream()
                .flatMap(event -> event.functionCalls().stream())
                .filter(call -> call.name().orElse("").equals("adk_request_confirmation"))
                .reduce((one, two) -> {
                    throw new AssertionError("one question only");
                })
                .orElseThrow();
        model.answers(FinishReason.Known.STOP, DELETES);
        run(
                chat,
                ToolExecutionMode.NONE,
                Part.builder()
                        .functionResponse(FunctionResponse.builder()
                                .id(question.id().orElseThrow())
                                .name(question.name().orElseThrow())
                                .response(Map.of("confirmed", true))
                                .build())
                        .build());
        assertThat(RAN).containsExactly("write backup", "delete_all");
    }

    @ParameterizedTest
    @EnumSource(ToolExecutionMode.class)
    void theSameCallTwiceIsAskedAbout(ToolExecutionMode mode) {
        model.answers(FinishReason.Known.STOP, WRITES, WRITES);
        run(chat(recording()), mode, Part.fromText("go"));
        assertThat(RAN).isEmpty();
        assertThat(records).contains("write_file PENDING");
    }

    @Test
    void aCallOfTheNextResponseDoesntWait() {
        model.answers(FinishReason.Known.STOP, WRITES).answers(FinishReason.Known.STOP, LOOKS);
        run(chat(recording()), ToolExecutionMode.NONE, Part.fromText("go"));
        assertThat(RAN).containsExactly("look");
    }

    @ParameterizedTest
    @EnumSource(ToolExecutionMode.class)
    void whereAnApproverAnswersNoCallWaits(ToolExecutionMode mode) {
        ToolPolicyPlugin plugin = ToolPolicyPlugin.of(policies(POLICY)
                .engine(builder ->
                        builder.permission(request -> CompletableFuture.completedFuture(request.approve()))));
        model.answers(FinishReason.Known.STOP, WRITES, DELETES);
        run(chat(plugin), mode, Part.fromText("go"));
        assertThat(RAN).containsExactlyInAnyOrder("write backup", "delete_all");
    }
}
