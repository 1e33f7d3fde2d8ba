package dev.toolpolicy.adk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.RunConfig;
import com.google.adk.events.Event;
import com.google.adk.plugins.Plugin;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.sessions.Session;
import com.google.adk.tools.AgentTool;
import com.google.adk.tools.Annotations.Schema;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.FunctionTool;
import com.google.adk.tools.ToolContext;
import com.google.genai.types.Content;
import com.google.genai.types.FinishReason;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.FunctionDeclaration;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.Part;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.session.Approval;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Single;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ToolPolicyPluginTest {
    private static final List<String> RAN = new ArrayList<>();
    private static final String DENY_ALL = "[tools.'*'.policy]\nrun = [{ mode = 'deny' }]";

    /** The tools of the tests, as methods. */
    public static final class Files {
        @Schema(name = "write_file", description = "Writes a file.")
        public static Map<String, Object> write(
                @Schema(name = "path") String path, @Schema(name = "text", optional = true) String text) {
            RAN.add("write " + path);
            return Map.of("written", path);
        }

        @Schema(name = "fail")
        public static Map<String, Object> fail() {
            throw new IllegalStateException("broken");
        }

        @Schema(name = "refuse")
        public static Map<String, Object> refuse() {
            return Map.of("error", "not today");
        }

        @Schema(name = "watch")
        public static Flowable<Map<String, Object>> watch() {
            RAN.add("watch");
            return Flowable.empty();
        }
    }

    private static final BaseTool WRITE = FunctionTool.create(Files.class, "write");

    private final Script model = new Script();

    ToolPolicyPluginTest() {
        RAN.clear();
    }

    private static HostPolicies policies(String text) {
        return HostPolicies.of(PolicyConfiguration.of(ConfigurationFormat.TOML, "tool-policy.toml", text));
    }

    private static ToolPolicyPlugin plugin(String text) {
        return ToolPolicyPlugin.of(policies(text));
    }

    /** An application with one user, whose agent has some tools. */
    private final class Chat {
        private final InMemoryRunner runner;
        private final Session session;

        Chat(List<? extends Plugin> plugins, BaseTool... tools) {
            LlmAgent agent = LlmAgent.builder()
                    .name("agent")
                    .model(model)
                    .tools((Object[]) tools)
                    .build();
            runner = new InMemoryRunner(agent, "app", plugins);
            session = runner.sessionService().createSession("app", "user").blockingGet();
        }

        List<Event> says(Part... parts) {
            Content content = Content.builder().role("user").parts(parts).build();
            return runner.runAsync(session.userId(), session.id(), content)
                    .toList()
                    .blockingGet();
        }

        List<Event> says(String text) {
            return says(Part.fromText(text));
        }
    }

    private Chat chat(ToolPolicyPlugin plugin, BaseTool... tools) {
        return new Chat(List.of(plugin), tools);
    }

    private static String response(List<Event> events) {
        return events.stream()
                .flatMap(event -> event.functionResponses().stream())
                .map(FunctionResponse::response)
                .map(response -> response.orElseThrow().toString())
                .reduce("", String::concat);
    }

    @Test
    void nothingRunsIfAllIsDenied() {
        model.calls("write_file", Map.of("path", "a")).calls("fail", Map.of()).calls("unknown", Map.of());
        List<Event> events = chat(plugin(DENY_ALL), WRITE, FunctionTool.create(Files.class, "fail"))
                .says("go");
        assertThat(RAN).isEmpty();
        assertThat(response(events))
                .contains("error", "Denied by this tool's policy")
                .doesNotContain("broken");
    }

    @Test
    void anAllowedCallRunsWithTheArgumentsThatWereDecided() {
        model.calls("write_file", Map.of("path", "src/a", "text", "x"));
        ToolPolicyPlugin plugin = plugin("""
            [tools.write_file.parameters]
            path = 'path'
            [tools.write_file.policy]
            run = [{ arg = '/path', prefix = 'src', mode = 'allow' }, { mode = 'deny' }]
            """);
        assertThat(response(chat(plugin, WRITE).says("go"))).contains("written");
        assertThat(RAN).containsExactly("write src/a");
        model.calls("write_file", Map.of("path", "src/../b"));
        assertThat(response(chat(plugin, WRITE).says("go"))).contains("Denied by this tool's policy");
        assertThat(RAN).hasSize(1);
    }

    @Test
    void aCallbackThatChangesArgumentsChangesNothing() {
        model.calls("write_file", Map.of("path", "src/a"));
        LlmAgent agent = LlmAgent.builder()
                .name("agent")
                .model(model)
                .tools(WRITE)
                .beforeToolCallbackSync((invocation, tool, arguments, context) -> {
                    arguments.put("path", "/etc/passwd");
                    return Optional.empty();
                })
                .build();
        InMemoryRunner runner = new InMemoryRunner(agent, "app", List.of(plugin("""
            [tools.write_file.policy]
            run = [{ arg = '/path', const = 'src/a', mode = 'allow' }, { mode = 'deny' }]
            """)));
        Session session = runner.sessionService().createSession("app", "user").blockingGet();
        runner.runAsync("user", session.id(), Content.fromParts(Part.fromText("go")))
                .blockingSubscribe();
        assertThat(RAN).containsExactly("write src/a");
    }

    @Test
    void aToolThatIsAlwaysDeniedIsNotOffered() {
        chat(plugin("""
            [tools.write_file.policy]
            run = [{ mode = 'deny' }]
            """), WRITE, FunctionTool.create(Files.class, "fail")).says("go");
        List<String> offered = model.requests.get(0).config().orElseThrow().tools().orElseThrow().stream()
                .flatMap(tool -> tool.functionDeclarations().orElseThrow().stream())
                .map(FunctionDeclaration::name)
                .map(Optional::orElseThrow)
                .toList();
        assertThat(offered).containsExactly("fail");
    }

    @Test
    void aCutCallNeverRuns() {
        Part call = Part.fromFunctionCall("write_file", Map.of("path", "a"));
        for (FinishReason.Known reason : FinishReason.Known.values()) {
            if (reason != FinishReason.Known.STOP) {
                model.answers(reason, Part.fromText("so"), call);
                chat(plugin("[tools.'*'.policy]\nrun = [{ mode = 'allow' }]"), WRITE)
                        .says("go");
            }
        }
        model.breaksOff(call);
        List<Event> events = chat(plugin("[tools.'*'.policy]\nrun = [{ mode = 'allow' }]"), WRITE)
                .says("go");
        assertThat(RAN).isEmpty();
        assertThat(events.get(0).stringifyContent()).contains("didn't run", "finish reason none");
    }

    @Test
    void aModelWithoutFinishReasonsIsASetting() {
        model.breaksOff(Part.fromFunctionCall("write_file", Map.of("path", "a")));
        chat(plugin("[tools.'*'.policy]\nrun = [{ mode = 'allow' }]").withoutFinishReasons(), WRITE)
                .says("go");
        assertThat(RAN).containsExactly("write a");
    }

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
                .pending(10);
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

    @Test
    void aFailureSatisfiesNothing() {
        ToolPolicyPlugin plugin = plugin("""
            [tools.write_file.policy]
            run = [{ mode = 'allow' }]
            requires = [{ tools = ['fail'] }]
            [tools.fail.policy]
            run = [{ mode = 'allow' }]
            """);
        model.calls("fail", Map.of()).calls("write_file", Map.of("path", "a"));
        List<Event> events =
                chat(plugin, WRITE, FunctionTool.create(Files.class, "fail")).says("go");
        assertThat(response(events)).contains("status=error", "can run only after fail has succeeded");
        assertThat(RAN).isEmpty();
    }

    @Test
    void agentsAndStreamsThatNoPolicyWatchesDontRun() {
        LlmAgent inner = LlmAgent.builder()
                .name("inner")
                .description("Writes.")
                .model(model)
                .tools(WRITE)
                .build();
        String allow = "[tools.'*'.policy]\nrun = [{ mode = 'allow' }]";
        model.calls("inner", Map.of("request", "write")).calls("watch", Map.of());
        List<Event> events = chat(plugin(allow), AgentTool.create(inner), FunctionTool.create(Files.class, "watch"))
                .says("go");
        assertThat(RAN).isEmpty();
        assertThat(response(events)).contains("is an agent", "streams its results");
    }

    @Test
    void toolsOfAnAgentThatIncludesPluginsAreUnderThePolicy() {
        LlmAgent inner = LlmAgent.builder()
                .name("inner")
                .description("Writes.")
                .model(model)
                .tools(WRITE)
                .build();
        ToolPolicyPlugin plugin = plugin("""
            [tools.inner.policy]
            run = [{ mode = 'allow' }]
            [tools.write_file.policy]
            run = [{ arg = '/path', const = 'b', mode = 'allow' }, { mode = 'deny' }]
            """).agentsIncludePlugins();
        model.calls("inner", Map.of("request", "write"))
                .calls("write_file", Map.of("path", "a"))
                .calls("write_file", Map.of("path", "b"));
        chat(plugin, AgentTool.create(inner, false, true)).says("go");
        assertThat(RAN).containsExactly("write b");
    }

    @Test
    void whatIsWrongIsSaidAtStartForKnownTools() {
        HostPolicies wrong =
                policies("[tools.write_file.policy]\nrun = [{ arg = '/pth', const = 'a', mode = 'deny' }]");
        assertThatThrownBy(() -> ToolPolicyPlugin.of(wrong, WRITE))
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("/pth");
    }
}
