package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The log of an engine: one line for each call that doesn't run, whatever decided, and none for one that runs. */
class DenialLogTest {
    private static final ToolSchema NAMED = ToolSchema.of(Parameter.required("name", ParameterType.string()));

    private final HeardLog log = new HeardLog(Level.INFO);
    private final List<String> lines = log.lines();

    @AfterEach
    void stopListening() {
        log.close();
    }

    private static PolicyEngineBuilder builder() {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        DeclaredTool.of("read", NAMED)
                                .withRun(RuleList.of(
                                        RuleSpec.when(Argument.Text.at("/name").prefix("secret/"), Mode.DENY),
                                        RuleSpec.when(Argument.Text.at("/name").prefix("ask/"), Mode.ASK),
                                        RuleSpec.otherwise(Mode.ALLOW))),
                        DeclaredTool.of("write", NAMED).withRun(RuleList.always(Mode.ALLOW)))))
                .policies(LimitPolicy.quota(1, "write").named("one write"))
                .permission(request -> CompletableFuture.completedFuture(request.decline("not\ntoday")));
    }

    private String line(PolicyEngine engine, String tool, String arguments) throws Exception {
        lines.clear();
        engine.session("s")
                .calls()
                .call("c", tool)
                .append(arguments)
                .conclude()
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
        assertThat(lines).as("lines for a call of %s", tool).hasSize(1);
        return lines.get(0);
    }

    @Test
    void aHandlersFailureIsOneLine() {
        PolicySession session = builder().build().session("s");
        ToolHandlers handlers = ToolHandlers.builder(builder().build().tools())
                .handle("read", (named, call) -> {
                    throw new IOException("no disk");
                })
                .handle("write", (named, call) -> {
                    throw new StackOverflowError();
                })
                .build();
        lines.clear();
        session.execute("c", "read", "{\"name\":\"a\"}", handlers);
        session.execute("c", "write", "{\"name\":\"a\"}", handlers);
        assertThat(lines)
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("WARNING the handler of call")
                                .endsWith("failed: java.io.IOException: no disk"),
                        line -> assertThat(line)
                                .startsWith("WARNING the handler of call")
                                .endsWith(" and a stack trace"));
    }

    @Test
    void anEngineStartsWithOneLine() {
        builder().build();
        assertThat(lines).containsExactly("INFO engine started: 2 tools, 4 rules, 1 policy, 0 problems");
    }

    @Test
    void trustInToolsThatComeLaterIsLogged() {
        builder()
                .results("crm_*", ResultSpec.labelled().asExternal())
                .results("web_*", ResultSpec.labelled("untrusted").asExternal())
                .build();
        assertThat(lines)
                .last()
                .isEqualTo(
                        "WARNING tools that come later as \"crm_*\" can bring results without \"untrusted\", since its"
                                + " entry has external = true");
    }

    @Test
    void warningsAreLoggedOnce() {
        PolicyEngine engine = builder()
                .unreachableRules(Severity.WARNING)
                .run("write", RuleList.of(RuleSpec.otherwise(Mode.ASK), RuleSpec.otherwise(Mode.ALLOW)))
                .build();
        assertThat(lines)
                .hasSize(1 + engine.warnings().size())
                .last()
                .asString()
                .startsWith("WARNING ");
        lines.clear();
        engine.reload();
        assertThat(lines).containsExactly("INFO reload applied: 0 changes");
    }

    @Test
    void aReloadIsOneLine() {
        PolicyEngine engine = builder().build();
        lines.clear();
        engine.reload(PolicyEngine.layer(Map.of("read", RuleList.always(Mode.DENY)), Map.of()));
        assertThat(lines).containsExactly("INFO reload applied: 1 change");
        lines.clear();
        engine.reload();
        assertThat(lines).containsExactly("INFO reload applied: 0 changes");
        engine.reload(PolicyEngine.layer(Map.of("read", RuleList.always(Mode.ALLOW)), Map.of()));
        assertThat(lines.get(1)).isEqualTo("INFO reload declined, the current configuration stays: 1 change");
    }

    @Test
    void anInvalidReloadIsLoggedWithItsProblems() {
        PolicyEngine engine = builder().build();
        lines.clear();
        engine.reload(PolicyEngine.layer(Map.of("reed", RuleList.always(Mode.DENY)), Map.of()));
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).isEqualTo("INFO reload invalid, the current configuration stays: 1 problem");
        assertThat(lines.get(1)).startsWith("WARNING ").contains("reed");
    }

    @Test
    void anAllowedCallHasNoLine() {
        PolicyEngine engine = builder().build();
        lines.clear();
        ToolCallOutcome outcome = engine.session("s")
                .calls()
                .call("c", "read")
                .append("{\"name\":\"a\"}")
                .finish();
        outcome.approved().orElseThrow().succeeded(IntNode.valueOf(1));
        assertThat(lines).isEmpty();
    }

    @Test
    void eachKindOfDenialIsOneLine() throws Exception {
        PolicyEngine engine = builder().build();
        assertThat(line(engine, "read", "{\"name\":\"secret/a\"}"))
                .isEqualTo("WARNING rule 1 (/name prefix \"secret/\" -> deny; the tool's declaration) denied call"
                        + " read#c of session s");
        assertThat(line(engine, "read", "{\"name\":\"ask/a\"}"))
                .startsWith("WARNING call read#c of session s was declined (handler): ")
                .contains("not\\ntoday");
        assertThat(line(engine, "format", "{}"))
                .startsWith("WARNING call format#c of session s is invalid (unknown-tool): ");
        assertThat(line(engine, "read", "{\"name\":1}"))
                .startsWith("WARNING call read#c of session s is invalid (type-mismatch): ");
    }

    @Test
    void aDenialByPolicyIsOneLine() throws Exception {
        PolicyEngine engine = builder().sessions(SessionStore.inMemory()).build();
        engine.session("s")
                .calls()
                .call("c", "write")
                .append("{\"name\":\"a\"}")
                .finish();
        assertThat(line(engine, "write", "{\"name\":\"a\"}"))
                .startsWith("WARNING policy one write denied call write#c of session s: ");
    }

    @Test
    void aCallWithoutApproverIsOneLine() throws Exception {
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("write", NAMED))))
                .build();
        assertThat(line(engine, "write", "{\"name\":\"a\"}"))
                .isEqualTo("WARNING the default asks about call write#c of session s, which has no approval");
    }

    @Test
    void aModelsTextCannotForgeALine() throws Exception {
        String line = line(builder().build(), "x\nINFO all is well \u202e", "{}");
        assertThat(line).doesNotContain("\n", "\u202e");
        PolicyEngine engine = builder().build();
        lines.clear();
        engine.session("s\nINFO forged")
                .calls()
                .call("c\nINFO forged", "read")
                .append("{\"name\":\"secret/a\"}")
                .finish();
        assertThat(lines).singleElement().asString().contains("call read#c\\nINFO forged of session s\\nINFO forged");
    }
}
