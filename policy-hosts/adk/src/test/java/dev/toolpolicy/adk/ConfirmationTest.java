package dev.toolpolicy.adk;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.adk.agents.RunConfig;
import com.google.adk.events.Event;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.ToolContext;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.FunctionDeclaration;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.Part;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import io.reactivex.rxjava3.core.Single;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ConfirmationTest extends AdkApplication {
    @Test
    void theUserConfirmsACall() {
        Chat chat = chat(plugin("[tools.write_file.policy]\nrun = [{ mode = 'ask' }]"), WRITE);
        model.calls("write_file", Map.of("path", "a"));
        FunctionCall question = question(chat.says("go"));
        assertThat(RAN).isEmpty();
        chat.says(answer(question, true));
        assertThat(RAN).containsExactly("write a");
        chat.says(answer(question, true));
        assertThat(RAN).hasSize(1);
    }

    /** A tool whose schema has a default inside of an object. */
    private static final class Plan extends BaseTool {
        Plan() {
            super("plan", "Plans.");
        }

        @Override
        public Optional<FunctionDeclaration> declaration() {
            Map<String, Object> window = Map.of(
                    "type",
                    "object",
                    "properties",
                    Map.of("from", Map.of("type", "integer"), "to", Map.of("type", "integer", "default", 9)));
            return Optional.of(FunctionDeclaration.builder()
                    .name("plan")
                    .parametersJsonSchema(Map.of("type", "object", "properties", Map.of("window", window)))
                    .build());
        }

        @Override
        public Single<Map<String, Object>> runAsync(Map<String, Object> arguments, ToolContext context) {
            RAN.add("plan " + arguments);
            return Single.just(Map.of("planned", true));
        }
    }

    @Test
    void aConfirmedCallMayHaveGotDefaults() {
        Chat chat = chat(plugin("[tools.plan.policy]\nrun = [{ mode = 'ask' }]"), new Plan());
        model.calls("plan", Map.of("window", Map.of("from", 1)));
        chat.says(answer(question(chat.says("go")), true));
        assertThat(RAN).containsExactly("plan {window={from=1, to=9}}");
    }

    @Test
    void aDeclinedCallDoesntRun() {
        Chat chat = chat(plugin("[tools.write_file.policy]\nrun = [{ mode = 'ask' }]"), WRITE);
        model.calls("write_file", Map.of("path", "a"));
        List<Event> after = chat.says(answer(question(chat.says("go")), false));
        assertThat(RAN).isEmpty();
        assertThat(response(after)).contains("declined");
    }

    @Test
    void aConfirmationOfAnotherCallConfirmsNothing() {
        Chat chat = chat(plugin("[tools.write_file.policy]\nrun = [{ mode = 'ask' }]"), WRITE);
        model.calls("write_file", Map.of("path", "a"));
        FunctionCall question = question(chat.says("go"));
        Map<String, Object> confirmed = Map.of("confirmed", true);
        chat.says(Part.builder()
                .functionResponse(FunctionResponse.builder()
                        .id("another")
                        .name(question.name().orElseThrow())
                        .response(confirmed)
                        .build())
                .build());
        assertThat(RAN).isEmpty();
    }

    @Test
    void anApprovalOfAnotherCallLetsNothingRun() {
        ToolPolicyPlugin plugin = plugin("[tools.write_file.policy]\nrun = [{ mode = 'ask' }]");
        Chat chat = chat(plugin, WRITE);
        model.calls("write_file", Map.of("path", "a"));
        chat.says("go");
        String first = pending(plugin, chat).get(0).id();
        model.calls("write_file", Map.of("path", "b"));
        FunctionCall question = question(chat.says("on"));
        String second = pending(plugin, chat).stream()
                .filter(each -> !each.id().equals(first))
                .findFirst()
                .orElseThrow()
                .call()
                .id();
        Content answer =
                Content.builder().role("user").parts(answer(question, true)).build();
        chat.runner
                .runAsync(
                        "user",
                        chat.session.id(),
                        answer,
                        RunConfig.builder().build(),
                        Map.of("tool_policy_approval:" + second, first))
                .ignoreElements()
                .blockingAwait();
        assertThat(RAN).isEmpty();
        assertThat(pending(plugin, chat)).hasSize(2);
    }

    private static List<Approval> pending(ToolPolicyPlugin plugin, Chat chat) {
        return plugin.engine()
                .session("app/user/" + chat.session.id())
                .policies()
                .approvals()
                .list(ApprovalQuery.pending());
    }

    private static FunctionCall question(List<Event> events) {
        return events.stream()
                .flatMap(event -> event.functionCalls().stream())
                .filter(call -> call.name().orElse("").equals("adk_request_confirmation"))
                .findFirst()
                .orElseThrow();
    }

    private static Part answer(FunctionCall question, boolean confirmed) {
        return Part.builder()
                .functionResponse(FunctionResponse.builder()
                        .id(question.id().orElseThrow())
                        .name(question.name().orElseThrow())
                        .response(Map.of("confirmed", confirmed))
                        .build())
                .build();
    }

    @Test
    void theApproverOfTheEngineIsAskedIfThereIsOne() {
        ToolPolicyPlugin plugin = ToolPolicyPlugin.of(policies("[tools.write_file.policy]\nrun = [{ mode = 'ask' }]")
                .engine(builder ->
                        builder.permission(request -> CompletableFuture.completedFuture(request.approve()))));
        model.calls("write_file", Map.of("path", "a"));
        chat(plugin, WRITE).says("go");
        assertThat(RAN).containsExactly("write a");
    }
}
