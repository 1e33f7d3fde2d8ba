package dev.toolpolicy.langchain4j;

import static dev.toolpolicy.langchain4j.ChatBodies.calls;
import static dev.toolpolicy.langchain4j.ChatBodies.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.service.IllegalConfigurationException;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.search.simple.SimpleToolSearchStrategy;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.langchain4j.ChatBodies.Call;
import dev.toolpolicy.langchain4j.Clerk.Files;
import dev.toolpolicy.langchain4j.Clerk.Provider;
import dev.toolpolicy.langchain4j.Clerk.Talk;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.test.internal.ClosedPolicy;
import dev.toolpolicy.test.replay.Replay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The tools of an AI service under policies, with LangChain4j's own loop and client. */
class PolicyToolsTest {
    private static final HostPolicies ALLOW = Clerk.policies("[tools.'*'.policy]", "run = 'allow'", "result = 'allow'");
    private static final Call WRITE = Call.of("write", "{\"path\":\"a.txt\",\"text\":\"x\"}");
    private static final Call LIST = Call.of("list", "{}");
    private static final Call LATE = Call.of("late", "{\"path\":\"b\"}");
    private static final ToolProviderRequest REQUEST = new ToolProviderRequest("chat-7", UserMessage.from("Go on."));
    private static final Replay BYE = text(false, "Bye.");
    private static final Replay STREAMED_BYE = text(true, "Bye.");

    /** A tool of every kind that a service can have. */
    private static PolicyTools everyWay(HostPolicies policies) {
        return PolicyTools.builder(policies)
                .tools(new Files())
                .tool(Clerk.specification("coded", List.of("path")), Clerk.executor("coded"))
                .provider(new Provider("mcp", false, List.of("path")))
                .provider(new Provider("late", true, List.of("path")))
                .build();
    }

    private static final Call[] ALL = {
        WRITE,
        LIST,
        Call.of("look", "{\"path\":\"a\"}"),
        Call.of("fail", "{\"why\":\"a\"}"),
        Call.of("coded", "{\"path\":\"a\"}"),
        Call.of("mcp", "{\"path\":\"a\"}"),
        LATE,
        Call.of("invented", "{}")
    };

    /** Processors see no local classes. The file would allow the call that the method's policy denies. */
    @Test
    void aMethodThatNoProcessorHasReadStopsTheStart() {
        class Lost {
            @Tool("Wipes a disk.")
            @Policy(run = @Rule(mode = Mode.DENY))
            String wipe(String disk) {
                return disk;
            }
        }
        assertThatThrownBy(() -> PolicyTools.of(ALLOW, new Files(), new Lost()))
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("Lost#wipe has no effect");
    }

    @Test
    void anEngineThatDeniesAllRunsNothing() throws Exception {
        PolicyTools tools = everyWay(ALLOW.engine(builder -> builder.policies(new ClosedPolicy())));
        assertThat(Clerk.blocking(tools, calls(false, ALL), BYE).told()).contains("nothing runs here", "no tool named");
        assertThat(Clerk.RAN).isEmpty();
        Clerk.blocking(
                tools,
                builder -> builder.registerListeners(tools.listeners()).executeToolsConcurrently(),
                "chat-8",
                calls(false, ALL),
                BYE);
        assertThat(Clerk.RAN).isEmpty();
        Clerk.streaming(tools, builder -> builder, calls(true, ALL), STREAMED_BYE);
        assertThat(Clerk.RAN).isEmpty();
        Clerk.streaming(tools, builder -> builder.executeToolsConcurrently(), calls(true, ALL), STREAMED_BYE);
        assertThat(Clerk.RAN).isEmpty();
    }

    @Test
    void anEngineThatDeniesAllRunsNothingThatASearchFinds() throws Exception {
        PolicyTools tools = PolicyTools.of(ALLOW.engine(builder -> builder.policies(new ClosedPolicy())), new Files());
        Call search = Call.of("tool_search_tool", "{\"terms\":[\"write\",\"late\"]}");
        Talk talk = Clerk.blocking(
                tools,
                builder ->
                        builder.registerListeners(tools.listeners()).toolSearchStrategy(new SimpleToolSearchStrategy()),
                "chat-9",
                calls(false, search, WRITE),
                calls(false, ALL),
                BYE);
        assertThat(talk.requests().get(0)).contains("tool_search_tool").doesNotContain("Writes a file");
        assertThat(talk.requests().get(1)).contains("Writes a file");
        assertThat(talk.requests().get(2)).contains("nothing runs here");
        assertThat(Clerk.RAN).isEmpty();
    }

    @Test
    void anEngineThatAllowsAllRunsEach() throws Exception {
        PolicyTools tools = everyWay(ALLOW);
        Clerk.blocking(tools, calls(false, ALL), BYE);
        assertThat(Clerk.RAN)
                .containsExactly(
                        "write a.txt",
                        "list",
                        "look a",
                        "fail",
                        "coded {\"path\":\"a\"}",
                        "mcp {\"path\":\"a\"}",
                        "late {\"path\":\"b\"}");
        Clerk.streaming(tools, builder -> builder.executeToolsConcurrently(), calls(true, ALL), STREAMED_BYE);
        assertThat(Clerk.RAN).hasSize(7).contains("list", "late {\"path\":\"b\"}");
    }

    @Test
    void toolsThatAreAlwaysDeniedAreNotOffered() throws Exception {
        PolicyTools tools = everyWay(Clerk.policies(
                "[tools.'*'.policy]", "run = 'deny'", "[tools.write.policy]", "run = 'allow'", "result = 'allow'"));
        Talk talk = Clerk.blocking(tools, calls(false, WRITE, LATE, LIST), BYE);
        assertThat(talk.requests().get(0))
                .contains("\"write\"", "Writes a file")
                .doesNotContain("\"list\"", "\"look\"", "\"coded\"", "\"mcp\"", "\"late\"");
        assertThat(Clerk.RAN).containsExactly("write a.txt");
    }

    @Test
    void theModelSeesWhyACallWasDenied() throws Exception {
        PolicyTools tools = PolicyTools.of(
                Clerk.policies(
                        "[tools.write.parameters]",
                        "path = 'path'",
                        "[tools.write.policy]",
                        "run = [{ arg = '/path', prefix = 'src', mode = 'allow' },",
                        "       { mode = 'deny', reason = 'only files below src' }]"),
                new Files());
        Talk talk = Clerk.blocking(
                tools, calls(false, Call.of("write", "{\"path\":\"src/../etc/passwd\",\"text\":\"x\"}")), BYE);
        assertThat(talk.told()).contains("only files below src");
        assertThat(Clerk.RAN).isEmpty();
    }

    @Test
    void everyCallHasARecord() throws Exception {
        List<String> records = new CopyOnWriteArrayList<>();
        PolicyTools tools = PolicyTools.of(
                Clerk.policies(
                                "[tools.'*'.policy]",
                                "run = 'allow'",
                                "result = 'allow'",
                                "[tools.list.policy]",
                                "run = 'ask'")
                        .engine(builder -> builder.sessions(
                                        SessionSettings.inMemory().withStoredApprovals(Duration.ofHours(1)))
                                .onCall(record -> records.add(record.tool() + " "
                                        + record.verdict().orElseThrow() + " " + record.session()))),
                new Files());
        Talk talk = Clerk.blocking(
                tools, calls(false, WRITE, Call.of("look", "{}"), LIST, Call.of("write", "{\"path\":\"a")), BYE);
        assertThat(records)
                .containsExactly(
                        "write RAN chat-7", "look INVALID chat-7", "list PENDING chat-7", "write INVALID chat-7");
        assertThat(talk.told()).contains("write a.txt: done", "path", "waits for a person's approval");
        assertThat(Clerk.RAN).containsExactly("write a.txt");
    }

    @Test
    void aResultCanBeWithheld() throws Exception {
        PolicyTools tools =
                PolicyTools.of(Clerk.policies("[tools.'*'.policy]", "run = 'allow'", "result = 'deny'"), new Files());
        assertThat(Clerk.blocking(tools, calls(false, WRITE), BYE).told())
                .contains("Its result is not shown")
                .doesNotContain("write a.txt: done");
        assertThat(Clerk.RAN).hasSize(1);
    }

    @Test
    void theServicesOwnErrorHandlersSeeATool() throws Exception {
        List<String> handled = new ArrayList<>();
        PolicyTools tools = PolicyTools.of(ALLOW, new Files());
        Talk talk = Clerk.blocking(
                tools,
                builder -> builder.toolExecutionErrorHandler((error, context) -> {
                    handled.add(error.getMessage());
                    return dev.langchain4j.service.tool.ToolErrorHandlerResult.text("handled");
                }),
                "chat-7",
                calls(false, Call.of("fail", "{\"why\":\"b\"}")),
                BYE);
        assertThat(handled).containsExactly("the disk is full: b");
        assertThat(talk.told()).contains("handled");
    }

    @Test
    void aFailureMeetsNoRequirement() throws Exception {
        PolicyTools tools = PolicyTools.of(
                Clerk.policies(
                        "[tools.'*'.policy]",
                        "run = 'allow'",
                        "result = 'allow'",
                        "[tools.write.policy]",
                        "requires = [{ tools = ['fail'] }]"),
                new Files());
        Talk talk = Clerk.blocking(tools, calls(false, Call.of("fail", "{\"why\":\"b\"}")), calls(false, WRITE), BYE);
        assertThat(Clerk.RAN).containsExactly("fail");
        assertThat(talk.requests().get(1)).contains("the disk is full");
        assertThat(talk.requests().get(2)).contains("fail");
    }

    @Test
    void aResultThatEndsTheCallOfTheServiceDoesSoOnlyIfItRan() throws Exception {
        Call look = Call.of("look", "{\"path\":\"a\"}");
        assertThat(Clerk.blocking(PolicyTools.of(ALLOW, new Files()), calls(false, look))
                        .answer()
                        .toolExecutions())
                .singleElement()
                .satisfies(each -> assertThat(each.result()).isEqualTo("look a: done"));
        PolicyTools closed = PolicyTools.of(ALLOW.engine(builder -> builder.policies(new ClosedPolicy())), new Files());
        assertThat(Clerk.blocking(closed, calls(false, look), BYE).answer().content())
                .isEqualTo("Bye.");
        assertThat(Clerk.RAN).isEmpty();
    }

    @Test
    void aResultOfSeveralContentsIsASuccess() throws Exception {
        PolicyTools tools = PolicyTools.builder(Clerk.policies(
                        "[tools.'*'.policy]",
                        "run = 'allow'",
                        "result = 'allow'",
                        "[tools.write.policy]",
                        "requires = [{ tools = ['picture'] }]"))
                .tools(new Files())
                .tool(Clerk.specification("picture", List.of("path")), new Clerk.Picture())
                .build();
        var call = ToolExecutionRequest.builder()
                .name("picture")
                .arguments("{\"path\":\"a\"}")
                .build();
        ToolExecutor picture = tools.provideTools(REQUEST).aiServiceTools().stream()
                .filter(each -> each.name().equals("picture"))
                .findFirst()
                .orElseThrow()
                .toolExecutor();
        assertThat(picture.execute(call, "chat-7")).isEqualTo("a cat\non a mat");
        assertThat(tools.engine()
                        .session("chat-7")
                        .calls()
                        .preview("write", WRITE.arguments())
                        .willRun())
                .isTrue();
    }

    @Test
    void aToolBesideThePoliciesIsReported() throws Exception {
        List<String> lines = new ArrayList<>();
        PolicyTools tools = PolicyTools.of(ALLOW, new Files());
        try (AutoCloseable reading = Clerk.reading(ResponseEnds.class, lines)) {
            Clerk.blocking(
                    tools,
                    builder -> builder.registerListeners(tools.listeners())
                            .tools(java.util.Map.of(
                                    Clerk.specification("beside", List.of()), Clerk.executor("beside"))),
                    "chat-7",
                    BYE);
            assertThat(lines)
                    .containsExactly("Tool \"beside\" is not under policies: the AI service has it from elsewhere than"
                            + " PolicyTools.");
            lines.clear();
            Clerk.blocking(tools, builder -> builder, "chat-7", BYE);
            assertThat(lines).singleElement().asString().contains("registerListeners(tools.listeners())");
        }
    }

    @Test
    void aServiceWithoutMemoryIdsSharesNoSession() {
        PolicyTools tools = PolicyTools.of(ALLOW, new Files());
        for (Object id : new Object[] {null, " ", "default", new Object()}) {
            assertThatThrownBy(() -> Clerk.blocking(tools, builder -> builder, id, calls(false, WRITE), BYE))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("don't run")
                    .hasMessageContaining("PolicyTools.builder(policies).sessions(...)");
        }
        assertThat(Clerk.RAN).isEmpty();
    }

    @Test
    void sessionsAreThoseOfTheChatMemory() throws Exception {
        PolicyTools tools = PolicyTools.of(
                Clerk.policies("[tools.'*'.policy]", "run = 'allow'", "result = 'allow'", "limits = [{ calls = 1 }]"),
                new Files());
        for (Object id : List.of("a", 7L, UUID.randomUUID())) {
            Clerk.blocking(tools, builder -> builder, id, calls(false, WRITE), BYE);
            assertThat(Clerk.RAN).hasSize(1);
            Clerk.blocking(tools, builder -> builder, id, calls(false, WRITE), BYE);
            assertThat(Clerk.RAN).isEmpty();
        }
    }

    @Test
    void aResolverFindsTheSessionAndItsFacts() throws Exception {
        PolicyTools tools = PolicyTools.builder(Clerk.policies(
                        "[facts]",
                        "role = { type = 'string', enum = ['admin', 'guest'] }",
                        "[tools.'*'.policy]",
                        "run = [{ fact = '/role', const = 'admin', mode = 'allow' }, { mode = 'deny' }]",
                        "result = 'allow'"))
                .tools(new Files())
                .sessions((engine, call) -> engine.session("one")
                        .withFacts("{\"role\":\"" + call.methodArguments().get(0) + "\"}"))
                .build();
        Clerk.blocking(tools, builder -> builder, "admin", calls(false, WRITE), BYE);
        assertThat(Clerk.RAN).hasSize(1);
        Talk guest = Clerk.blocking(tools, builder -> builder, "guest", calls(false, WRITE), BYE);
        assertThat(Clerk.RAN).isEmpty();
        assertThat(guest.requests().get(0)).doesNotContain("\"write\"");
        assertThatThrownBy(() -> Clerk.blocking(tools, builder -> builder, "stranger", BYE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aResolverThatReturnsNullStopsTheService() {
        PolicyTools tools = PolicyTools.builder(ALLOW)
                .tools(new Files())
                .sessions((engine, call) -> null)
                .build();
        assertThatThrownBy(() -> Clerk.blocking(tools, calls(false, WRITE), BYE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has no session");
        assertThat(Clerk.RAN).isEmpty();
    }

    @Test
    void providersAreAskedAgainIfOneOfThemIsDynamic() {
        Provider fixed = new Provider("mcp", false, List.of("path"));
        Provider dynamic = new Provider("late", true, List.of("path"));
        assertThat(PolicyTools.builder(ALLOW).provider(fixed).build().isDynamic())
                .isFalse();
        assertThat(PolicyTools.builder(ALLOW)
                        .provider(fixed)
                        .provider(dynamic)
                        .build()
                        .isDynamic())
                .isTrue();
    }

    @Test
    void aToolThatChangedSinceItWasOfferedDoesNotRun() {
        List<String> parameters = new ArrayList<>(List.of("path"));
        PolicyTools tools = PolicyTools.builder(ALLOW)
                .provider(new Provider("late", true, parameters))
                .build();
        Clerk.RAN.clear();
        var before = tools.provideTools(REQUEST).aiServiceTools().get(0).toolExecutor();
        parameters.add("owner");
        var after = tools.provideTools(REQUEST).aiServiceTools().get(0).toolExecutor();
        var call = ToolExecutionRequest.builder()
                .name("late")
                .arguments("{\"path\":\"a\",\"owner\":\"b\"}")
                .build();
        assertThatThrownBy(() -> before.execute(call, "chat-7"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has changed since it was offered");
        assertThat(Clerk.RAN).isEmpty();
        assertThat(after.execute(call, "chat-7")).contains("done");
        assertThatThrownBy(() -> after.executeWithContext(call, null)).hasMessageContaining("no chat memory id");
    }

    @Test
    void mistakesStopTheStart() {
        assertThatThrownBy(() -> PolicyTools.of(Clerk.policies("[tools.wirte.policy]", "run = 'allow'"), new Files()))
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("write");
        assertThatThrownBy(() -> PolicyTools.of(ALLOW, new Files(), new Files()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PolicyTools.of(ALLOW, List.of(new Files())))
                .isInstanceOf(IllegalConfigurationException.class);
        PolicyTools twice = PolicyTools.builder(ALLOW)
                .tools(new Files())
                .provider(new Provider("write", true, List.of("path")))
                .build();
        assertThatThrownBy(() -> Clerk.blocking(twice, BYE)).isInstanceOf(IllegalArgumentException.class);
    }
}
