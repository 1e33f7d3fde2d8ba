package dev.toolpolicy.springai;

import static dev.toolpolicy.springai.Chat.policies;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.store.SessionSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.resolution.StaticToolCallbackResolver;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;

/** Conversations that go on after an answer, for the caller and in the session of the call. */
class PolicyConversationsTest {
    private Runnable beforeCheck = () -> {};
    private final Chat chat = new Chat();
    private final ToolCallback report = chat.tool("report");
    private final SeenChat model = new SeenChat();
    private final ToolPolicies policies = ToolPolicies.of(
                    policies(
                                    "[facts]",
                                    "user = { type = 'string' }",
                                    "[tools.report.policy]",
                                    "run = [{ fact = '/user', const = 'ann', mode = 'ask' }, { mode = 'deny' }]",
                                    "result = 'allow'")
                            .engine(builder -> builder.policies(new Checked())
                                    .sessions(SessionSettings.inMemory()
                                            .withStoredApprovals(Duration.ofHours(1))
                                            .withOpenCalls(1_000))),
                    report)
            .sessions(PolicyConversationsTest::session);
    private final PolicyEngine engine = policies.tools().engine();
    private final PolicyConversations conversations = PolicyConversations.of(
                    policies,
                    new StaticToolCallbackResolver(List.of(report)),
                    ChatClient.builder(model)
                            .defaultAdvisors(policies.advisor())
                            .build())
            .conversations(approval -> "talk-" + approval.session());

    /** Runs a step of a test in the check of a call, between the offer of its tool and its run. */
    private final class Checked implements ToolPolicy {
        @Override
        public String name() {
            return "checked";
        }

        @Override
        public ToolSelector governs() {
            return ToolSelector.everyTool();
        }

        @Override
        public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
            beforeCheck.run();
            return PolicyDecision.allow();
        }
    }

    private static PolicySession session(PolicyEngine engine, ToolContext call) {
        Map<String, Object> context = call.getContext();
        return engine.session(String.valueOf(context.get(ToolPolicies.SESSION)))
                .withFacts(Map.of("user", String.valueOf(context.get("user"))));
    }

    private GuardedCall call(String id) {
        return session(engine, new ToolContext(Map.of(ToolPolicies.SESSION, "s7", "user", "ann")))
                .guard(id, "report", "{\"text\":\"" + id + "\"}");
    }

    private String pending(GuardedCall call) {
        return call.run(arguments -> "").call().approval().orElseThrow();
    }

    private String approved(GuardedCall call) {
        Approval asked = engine.approvals().find(pending(call)).orElseThrow();
        return engine.approvals().approve(asked, "boss").id();
    }

    @Test
    void aResumedCallHasTheFactsOfItsCaller() {
        String id = approved(call("c1"));
        conversations.callers(approval -> Map.of("user", "ann")).resume(id);
        assertThat(chat.ran).containsExactly("report{\"text\":\"c1\"}");
        assertThat(model.prompts.get(0).getContents()).contains("report did it");
    }

    @Test
    void withoutCallersNothingIsKnownOfThem() {
        conversations.resume(approved(call("c1")));
        assertThat(chat.ran).isEmpty();
        assertThat(model.prompts.get(0).getContents()).contains("Denied by this tool's policy");
    }

    /** Where the conversation's id isn't the session's, the next calls are still of the same session. */
    @Test
    void theAnswerIsOfTheSessionOfTheCall() {
        conversations.callers(approval -> Map.of("user", "ann")).resume(approved(call("c1")));
        assertThat(model.options().getToolContext())
                .containsEntry(ToolPolicies.SESSION, "s7")
                .containsEntry("user", "ann");
    }

    /** The approver's session knows nothing of what this conversation has read. */
    @Test
    void theAnswerIsNotOfTheSessionOfThePersonWhoResumes() {
        ToolPolicies byPerson = policies.sessions((engine, call) -> engine.session("boss"));
        PolicyConversations.of(
                        byPerson,
                        new StaticToolCallbackResolver(List.of(report)),
                        ChatClient.builder(model)
                                .defaultAdvisors(byPerson.advisor())
                                .build())
                .resume(approved(call("c1")));
        assertThat(byPerson.session(model.options()).id()).isEqualTo("s7");
    }

    /** Among many approved calls, the one that waits behind the resumed one is found. */
    @Test
    void aCallBehindIsFoundAmongMany() {
        String first = pending(call("c0"));
        String behind = approved(call("last").behind(first));
        for (int i = 1; i <= 400; i++) {
            approved(call("c" + i));
        }
        engine.approvals().approve(engine.approvals().find(first).orElseThrow(), "boss");
        conversations.callers(approval -> Map.of("user", "ann")).resume(first);
        assertThat(engine.approvals().find(behind).orElseThrow().status()).isEqualTo(Approval.Status.RAN);
        assertThat(chat.ran).hasSize(2);
    }

    /** Another chat can offer another tool of this name while an approved call is decided by the first one's schema. */
    @Test
    void anApprovedCallOfAToolThatChangesMeanwhileDoesntRun() {
        String id = approved(call("c1"));
        String other = "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\",\"maxLength\":9}}}";
        beforeCheck =
                () -> policies.offer(List.of(chat.tool("report", other, false).getToolDefinition()));
        conversations.callers(approval -> Map.of("user", "ann")).resume(id);
        assertThat(chat.ran).isEmpty();
        assertThat(model.prompts.get(0).getContents()).contains("no such tool now");
    }

    /** Two people, or two clicks, can resume a call at once: one of them runs it and tells the model. */
    @Test
    void aCallThatIsResumedTwiceAtOnceIsToldOnce() {
        String id = approved(call("c1"));
        Map<String, Object> ann = Map.of("user", "ann");
        PolicyConversations late = conversations.callers(approval -> {
            assertThat(conversations.callers(other -> ann).resume(id)).isPresent();
            return ann;
        });
        assertThat(late.resume(id)).isEmpty();
        assertThat(chat.ran).hasSize(1);
        assertThat(model.prompts).hasSize(1);
    }

    @Test
    void aModelThatFailedIsToldWhenItAnswersAgain() {
        String id = approved(call("c1"));
        AtomicBoolean fails = new AtomicBoolean(true);
        PolicyConversations flaky = PolicyConversations.of(
                        policies,
                        new StaticToolCallbackResolver(List.of(report)),
                        ChatClient.builder(prompt -> {
                                    if (fails.getAndSet(false)) {
                                        throw new IllegalStateException("the provider is overloaded");
                                    }
                                    return model.call(prompt);
                                })
                                .defaultAdvisors(policies.advisor())
                                .build())
                .callers(approval -> Map.of("user", "ann"));

        assertThatThrownBy(() -> flaky.resume(id)).hasMessageContaining("overloaded");
        assertThat(flaky.resume(id)).isPresent();
        assertThat(flaky.resume(id)).isEmpty();

        assertThat(chat.ran).hasSize(1);
        assertThat(model.prompts).hasSize(1);
    }

    /** The call before it ran and doesn't run again, so the next resumption tells the model of it. */
    @Test
    void whatRanIsToldAfterAFailureOfTheCallBehind() {
        String first = pending(call("c1"));
        String behind = approved(call("c2").behind(first));
        engine.approvals().approve(engine.approvals().find(first).orElseThrow(), "boss");
        AtomicBoolean fails = new AtomicBoolean(true);
        ToolCallbackResolver flaky = name -> {
            if (!chat.ran.isEmpty() && fails.getAndSet(false)) {
                throw new IllegalStateException("no tools now");
            }
            return report;
        };
        PolicyConversations resuming = PolicyConversations.of(
                        policies,
                        flaky,
                        ChatClient.builder(model)
                                .defaultAdvisors(policies.advisor())
                                .build())
                .callers(approval -> Map.of("user", "ann"));

        assertThatThrownBy(() -> resuming.resume(first)).hasMessageContaining("no tools now");
        assertThat(resuming.resume(first)).isPresent();
        assertThat(model.prompts.get(0).getContents()).contains("\"c1\"", "report did it");
        assertThat(chat.ran).hasSize(1);
        assertThat(resuming.resume(behind)).isPresent();
        assertThat(chat.ran).hasSize(2);
    }

    /** A person can leave before the model has answered. */
    @Test
    void aStreamThatIsCancelledIsToldAgain() {
        String id = approved(call("c1"));
        PolicyConversations streaming = conversations.callers(approval -> Map.of("user", "ann"));
        streaming.resumeStreaming(id).subscribe().dispose();
        assertThat(streaming.resume(id)).isPresent();
        assertThat(chat.ran).hasSize(1);
        assertThat(model.prompts).hasSize(2);
    }
}
