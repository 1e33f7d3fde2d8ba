package dev.toolpolicy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ReloadOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The reasons of requirements and limits, which follow the messages of their denials. */
class ReasonsTest {
    private static final String TOOLS = """
        [tools.test]
        parameters.env = { type = "string" }
        policy.run = "allow"
        [tools.build]
        parameters.env = { type = "string" }
        policy.run = "allow"
        [tools.deploy]
        parameters.env = { type = "string" }
        [tools.deploy.policy]
        run = "allow"
        """;

    private static PolicyEngine engine(String more) {
        return PolicyEngine.builder()
                .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", TOOLS + more))
                .build();
    }

    private static String answer(PolicySession session, String tool) {
        return session.guard("c", tool, "{\"env\":\"prod\"}")
                .run(call -> "done")
                .forModel();
    }

    @Test
    void aRequirementGivesItsReason() {
        PolicySession session = engine("""
            requires = [
              { tools = ["test"] },
              { tools = ["bu*"], reason = "Only what was built goes out." },
              { tools = ["build"], key = "/env", reason = "Each environment has its build.", external = true },
            ]
            """).newSession();
        assertThat(answer(session, "deploy"))
                .isEqualTo("deploy can run only after test has succeeded in this session.");
        assertThat(answer(session, "test")).isEqualTo("done");
        assertThat(answer(session, "deploy"))
                .isEqualTo("deploy can run only after bu* has succeeded in this session."
                        + " Only what was built goes out.");
        session.guard("c", "build", "{\"env\":\"dev\"}").run(call -> "done");
        assertThat(answer(session, "deploy")).endsWith("with the same key. Each environment has its build.");
        assertThat(answer(session, "build")).isEqualTo("done");
        assertThat(answer(session, "deploy")).isEqualTo("done");
    }

    @Test
    void aLimitGivesItsReason() {
        PolicySession session = engine("limits = [{ calls = 1, reason = \"Releases are rare.\" }]")
                .newSession();
        assertThat(answer(session, "deploy")).isEqualTo("done");
        assertThat(answer(session, "deploy")).isEqualTo("deploy can run once in this session. Releases are rare.");
    }

    /** Reasons change no decision, so a comparison of policies doesn't name them. */
    @Test
    void aReasonLoosensNothing() {
        String plain = "limits = [{ calls = 1 }]\nrequires = [{ tools = [\"test\"] }]";
        PolicyEngine engine = engine(plain);
        String reasoned = plain.replace(" }]", ", reason = \"Why not.\" }]");
        ReloadOutcome reloaded =
                engine.reload(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", TOOLS + reasoned));
        assertThat(reloaded.kind()).isEqualTo(ReloadOutcome.Kind.APPLIED);
        assertThat(reloaded.changes()).isEmpty();
        assertThat(answer(engine.newSession(), "deploy")).endsWith("in this session. Why not.");
    }

    @ParameterizedTest
    @CsvSource({
        "'requires = [{ tools = [\"test\"], reason = \"a\\nb\" }]', one line of text",
        "'requires = [{ tools = [\"test\"], reason = 1 }]', a string",
        "'limits = [{ calls = 1, reason = \" \" }]', one line of text",
        "'limits = [{ calls = 1, reason = true }]', one line of text",
    })
    void aReasonIsOneLine(String policy, String problem) {
        assertThatThrownBy(() -> engine(policy))
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("reason")
                .hasMessageContaining(problem);
    }
}
