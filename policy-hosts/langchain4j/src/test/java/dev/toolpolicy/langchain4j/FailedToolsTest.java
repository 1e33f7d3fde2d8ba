package dev.toolpolicy.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.policy.Requirements;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

/** LangChain4j's own executor returns a tool's exception as text; it must not count as a success. */
class FailedToolsTest {
    /** Tools. */
    public static final class Tools {
        /** Fails. */
        @Tool
        public String test() {
            throw new IllegalStateException("3 tests failed");
        }
    }

    private static PolicySession session() {
        RuleList free = RuleList.always(Mode.ALLOW);
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        DeclaredTool.of("test", ToolSchema.of()).withRun(free),
                        DeclaredTool.of("deploy", ToolSchema.of()).withRun(free))))
                .policies(Requirements.require("deploy").after("test"))
                .build()
                .session("s");
    }

    private static final ToolExecutionRequest CALL =
            ToolExecutionRequest.builder().id("1").name("test").arguments("{}").build();

    @Test
    void aFailureOfExecuteMeetsNoRequirement() throws Exception {
        PolicySession session = session();
        GuardedToolExecutor guarded =
                new GuardedToolExecutor(new DefaultToolExecutor(new Tools(), Tools.class.getMethod("test")), session);
        String told = guarded.execute(CALL, "s");
        assertThat(told).contains("3 tests failed");
        assertThat(session.preview("deploy", "{}").willRun()).as(told).isFalse();
    }

    @Test
    void aFailureOfExecuteWithContextMeetsNoRequirement() throws Exception {
        PolicySession session = session();
        GuardedToolExecutor guarded =
                new GuardedToolExecutor(new DefaultToolExecutor(new Tools(), Tools.class.getMethod("test")), session);
        guarded.executeWithContext(
                CALL, InvocationContext.builder().chatMemoryId("s").build());
        assertThat(session.preview("deploy", "{}").willRun()).isFalse();
    }
}
