package dev.toolpolicy.runtime.internal.approve;

import static dev.toolpolicy.runtime.internal.approve.Writes.begun;
import static dev.toolpolicy.runtime.internal.approve.Writes.ended;
import static dev.toolpolicy.runtime.internal.approve.Writes.now;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an answer covers: only what its request has shown, for the tool and the policies that it was about. */
class ApprovalReachTest {
    /** Lets a person decide about files below {@code tmp/}, which the rules allow. */
    private static final ToolPolicy PERSON = new ToolPolicy() {
        @Override
        public String name() {
            return "person";
        }

        @Override
        public ToolSelector governs() {
            return ToolSelector.everyTool();
        }

        @Override
        public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
            return context.approved() || !call.arguments().path("path").asText().startsWith("tmp/")
                    ? PolicyDecision.allow()
                    : PolicyDecision.deny("a person must see it");
        }
    };

    private final Desk desk = new Desk();
    private final PolicySession session = Writes.session(desk.settings(), PERSON);

    @Test
    void theRequestOfAPolicyShowsTheWholeCall() {
        ToolCallStream call = ended(begun(session, "c", "tmp/a"));
        assertThat(desk.shown().arguments()).hasToString("{\"path\":\"tmp/a\",\"content\":\"x\",\"mode\":\"600\"}");
        assertThat(desk.shown().reason().need()).isPresent();
        desk.answer(request -> request.edit("{\"path\":\"tmp/b\",\"content\":\"y\"}"));
        assertThat(now(call).approved().orElseThrow().arguments().path("path").asText())
                .as("the person saw what the policy wants")
                .isEqualTo("tmp/b");
    }

    @Test
    void anEditDoesntApproveForAPolicyThatWasNotShown() {
        ToolCallStream call = ended(begun(session, "c", "src/a"));
        assertThat(desk.shown().reason().need()).isEmpty();
        desk.answer(request -> request.edit("{\"path\":\"tmp/a\",\"content\":\"x\"}"));
        assertThat(now(call).forModel()).contains("a person must see it");
    }

    @Test
    void aRequestNamesWhatWouldRunWithoutIt() {
        ended(begun(Writes.session(desk.settings()), "c", "other/a"));
        assertThat(desk.shown().remedies()).containsExactly("/path prefix \"tmp/\"");
    }

    @Test
    void aRememberedAnswerIsForItsTool() {
        RuleList asks = RuleList.of(RuleSpec.otherwise(Mode.ASK));
        PolicySession two = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        DeclaredTool.of("copy", Writes.FILE).withRun(asks),
                        DeclaredTool.of("move", Writes.FILE).withRun(asks))))
                .permission(desk.settings())
                .build()
                .session("s");
        String text = "{\"path\":\"a\",\"content\":\"x\"}";
        two.calls().call("a", "copy").append(text);
        desk.answer(request -> request.approve().remembered());
        assertThat(now(two.calls().call("b", "copy").append(text)))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.APPROVED);
        two.calls().call("c", "move").append(text);
        assertThat(desk.shown()).extracting(ApprovalRequest::callId).isEqualTo("c");
    }
}
