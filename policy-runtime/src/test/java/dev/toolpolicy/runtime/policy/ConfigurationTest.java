package dev.toolpolicy.runtime.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.session.PolicyRegistry;
import dev.toolpolicy.runtime.session.Sessions;
import dev.toolpolicy.runtime.snapshot.PolicySnapshot;
import dev.toolpolicy.schema.NormalPath;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** By what a stored state is known to be a policy's own. */
class ConfigurationTest {
    private static ToolPolicy keyed(CallKey key) {
        return Policies.keyed(KeyedDependency.of("write", key).after("read"));
    }

    @Test
    void kindsDontChange() {
        assertThat(Policies.sequential(Map.of("a", List.of("b"))).kind()).isEqualTo("sequential");
        assertThat(keyed(CallKey.at("/a")).kind()).isEqualTo("keyed");
        assertThat(Requirements.require("a").after("b").kind()).isEqualTo("requirement");
        assertThat(ReadBeforeWritePolicy.standard().kind()).isEqualTo("read_before_write");
        assertThat(ApprovalPolicy.required().kind()).isEqualTo("approval");
        assertThat(QuotaPolicy.of(1).kind()).isEqualTo("quota");
        assertThat(RatePolicy.of(1, java.time.Duration.ofDays(1)).kind()).isEqualTo("rate");
        assertThat(Policies.allOf("a").kind()).isEqualTo("all_of");
        assertThat(Policies.anyOf("a").kind()).isEqualTo("any_of");
        assertThat(Policies.conditional(QuotaPolicy.of(1), context -> true).kind())
                .isEqualTo("quota");
    }

    @Test
    void theOrderOfPrerequisitesMeansNothing() {
        assertThat(Policies.sequential(Map.of("a", List.of("b", "c"))).configuration())
                .isEqualTo(Policies.sequential(Map.of("a", List.of("c", "b"))).configuration());
        assertThat(Policies.sequential(Map.of("a", List.of("b", "c")))
                        .configuration()
                        .toString())
                .isEqualTo("{\"a\":{\"tool\":\"a\",\"after\":[\"b\",\"c\"]}}");
    }

    @Test
    void theSourceOfKeysIsPartOfIt() {
        NormalPath.Form workspace = NormalPath.Form.PLAIN.inWorkspace("/w");
        assertThat(List.of(
                        keyed(CallKey.at("/a")).configuration(),
                        keyed(CallKey.at("/b")).configuration(),
                        keyed(CallKey.pathAt("/a")).configuration(),
                        keyed(CallKey.pathAt("/a", workspace)).configuration(),
                        keyed(CallKey.by("a", call -> Optional.empty())).configuration(),
                        keyed(CallKey.by("b", call -> Optional.empty())).configuration()))
                .doesNotHaveDuplicates();
        assertThat(keyed(CallKey.pathAt("/a", workspace)).configuration())
                .isEqualTo(keyed(CallKey.pathAt("/a", NormalPath.Form.PLAIN.inWorkspace("/w/.")))
                        .configuration());
        assertThat(keyed(CallKey.by("a", call -> Optional.of("x"))).configuration())
                .as("a function is known by its name")
                .isEqualTo(keyed(CallKey.by("a", call -> Optional.empty())).configuration());
        assertThatThrownBy(() -> CallKey.by("", call -> Optional.empty()))
                .hasMessage("extractor name must not be empty");
    }

    @Test
    void theJudgingOfRequirementsIsNot() {
        KeyedDependency write = KeyedDependency.of("write", CallKey.at("/a")).after("read");

        assertThat(Policies.keyed(write.all().denyWhenMissing()).configuration())
                .isEqualTo(Policies.keyed(write).configuration());
    }

    /** Case 30: what another configuration remembered is refused, and nothing has changed. */
    @Test
    void case30AStateOfAnotherConfigurationIsRefused() {
        ToolPolicy before = Policies.sequential(Map.of("deploy", Set.of("test")));
        ToolPolicy after = Policies.sequential(Map.of("deploy", Set.of("test", "build")));
        PolicyRegistry old = Sessions.session(before);
        Sessions.run(old, Sessions.call("test"));
        PolicySnapshot snapshot = old.snapshot();
        PolicyRegistry young = Sessions.session(after);
        Sessions.run(young, Sessions.call("build"));
        String untouched = young.snapshot().text();

        assertThatThrownBy(() -> young.restore(snapshot)).hasMessageContaining("another configuration");
        assertThat(young.snapshot().text()).isEqualTo(untouched);
    }
}
