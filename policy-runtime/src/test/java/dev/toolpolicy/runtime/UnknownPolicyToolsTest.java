package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.runtime.policy.CallKey;
import dev.toolpolicy.runtime.policy.KeyedDependency;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.policy.ReadBeforeWritePolicy;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Policies by code that select tools that don't exist. */
class UnknownPolicyToolsTest {
    private static PolicyEngine engine(ToolPolicy... policies) {
        ToolSchema none = ToolSchema.of();
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(
                        List.of(DeclaredTool.of("transfer_money", none), DeclaredTool.of("mcp__github__search", none))))
                .policies(policies)
                .build();
    }

    @Test
    void aLimitOnAMisspelledToolIsAnError() {
        assertThatThrownBy(() -> engine(LimitPolicy.quota(1, "transfer_mony")))
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("policy \"quota\"")
                .hasMessageContaining("[toolpolicy/unknown-tool] no tool is named \"transfer_mony\"")
                .hasMessageContaining("did you mean \"transfer_money\"?");
    }

    @Test
    void aPatternThatFitsNoToolIsAnError() {
        assertThatThrownBy(() ->
                        engine(LimitPolicy.rate(1, Duration.ofMinutes(1), ToolSelector.matching("mcp__githb__*"))))
                .hasMessageContaining("[toolpolicy/unknown-tool] no tool's name fits the pattern \"mcp__githb__*\"");
    }

    @Test
    void thePartsOfAComposedPolicyAreChecked() {
        assertThatThrownBy(() -> engine(Policies.allOf(
                        "all",
                        Policies.logging(LimitPolicy.quota(1, "a")),
                        Policies.conditional(
                                Policies.sequential(Map.of("b", List.of("transfer_money"))), context -> true))))
                .isInstanceOfSatisfying(
                        InvalidPolicyException.class,
                        e -> assertThat(e.problems())
                                .extracting(PolicyProblem::subject)
                                .containsExactly("policy \"quota\"", "policy \"sequential_dependency\""));
    }

    @Test
    void toolsThatComeLaterAreExternal() {
        ToolSelector later =
                ToolSelector.named(List.of("later", "transfer_money")).external();

        assertThat(later.selects("later")).isTrue();
        assertThat(engine(LimitPolicy.quota(1, later)).tools().tools()).hasSize(2);
    }

    @Test
    void allKnownToolsAndEveryToolAreFine() {
        assertThat(engine(
                                LimitPolicy.quota(1),
                                LimitPolicy.quota(1, "transfer_money").named("second"),
                                LimitPolicy.rate(1, Duration.ofMinutes(1), ToolSelector.matching("mcp__*")))
                        .tools()
                        .tools())
                .hasSize(2);
    }

    /** A policy that reads a parameter that its tool lacks would allow every call of the tool. */
    @Test
    void aMisspelledParameterOfAPolicyIsAnError() {
        ToolSchema file = ToolSchema.of(Parameter.required("path", ParameterType.string()));
        ToolCatalog tools = ToolCatalog.of(List.of(DeclaredTool.of("read", file), DeclaredTool.of("write", file)));
        ReadBeforeWritePolicy files = ReadBeforeWritePolicy.of(Set.of("read"), Set.of("write"));
        KeyedDependency keyed =
                KeyedDependency.of("write", CallKey.at("/paht/0")).after("read", CallKey.at("/path"));
        for (ToolPolicy policy : List.of(
                files.inFields("paht"),
                Policies.logging(Policies.keyed(keyed)),
                LimitPolicy.quota(
                                1, ToolSelector.named(List.of("write", "later")).external())
                        .perKey(CallKey.at("/paht")))) {
            assertThatThrownBy(() ->
                            PolicyEngine.builder().tools(tools).policies(policy).build())
                    .as(policy.name())
                    .isInstanceOf(InvalidPolicyException.class)
                    .hasMessage("""
                        policy "%s": [toolpolicy/unknown-pointer] "write" has no parameter "paht"
                          help: did you mean "path"?
                          see: docs/reference/diagnostics/unknown-pointer.md\
                        """.formatted(policy.name()));
        }
        PolicyEngine engine = PolicyEngine.builder()
                .tools(tools)
                .policies(files.inFields("file", "path"))
                .build();
        assertThat(engine.tools().tools()).hasSize(2);
    }

    @Test
    void aToolThatTakesMoreThanItDeclaresMayHaveTheParameter() {
        ToolSchema open = new ToolSchema(ParameterType.objectOf(List.of(), ParameterType.any()));
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("write", open))))
                .policies(LimitPolicy.quota(1, "write").perKey(CallKey.at("/path")))
                .build();
        assertThat(engine.tools().tools()).hasSize(1);
    }

    @Test
    void theDefaultNamesOfReadBeforeWriteNeedNotAllExist() {
        assertThat(engine(ReadBeforeWritePolicy.standard().denyWhenMissing())
                        .tools()
                        .tools())
                .hasSize(2);
        assertThatThrownBy(() -> engine(ReadBeforeWritePolicy.of(Set.of("cat"), Set.of("transfer_money"))))
                .hasMessageContaining("no tool is named \"cat\"");
    }
}
