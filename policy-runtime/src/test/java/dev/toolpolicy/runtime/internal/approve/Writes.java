package dev.toolpolicy.runtime.internal.approve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Calls that write files, which are asked about as soon as their path is there, before their content. */
final class Writes {
    static final ToolSchema FILE = ToolSchema.of(
            Parameter.required("path", ParameterType.string()),
            Parameter.required("content", ParameterType.string()),
            Parameter.optional("mode", ParameterType.string()).withDefault(TextNode.valueOf("600")));

    private Writes() {}

    private static RuleSpec when(String prefix, Mode mode) {
        return RuleSpec.when(Condition.onArgument(ArgumentPointer.parse("/path"), Matcher.prefix(prefix)), mode);
    }

    static PolicySession session(PermissionSettings settings, ToolPolicy... policies) {
        DeclaredTool write = DeclaredTool.of("write", FILE)
                .withRun(RuleList.of(
                        when("secret/", Mode.DENY),
                        when("src/", Mode.ASK),
                        when("doc/", Mode.EDIT),
                        when("tmp/", Mode.ALLOW)));
        DeclaredTool run = DeclaredTool.of("run", ToolSchema.of()).withRun(RuleList.always(Mode.ALLOW));
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(write, run)))
                .policies(policies)
                .permission(settings)
                .build()
                .session("s");
    }

    static ToolCallStream begun(PolicySession session, String id, String path) {
        return session.calls().call(id, "write").append("{\"path\":\"" + path + "\",");
    }

    static ToolCallStream ended(ToolCallStream call) {
        return call.append("\"content\":\"x\"}");
    }

    static ToolCallOutcome now(ToolCallStream call) {
        CompletableFuture<ToolCallOutcome> outcome = call.conclude().toCompletableFuture();
        assertThat(outcome).as("outcome of %s", call).isCompleted();
        return outcome.join();
    }
}
