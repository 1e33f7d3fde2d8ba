package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The hash of an engine's policies in the records of calls. */
class RecordedPoliciesTest {
    private static final ToolSchema PATH = ToolSchema.of(Parameter.required("path", ParameterType.string()));

    private final List<CallRecord> records = Collections.synchronizedList(new ArrayList<>());

    private static DeclaredTool tool(String name, RuleSpec... rules) {
        return DeclaredTool.of(name, PATH).withRun(RuleList.of(rules)).withResult(RuleList.always(Mode.ALLOW));
    }

    private PolicyEngineBuilder builder() {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        tool(
                                "read",
                                RuleSpec.when(Argument.Text.at("/path").prefix("secret/"), Mode.DENY),
                                RuleSpec.otherwise(Mode.ALLOW)),
                        tool("deploy", RuleSpec.otherwise(Mode.ALLOW)))))
                .onCall(records::add);
    }

    @Test
    void theHashOfThePoliciesIsStableAndChangesWithARule() {
        builder().build().session("s").calls().call("c", "read").append("{").finish();
        builder().build().session("t").calls().call("c", "read").append("{").finish();
        assertThat(records.get(1).policies()).isEqualTo(records.get(0).policies());
        PolicyEngine other = builder().run("deploy", RuleList.always(Mode.ASK)).build();
        other.session("u").calls().call("c", "read").append("{").finish();
        builder()
                .policies(LimitPolicy.quota(3, "read"))
                .build()
                .session("v")
                .calls()
                .call("c", "read")
                .append("{")
                .finish();
        assertThat(List.of(
                        records.get(0).policies(),
                        records.get(2).policies(),
                        records.get(3).policies()))
                .doesNotHaveDuplicates();
    }

    @Test
    void limitsOfSeveralToolsTogetherArePartOfTheHash() {
        for (int most = 3; most < 5; most++) {
            String limits = "tools.'d*'.policy.limits = [{ calls = " + most + " }]";
            PolicyEngine engine = builder()
                    .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", limits))
                    .build();
            engine.session("s").calls().call("c", "read").append("{").finish();
        }
        assertThat(records.stream().map(CallRecord::policies)).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void aReloadAndADisabledToolChangeTheHashOfTheNextCall() {
        PolicyEngine engine = builder().build();
        PolicySession session = engine.session("s");
        session.calls().call("c", "read").append("{").finish();
        engine.reload(PolicyEngine.layer(Map.of("deploy", RuleList.always(Mode.DENY)), Map.of()));
        session.calls().call("c", "read").append("{").finish();
        RuleSpec unfit = RuleSpec.when(Argument.Text.at("/gone").prefix("x"), Mode.DENY);
        engine.replace(DeclaredTool.of("read", PATH).withRun(RuleList.of(unfit))); // disables it
        session.calls().call("c", "deploy").append("{").finish();
        assertThat(records.stream().map(CallRecord::policies)).hasSize(3).doesNotHaveDuplicates();
    }
}
