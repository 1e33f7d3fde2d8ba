package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.approve.Desk;
import dev.toolpolicy.runtime.policy.ReadBeforeWritePolicy;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Session policies decide on the arguments that run: those that a person edited. */
class EditedCallsTest {
    private static final ToolSchema PATH = ToolSchema.of(Parameter.required("path", ParameterType.path()));
    private static final ToolCatalog TOOLS = ToolCatalog.of(List.of(
            DeclaredTool.of("read", PATH).withRun(RuleList.always(Mode.ALLOW)),
            DeclaredTool.of("write", PATH).withRun(RuleList.always(Mode.EDIT))));
    private static final ToolPolicy READ_FIRST = ReadBeforeWritePolicy.of(List.of("read"), List.of("write"));

    /** The arguments that a policy remembers. */
    private final List<String> heard = new ArrayList<>();

    private final ToolPolicy remembering = new ToolPolicy() {
        @Override
        public String name() {
            return "remembering";
        }

        @Override
        public ToolSelector governs() {
            return ToolSelector.everyTool();
        }

        @Override
        public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
            return PolicyDecision.allow();
        }

        @Override
        public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
            heard.add("check " + call.arguments().get("path").textValue());
            return state;
        }

        @Override
        public JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
            heard.add("result " + call.arguments().get("path").textValue());
            return state;
        }
    };

    private final Desk desk = new Desk();
    private final PolicySession session = PolicyEngine.builder()
            .tools(TOOLS)
            .policies(READ_FIRST, remembering)
            .permission(PermissionSettings.of(desk).withExecutor(Runnable::run))
            .build()
            .session("s");

    private static String path(String path) {
        return "{\"path\":\"" + path + "\"}";
    }

    private void read(String path) {
        ToolCallOutcome outcome =
                session.calls().call("r", "read").append(path(path)).finish();
        outcome.approved().orElseThrow().succeeded(TextNode.valueOf("text"));
    }

    /** Returns the outcome of a write that a person edits. */
    private ToolCallOutcome write(String written, String edited) {
        ToolCallStream call = session.calls().call("w", "write").append(path(written));
        CompletableFuture<ToolCallOutcome> outcome = call.conclude().toCompletableFuture();
        desk.answer(request -> Answer.edit(request.id(), request.revision(), path(edited)));
        return outcome.join();
    }

    @Test
    void anEditToAFileThatWasNotReadIsDenied() {
        read("a");
        assertThat(write("a", "b"))
                .satisfies(denied -> assertThat(denied.forModel())
                        .isEqualTo("\"b\" can be written only after it has been read in this session: call read"
                                + " first."));
    }

    @Test
    void theStateRemembersTheEditedArguments() {
        read("a");
        read("b");
        ToolCallOutcome outcome = write("a", "b");
        assertThat(outcome).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
        outcome.approved().orElseThrow().succeeded(TextNode.valueOf("written"));
        assertThat(heard).containsExactly("check a", "result a", "check b", "result b", "check b", "result b");
    }
}
