package dev.toolpolicy.runtime.policy;

import static dev.toolpolicy.runtime.internal.remember.Sessions.allows;
import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static dev.toolpolicy.runtime.internal.remember.Sessions.denial;
import static dev.toolpolicy.runtime.internal.remember.Sessions.run;
import static dev.toolpolicy.runtime.internal.remember.Sessions.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Scripted;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SequentialPolicyTest {
    private static final ToolPolicy DEPLOY = Policies.sequential(Map.of(
            "deploy", Set.of("test", "build"),
            "build", Set.of("lint")));

    @Test
    void aDenialNamesWhatIsMissingSorted() {
        PolicyDenial denied = denial(session(DEPLOY), call("deploy")).orElseThrow();

        assertThat(denied.policy()).isEqualTo("sequential_dependency");
        assertThat(denied.reason())
                .isEqualTo("deploy can run only after build and test have succeeded in this session.");
        assertThat(denied.metadata()).containsOnlyKeys("tool", "missing");
        assertThat(denied.metadata().get("tool")).isEqualTo(TextNode.valueOf("deploy"));
        assertThat(denied.metadata().get("missing"))
                .isEqualTo(JsonNodeFactory.instance.arrayNode().add("build").add("test"));
    }

    @Test
    void onlyWhatIsStillMissingIsNamed() {
        PolicyRegistry session = session(DEPLOY);
        run(session, call("test"));

        assertThat(Sessions.reason(session, call("deploy")))
                .isEqualTo("deploy can run only after build has succeeded in this session.");
    }

    @Test
    void allPrerequisitesInAnyOrderUnlock() {
        PolicyRegistry session = session(DEPLOY);

        assertThat(run(session, call("build"))).isFalse();
        assertThat(run(session, call("test"))).isTrue();
        assertThat(run(session, call("lint"))).isTrue();
        assertThat(run(session, call("deploy"))).isFalse();
        assertThat(run(session, call("build"))).isTrue();
        assertThat(run(session, call("deploy"))).isTrue();
        assertThat(run(session, call("deploy")))
                .as("what succeeded stays succeeded")
                .isTrue();
    }

    @Test
    void aCallThatWasOnlyCheckedIsNoSuccess() {
        PolicyRegistry session = session(DEPLOY);

        assertThat(Sessions.check(session, call("lint")).denial()).isEmpty();

        assertThat(allows(session, call("build"))).isFalse();
    }

    @Test
    void aFailureToldDirectlyRecordsNothing() {
        var state = DEPLOY.initialState();

        assertThat(DEPLOY.onResult(call("lint"), ToolResult.failure("broken"), state, Sessions.context()))
                .isSameAs(state);
    }

    @Test
    void aPrerequisiteThatAnotherPolicyDeniedDoesNotUnlock() {
        PolicyRegistry session = session(DEPLOY, Scripted.denying("no lint", "lint"));

        assertThat(run(session, call("lint"))).isFalse();

        assertThat(allows(session, call("build"))).isFalse();
    }

    @Test
    void aCaseOrBlankInANameIsAnotherTool() {
        PolicyRegistry session = session(DEPLOY);
        run(session, call("Lint"));
        run(session, call("lint "));

        assertThat(allows(session, call("build"))).isFalse();
    }

    @Test
    void answersWithoutAnyArgument() {
        assertThat(DEPLOY.needs("deploy")).isEqualTo(ToolPolicy.ArgumentNeeds.none());
    }

    @Test
    void onePolicyServesSessionsThatKnowNothingOfEachOther() {
        PolicyRegistry first = session(DEPLOY);
        PolicyRegistry second = session(DEPLOY);
        run(first, call("lint"));

        assertThat(allows(first, call("build"))).isTrue();
        assertThat(allows(second, call("build"))).isFalse();
    }

    @Test
    void equalHistoriesInAnotherOrderAreEqualStates() {
        PolicyContext context = Sessions.context();
        ToolResult done = ToolResult.success(TextNode.valueOf("done"));
        ToolPolicy policy = Policies.sequential(Map.of("deploy", List.of("test", "build")));
        var one = policy.onResult(
                call("build"), done, policy.onResult(call("test"), done, policy.initialState(), context), context);
        var other = policy.onResult(
                call("test"), done, policy.onResult(call("build"), done, policy.initialState(), context), context);

        assertThat(one).isEqualTo(other);
    }

    @Test
    void toolsThatRequireEachOtherAreRefusedWithTheCycle() {
        assertThatThrownBy(() -> Policies.sequential(
                        Map.of("deploy", Set.of("build"), "build", Set.of("test"), "test", Set.of("deploy", "lint"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("tools require each other: build -> test -> deploy -> build");
    }

    @Test
    void aToolThatRequiresItselfIsRefused() {
        assertThatThrownBy(() -> Policies.sequential(Map.of("deploy", Set.of("deploy"))))
                .hasMessage("tool \"deploy\" can never run: it requires itself");
    }

    @Test
    void emptyPrerequisitesDependenciesAndNamesAreRefused() {
        assertThatThrownBy(() -> Policies.sequential(Map.of("deploy", Set.<String>of())))
                .hasMessage("tool \"deploy\" must have at least one prerequisite");
        assertThatThrownBy(() -> Policies.sequential(Map.<String, Set<String>>of()))
                .hasMessage("policy \"sequential_dependency\" must have at least one dependency");
        assertThatThrownBy(() -> Policies.sequential(Map.of("deploy", Set.of(""))))
                .hasMessage("policy \"sequential_dependency\" has an empty tool name");
        assertThatThrownBy(() -> Policies.sequential(Map.of("", Set.of("test"))))
                .hasMessage("policy \"sequential_dependency\" has an empty tool name");
        assertThatThrownBy(() -> Policies.sequential("", Map.of("deploy", Set.of("test"))))
                .hasMessage("policy name must not be empty");
    }
}
