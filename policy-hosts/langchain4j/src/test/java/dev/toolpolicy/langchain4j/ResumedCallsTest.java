package dev.toolpolicy.langchain4j;

import static dev.toolpolicy.langchain4j.ChatBodies.calls;
import static dev.toolpolicy.langchain4j.ChatBodies.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.langchain4j.ChatBodies.Call;
import dev.toolpolicy.langchain4j.Clerk.Files;
import dev.toolpolicy.langchain4j.Clerk.Talk;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.test.replay.Replay;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls of an AI service that wait in the store until a person has approved them. */
class ResumedCallsTest {
    private static final Call WRITE = Call.of("write", "{\"path\":\"a.txt\",\"text\":\"x\"}");
    private static final Call LIST = Call.of("list", "{}");
    private static final Replay BYE = text(false, "Bye.");

    @BeforeEach
    void forget() {
        Clerk.RAN.clear();
    }

    private static HostPolicies asksAll() {
        return Clerk.policies("[tools.'*'.policy]", "external = true", "run = 'ask'", "result = 'allow'")
                .engine(builder ->
                        builder.sessions(SessionSettings.inMemory().withStoredApprovals(Duration.ofHours(1))));
    }

    private static ToolProviderRequest of(String chat) {
        return new ToolProviderRequest(chat, UserMessage.from("Go on."));
    }

    /** Provides each caller with a tool of the same name, which acts for that caller. */
    private static ToolProviderResult own(ToolProviderRequest caller) {
        return ToolProviderResult.builder()
                .add(Clerk.specification("mail", List.of("to")), Clerk.executor("mail of " + caller.chatMemoryId()))
                .build();
    }

    private static String asked(PolicyTools tools, String chat, String tool, String arguments) {
        String id = tools.engine()
                .session(chat)
                .guard("c1", tool, arguments)
                .run(given -> "")
                .call()
                .approval()
                .orElseThrow();
        Approvals approvals = tools.engine().approvals();
        approvals.approve(approvals.find(id).orElseThrow(), "boss");
        return id;
    }

    /** A tool that a provider made for one user never runs for another. */
    @Test
    void aProvidedToolRunsOnlyForTheCallerThatMadeTheCall() {
        PolicyTools tools =
                PolicyTools.builder(asksAll()).provider(ResumedCallsTest::own).build();
        tools.provideTools(of("ann"));
        tools.provideTools(of("bob"));
        String id = asked(tools, "ann", "mail", "{\"to\":\"x\"}");
        assertThatIllegalStateException().isThrownBy(() -> tools.resume(id)).withMessageContaining("\"mail\"");
        assertThatIllegalStateException().isThrownBy(() -> tools.resume(id, of("bob")));
        assertThat(Clerk.RAN).isEmpty();
        assertThat(tools.resume(id, of("ann")).kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(Clerk.RAN).containsExactly("mail of ann {\"to\":\"x\"}");
    }

    @Test
    void aResumedToolThatFailedIsRecordedAsFailed() {
        ToolExecutor failing = new ToolExecutor() {
            @Override
            public String execute(ToolExecutionRequest request, Object memory) {
                throw new IllegalStateException("LangChain4j calls the other method");
            }

            @Override
            public ToolExecutionResult executeWithContext(ToolExecutionRequest request, InvocationContext context) {
                return ToolExecutionResult.builder()
                        .isError(true)
                        .resultText("the disk is full")
                        .build();
            }
        };
        PolicyTools tools = PolicyTools.builder(asksAll())
                .tool(Clerk.specification("save", List.of()), failing)
                .build();
        CallResult result = tools.resume(asked(tools, "ann", "save", "{}"));
        assertThat(result.kind()).isEqualTo(CallResult.Kind.FAILED);
        assertThat(result.forModel()).contains("the disk is full");
    }

    /** The call behind the pending one waits with it, and a "no" to another call changes nothing. */
    @Test
    void anApprovedCallIsResumedOnce() throws Exception {
        PolicyTools tools = PolicyTools.of(
                Clerk.policies("[tools.'*'.policy]", "run = 'allow'", "[tools.list.policy]", "run = 'ask'")
                        .engine(builder ->
                                builder.sessions(SessionSettings.inMemory().withStoredApprovals(Duration.ofHours(1)))),
                new Files());
        Talk talk = Clerk.blocking(tools, calls(false, LIST, WRITE), BYE);
        assertThat(talk.told()).contains("waits for a person's approval", "waits until an earlier call");
        assertThat(Clerk.RAN).isEmpty();
        Approval asked =
                tools.engine().approvals().list(ApprovalQuery.pending()).get(0);
        Approval behind = tools.engine()
                .approvals()
                .list(ApprovalQuery.all().in(Approval.Status.GRANTED))
                .get(0);
        assertThat(tools.resume(asked.id()).kind()).isEqualTo(CallResult.Kind.PENDING);
        assertThat(tools.resume(behind.id()).kind()).isEqualTo(CallResult.Kind.PENDING);
        tools.engine().approvals().approve(asked, "ann");
        assertThat(tools.resume(asked.id()).kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(tools.resume(asked.id()).kind()).isEqualTo(CallResult.Kind.DENIED);
        assertThat(tools.resume(behind.id()).kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(Clerk.RAN).hasSize(2).last().isEqualTo("write a.txt");
    }

    /** The tool of the call behind is another's, so only that caller can resume it. */
    @Test
    void whatRanIsReturnedThoughACallBehindItCannotBeResumed() throws Exception {
        PolicyTools tools = PolicyTools.builder(
                        Clerk.policies("[tools.'*'.policy]", "run = 'allow'", "[tools.list.policy]", "run = 'ask'")
                                .engine(builder -> builder.sessions(
                                        SessionSettings.inMemory().withStoredApprovals(Duration.ofHours(1)))))
                .tools(new Files())
                .provider(ResumedCallsTest::own)
                .build();
        Clerk.blocking(tools, calls(false, LIST, Call.of("mail", "{\"to\":\"x\"}")), BYE);
        Approvals approvals = tools.engine().approvals();
        Approval asked = approvals.list(ApprovalQuery.pending()).get(0);
        assertThat(approvals.behind(asked)).isPresent();
        approvals.approve(asked, "ann");
        assertThat(tools.resumeAll(asked.id())).extracting(CallResult::kind).containsExactly(CallResult.Kind.RAN);
        assertThat(Clerk.RAN).containsExactly("list");
    }
}
