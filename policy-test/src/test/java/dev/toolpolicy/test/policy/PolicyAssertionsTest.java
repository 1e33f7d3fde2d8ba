package dev.toolpolicy.test.policy;

import static dev.toolpolicy.test.policy.PolicyAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.test.TestApprover;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Assertions about policies in code, and tests in files as tests of JUnit. */
class PolicyAssertionsTest {
    private static final Path EXAMPLE = Path.of("../policy-examples/policies/payments.toml");
    private static final Map<String, Object> LOG_IN = Map.of("user", "ann");

    private static Map<String, Object> pay(int amount, String to) {
        return Map.of("amount", amount, "to", to);
    }

    @Test
    void eachDecisionHasItsAssertion() {
        PolicyEngine engine = PolicyUnderTest.of(EXAMPLE).engine();
        assertThat(engine)
                .call("pay", pay(2000, "acme"))
                .isDenied()
                .by("bank")
                .because("payments above 1,000 EUR go through the bank");
        assertThat(engine).call("pay", pay(20, "friend-eve")).isDenied().byPolicy("require:pay");
        assertThat(engine)
                .after("log_in", LOG_IN)
                .call("pay", pay(20, "friend-eve"))
                .isAllowed()
                .by(2)
                .then()
                .call("pay", pay(500, "acme"))
                .isAsked()
                .by("others")
                .thenFails()
                .afterFailure("pay", pay(20, "friend-eve"))
                .call("pay", pay(20, "friend-eve"))
                .isDenied()
                .byPolicy("limit:pay");
        assertThat(engine).call("pay", "{\"amount\": \"1\"}").isInvalid();
    }

    @Test
    void aPolicyInPlaceOfARuleIsSaid() {
        PolicyUnderTest policy = PolicyUnderTest.of(EXAMPLE);
        assertThatThrownBy(() ->
                        assertThat(policy).call("pay", pay(20, "friend-eve")).by("require:pay"))
                .isInstanceOf(AssertionError.class)
                .hasMessageEndingWith(
                        "\nthis is a policy: expect it with byPolicy(...), or with the key \"policy\" in a file");
    }

    @Test
    void aFailureSaysWhatDecides() {
        PolicyUnderTest policy = PolicyUnderTest.of(EXAMPLE);
        assertThatThrownBy(
                        () -> assertThat(policy).call("pay", pay(2000, "acme")).isAsked())
                .isInstanceOf(AssertionError.class)
                .hasMessage(
                        "pay: expected ask, but the decision is deny by rule 1 \"bank\": payments above 1,000 EUR go"
                                + " through the bank\n"
                                + "rule 1 holds: bank: /amount exclusive_minimum 1000 -> deny, by /amount = 2000");
        assertThatThrownBy(() -> assertThat(policy)
                        .call("pay", pay(2000, "acme"))
                        .isDenied()
                        .by("others"))
                .hasMessageContaining("expected deny by rule \"others\", but the decision is deny by rule 1");
        assertThatThrownBy(() -> assertThat(policy).after("pay", pay(2000, "acme")))
                .hasMessageContaining("pay must run before the next call, and it was denied: ");
    }

    @Test
    void aFailureKnowsTheNamesOfAFloorsRules(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("floor.toml"), """
            floor = true
            [tools.send]
            parameters.to = { type = "string", required = true }
            [tools.send.policy]
            run = [{ name = "no-eve", arg = "/to", const = "eve", mode = "deny" }]
            """);
        PolicyUnderTest policy = PolicyUnderTest.of(file);
        assertThatThrownBy(() ->
                        assertThat(policy).call("send", Map.of("to", "ann")).by("no-eve"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("rule 1 doesn't hold: floor: no-eve: /to const \"eve\" -> deny")
                .hasMessageNotContaining("has no rule");
    }

    @Test
    void labelsAndTheUsersWordsAreOfTheSession(@TempDir Path folder) throws Exception {
        PolicyUnderTest policy = PolicyUnderTest.of(Files.writeString(folder.resolve("policy.toml"), """
            [tools.send]
            parameters.to = { type = "string", required = true }
            [tools.send.policy]
            run = [
              { arg = "/to", from = ["request"], mode = "allow" },
              { label = "untrusted", mode = "deny" },
              { mode = "allow" },
            ]
            """));
        Map<String, Object> mail = Map.of("to", "ann@example.org");
        assertThat(policy).call("send", mail).isAllowed().by(3);
        assertThat(policy).addLabels("untrusted").call("send", mail).isDenied().by(2);
        assertThat(policy)
                .addLabels("untrusted")
                .afterUserMessage("Write to", "ann@example.org, please.")
                .call("send", mail)
                .isAllowed()
                .by(1);
        assertThatThrownBy(() -> assertThat(policy).addLabels("Not one")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void workspaceClockAndApproverAreTheTests(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("policy.toml"), """
            [facts]
            role = { type = "string" }
            [tools.write]
            parameters.path = { type = "path", required = true }
            [tools.write.policy]
            run = [
              { fact = "/role", const = "admin", mode = "edit" },
              { arg = "/path", prefix = "~/notes", mode = "allow" },
              { arg = "/path", prefix = "src", mode = "allow" },
              { mode = "ask" },
            ]
            requires = [{ tools = ["read"], key = "/path", unless_new = true }]
            limits = [{ calls = 1, per = "1m" }]
            [tools.read]
            parameters.path = { type = "path", required = true }
            """);
        TestClock clock = new TestClock();
        TestApprover approver = new TestApprover().thenAnswer(request -> request.decline("not now"));
        approver.thenAnswer(ApprovalRequest::approve);
        PolicyUnderTest policy = PolicyUnderTest.of(file)
                .workspace("/work")
                .home("/home/me")
                .files("src/old")
                .clock(clock)
                .approver(approver);
        Map<String, Object> old = Map.of("path", "src/old");
        Map<String, Object> fresh = Map.of("path", "src/new");

        assertThat(policy).call("write", Map.of("path", "/etc/a")).isAsked();
        assertThat(policy)
                .withFacts(Map.of("role", "admin"))
                .call("write", fresh)
                .isEdited()
                .by(1);
        assertThat(policy).call("write", old).isDenied().byPolicy("require:write");
        assertThatThrownBy(() -> assertThat(policy).after("read", old)).hasMessageContaining("not now");
        PolicyAssert session =
                assertThat(policy).withFacts(Map.of("role", "dev")).after("read", old);
        session.call("write", old).isAllowed().then();
        clock.advance(Duration.ofSeconds(59));
        session.call("write", fresh).isDenied().byPolicy("limit:write");
        clock.advance(Duration.ofSeconds(2));
        session.call("write", fresh).isAllowed();
    }

    @PolicyTests("../policy-examples/policies/payments.test.toml")
    Stream<DynamicTest> theTestsOfAFile(Stream<DynamicTest> tests) {
        List<DynamicTest> all = tests.toList();
        assertThat(all).hasSize(10).first().satisfies(first -> {
            assertThat(first.getDisplayName()).isEqualTo("anyone may log in");
            URI place = first.getTestSourceUri().orElseThrow();
            assertThat(place.toString()).startsWith("file:///").endsWith("/policies/payments.test.toml?line=1");
        });
        return all.stream();
    }

    @Test
    void aFileWithAFailingTestFails(@TempDir Path folder) throws Exception {
        Files.copy(EXAMPLE, folder.resolve("p.toml"));
        Path file = Files.writeString(folder.resolve("p.test.toml"), """
            [[test]]
            call = { tool = "log_in", arguments = { user = "x" } }
            expect = "deny"
            """);
        List<DynamicTest> tests = PolicyTestsExtension.tests(file).toList();
        assertThatThrownBy(() -> tests.get(0).getExecutable().execute())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("p.test.toml:2:8: failed: test 1: expected deny, but the decision is allow");
    }
}
