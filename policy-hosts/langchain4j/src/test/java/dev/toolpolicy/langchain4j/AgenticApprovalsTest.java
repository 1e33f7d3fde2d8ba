package dev.toolpolicy.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agentic.Agent;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.agentic.internal.AgenticScopeOwner;
import dev.langchain4j.agentic.internal.SuspendedResponse;
import dev.langchain4j.agentic.scope.AgenticScope;
import dev.langchain4j.agentic.scope.AgenticScopeAccess;
import dev.langchain4j.agentic.scope.AgenticScopeKey;
import dev.langchain4j.agentic.scope.AgenticScopePersister;
import dev.langchain4j.agentic.scope.AgenticScopeSerializer;
import dev.langchain4j.agentic.scope.AgenticScopeStore;
import dev.langchain4j.agentic.scope.DefaultAgenticScope;
import dev.langchain4j.agentic.scope.ResultWithAgenticScope;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.V;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.langchain4j.ChatBodies.Call;
import dev.toolpolicy.langchain4j.Clerk.Files;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.test.replay.Exchange;
import dev.toolpolicy.test.replay.Replay;
import dev.toolpolicy.test.replay.ReplayServer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An agentic system of LangChain4j that is suspended until a person has answered. */
@Timeout(60)
class AgenticApprovalsTest {
    private static final Call WRITE = Call.of("write", "{\"path\":\"a.txt\",\"text\":\"x\"}");
    private static final Call LIST = Call.of("list", "{}");
    private static final Replay SAID = ChatBodies.text(false, "It waits.");
    private static final Replay BYE = ChatBodies.text(false, "All done.");

    private static final Duration WAIT = Duration.ofSeconds(50);

    interface Assistant {
        String chat(@MemoryId String order, @UserMessage String message);
    }

    interface OrderWorkflow extends AgenticScopeAccess {
        @Agent
        ResultWithAgenticScope<String> order(@MemoryId String order, @V("message") String message);
    }

    /** Keeps scopes as JSON, as a database would. */
    private static final class Scopes implements AgenticScopeStore {
        private final Map<AgenticScopeKey, String> json = new ConcurrentHashMap<>();

        @Override
        public boolean save(AgenticScopeKey key, DefaultAgenticScope scope) {
            json.put(key, AgenticScopeSerializer.toJson(scope));
            return true;
        }

        @Override
        public Optional<DefaultAgenticScope> load(AgenticScopeKey key) {
            return Optional.ofNullable(json.get(key)).map(AgenticScopeSerializer::fromJson);
        }

        @Override
        public boolean delete(AgenticScopeKey key) {
            return json.remove(key) != null;
        }

        @Override
        public Set<AgenticScopeKey> getAllKeys() {
            return Set.copyOf(json.keySet());
        }
    }

    /** A process of the service: its own engine, AI service and workflow over stores that all processes share. */
    private static final class Service {
        final PolicyTools tools;
        final Approvals approvals;
        final OrderWorkflow workflow;

        Service(HostPolicies policies, InMemoryChatMemoryStore memories, String modelUri) {
            tools = PolicyTools.of(policies, new Files());
            Assistant assistant = AiServices.builder(Assistant.class)
                    .chatModel(OpenAiChatModel.builder()
                            .baseUrl(modelUri)
                            .apiKey("none")
                            .modelName("m")
                            .maxRetries(0)
                            .build())
                    .chatMemoryProvider(id -> MessageWindowChatMemory.builder()
                            .id(id)
                            .maxMessages(20)
                            .chatMemoryStore(memories)
                            .build())
                    .toolProvider(tools)
                    .registerListeners(tools.listeners())
                    .build();
            approvals = tools.engine().approvals();
            workflow = AgenticServices.loopBuilder(OrderWorkflow.class)
                    .subAgents(
                            AgenticServices.agentAction(scope -> scope.writeState(
                                    "answer",
                                    assistant.chat(scope.memoryId().toString(), scope.readState("message", "")))),
                            AgenticServices.humanInTheLoopBuilder()
                                    .description("Waits until a person has answered the call that asks")
                                    .outputKey("message")
                                    .responseProvider(this::waiting)
                                    .build())
                    .exitCondition(scope -> scope.pendingResponseIds().isEmpty()
                            && scope.readState("message", "").isEmpty())
                    .maxIterations(10)
                    .outputKey("answer")
                    .build();
        }

        private Object waiting(AgenticScope scope) {
            return approvals
                    .list(ApprovalQuery.pending()
                            .ofSession(scope.memoryId().toString())
                            .atMost(1))
                    .stream()
                    .findFirst()
                    .<Object>map(call -> new SuspendedResponse<>(call.id()))
                    .orElse("");
        }

        /** Goes on after a person has answered, on any node. */
        ResultWithAgenticScope<String> goOn(Approval answered) {
            String results = tools.resumeAll(answered.id()).stream()
                    .map(CallResult::forModel)
                    .collect(Collectors.joining("\n"));
            workflow.getAgenticScope(answered.session()).completePendingResponse(answered.id(), results);
            return workflow.order(answered.session(), results);
        }
    }

    private static SessionSettings stored() {
        return SessionSettings.inMemory().withStoredApprovals(Duration.ofHours(1));
    }

    private static HostPolicies policies(SessionSettings sessions) {
        return Clerk.policies("[tools.'*'.policy]", "run = 'allow'", "[tools.list.policy]", "run = 'ask'")
                .engine(builder -> builder.sessions(sessions));
    }

    @BeforeEach
    void forget() {
        Clerk.RAN.clear();
    }

    @AfterEach
    void noStore() {
        AgenticScopePersister.setStore(null);
    }

    @Test
    void aSystemWaitsForAPersonAndGoesOnInAnotherProcess() throws Exception {
        AgenticScopePersister.setStore(new Scopes());
        SessionSettings sessions = stored().withStore(SessionSettings.inMemory().store());
        InMemoryChatMemoryStore memories = new InMemoryChatMemoryStore();
        try (ReplayServer server = ReplayServer.start()) {
            String uri = server.uri() + "/v1";
            Stream.of(ChatBodies.calls(false, LIST, WRITE), SAID).forEach(server::play);
            Service first = new Service(policies(sessions), memories, uri);
            ResultWithAgenticScope<String> suspended = first.workflow.order("order-7", "List, then write.");
            assertThat(suspended.suspended()).isTrue();
            assertThat(Clerk.RAN).isEmpty();
            ((AgenticScopeOwner) first.workflow).registry().clearInMemory();

            Service second = new Service(policies(sessions), memories, uri);
            Approval asked = second.approvals.list(ApprovalQuery.pending()).get(0);
            assertThat(asked.call().tool()).isEqualTo("list");
            second.approvals.approve(asked, "ann");
            Exchange told = server.play(BYE);
            ResultWithAgenticScope<String> done = second.goOn(asked);
            assertThat(done.suspended()).isFalse();
            assertThat(done.result()).isEqualTo("All done.");
            assertThat(Clerk.RAN).containsExactly("list", "write a.txt");
            assertThat(told.request(WAIT).body()).contains("list: done", "write a.txt: done");
        }
    }

    /** Whoever completes the response of the workflow answers no request: only an approval lets a call run. */
    @Test
    void aCompletedResponseIsNoApproval() throws Exception {
        try (ReplayServer server = ReplayServer.start()) {
            Stream.of(ChatBodies.calls(false, LIST), SAID).forEach(server::play);
            Service service = new Service(policies(stored()), new InMemoryChatMemoryStore(), server.uri() + "/v1");
            assertThat(service.workflow.order("order-8", "List.").suspended()).isTrue();
            Approval asked = service.approvals.list(ApprovalQuery.pending()).get(0);
            assertThat(service.tools.resumeAll(asked.id()))
                    .extracting(CallResult::kind)
                    .containsExactly(CallResult.Kind.PENDING);
            server.play(SAID);
            service.workflow.getAgenticScope("order-8").completePendingResponse(asked.id(), "APPROVED");
            assertThat(service.workflow.order("order-8", "APPROVED").suspended())
                    .isTrue();
            assertThat(Clerk.RAN).isEmpty();
        }
    }

    @Test
    void theModelIsToldOfANo() throws Exception {
        try (ReplayServer server = ReplayServer.start()) {
            Stream.of(ChatBodies.calls(false, LIST), SAID).forEach(server::play);
            Service service = new Service(policies(stored()), new InMemoryChatMemoryStore(), server.uri() + "/v1");
            assertThat(service.workflow.order("order-9", "List.").suspended()).isTrue();
            Approval asked = service.approvals.list(ApprovalQuery.pending()).get(0);
            service.approvals.decline(asked, "ann", "not today");
            Exchange told = server.play(BYE);
            assertThat(service.goOn(asked).result()).isEqualTo("All done.");
            assertThat(told.request(WAIT).body()).contains("not today");
            assertThat(Clerk.RAN).isEmpty();
        }
    }
}
