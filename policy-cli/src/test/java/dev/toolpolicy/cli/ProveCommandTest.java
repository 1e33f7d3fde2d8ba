package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.cli.Cli.Run;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.shared.CodeBlock;
import dev.toolpolicy.test.policy.PolicyProof;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The subcommands {@code prove} and {@code surface}, and their guide: files, output and code. */
class ProveCommandTest {
    private static final Path GUIDE = Path.of("../docs/how-to/prove-policies.md");

    @TempDir
    private Path folder;

    private Path policy;
    private Path tests;

    @BeforeEach
    void writeFiles() throws IOException {
        List<String> files = CodeBlock.texts(GUIDE, "toml");
        policy = Files.writeString(folder.resolve("mail.toml"), files.get(0));
        tests = Files.writeString(folder.resolve("mail.test.toml"), files.get(1));
    }

    private static String output(int block) {
        return CodeBlock.texts(GUIDE, "text").get(block).strip();
    }

    private Run run(String... arguments) {
        return Cli.run(arguments).without(folder);
    }

    private void withoutSupport() throws IOException {
        Files.writeString(policy, Files.readString(policy).replaceFirst(".*support@.*\n", ""));
    }

    @Test
    void theGuideRefutesAndProves() throws IOException {
        Run refuted = run("prove", tests.toString());
        assertThat(refuted.code()).isEqualTo(1);
        assertThat(refuted.out().strip()).isEqualTo(output(0));
        withoutSupport();
        Run proved = run("prove", tests.toString());
        assertThat(proved.code()).isEqualTo(0);
        assertThat(proved.out().strip()).isEqualTo(output(1));
        assertThat(run("test", tests.toString()).out()).contains("1 passed, 0 failed");
    }

    @Test
    void theTestsOfAFileFailWithItsClaims() {
        Run run = run("test", tests.toString());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("refuted: after a stranger's text", "0 passed, 1 failed");
    }

    @Test
    void theSuggestedRuleMakesTheClaimTrue() throws IOException {
        String text = Files.readString(policy);
        String rule = "  { label = \"untrusted\", mode = \"ask\", reason = \"The agent has read text of others.\" },\n";
        String support = "  { arg = \"/to\", prefix";
        Files.writeString(policy, text.replace(rule, "").replace(support, rule + support));
        assertThat(run("prove", tests.toString()).out()).contains("1 proved");

        Files.writeString(policy, text.replace(rule, ""));
        assertThat(run("prove", tests.toString()).out())
                .contains("true with the new rule { label = \"untrusted\", mode = \"ask\" } above rule 2 of send_mail");
        Files.writeString(
                policy,
                text.replace(rule, "").replace(support, "  { label = \"untrusted\", mode = \"ask\" },\n" + support));
        assertThat(run("prove", tests.toString()).out()).contains("1 proved");
    }

    @Test
    void aClaimAboutEveryStateIsTrueWithOtherModes() throws IOException {
        String all = """
            [tools.pay]
            parameters.amount = { type = "number", required = true }
            policy.run = [
              { arg = "/amount", maximum = 1, mode = "allow" },
              { arg = "/amount", minimum = 100, mode = "deny" },
              { arg = "/amount", maximum = 5, mode = "allow" },
            ]
            """;
        Files.writeString(policy, all);
        Files.writeString(tests, """
            policy = "mail.toml"
            [[prove]]
            name = "no payment without a person"
            tools = ["pay"]
            never = "allow"
            [[prove]]
            name = "large payments never"
            tools = ["pay"]
            always = "deny"
            unless = [{ arg = "/amount", maximum = 5 }]
            """);
        assertThat(run("prove", tests.toString()).out())
                .contains(
                        "true if mode = \"ask\" in rule 1, 3 of pay\n",
                        "true with the last rule { mode = \"deny\" } of pay\n");
        Files.writeString(
                policy, all.replace("\"allow\"", "\"ask\"").replace("},\n]", "},\n  { mode = \"deny\" },\n]"));
        assertThat(run("prove", tests.toString()).out()).contains("2 proved");
    }

    @Test
    void noChangeIsSuggestedThatIsAnError() throws IOException {
        Files.writeString(policy, Files.readString(policy).replaceFirst(".*label = \"untrusted\", mode.*\n", ""));
        Files.writeString(tests, """
            policy = "mail.toml"
            [[prove]]
            tools = ["send_mail"]
            never = "allow"
            """);
        assertThat(run("prove", tests.toString()).out()).contains("1 refuted").doesNotContain("  true");
    }

    @Test
    void reportsNameTheCallAndTheLine() throws IOException {
        Path junit = folder.resolve("junit.xml");
        Path sarif = folder.resolve("proofs.sarif");
        JsonNode json = new ObjectMapper()
                .readTree(run(
                                "prove",
                                tests.toString(),
                                "--json",
                                "--junit",
                                junit.toString(),
                                "--sarif",
                                sarif.toString())
                        .out());
        assertThat(json.at("/files/0/proofs/0/outcome").asText()).isEqualTo("refuted");
        assertThat(json.at("/files/0/proofs/0/witness/labels/0").asText()).isEqualTo("untrusted");
        assertThat(json.at("/files/0/proofs/0/witness/rule").asInt()).isEqualTo(2);
        assertThat(Files.readString(junit)).contains("tests=\"1\" failures=\"1\"", "support@");
        JsonNode result = new ObjectMapper().readTree(sarif.toFile()).at("/runs/0/results/0");
        assertThat(result.at("/locations/0/physicalLocation/artifactLocation/uri")
                        .asText())
                .isEqualTo(policy.toString().replace('\\', '/'));
        assertThat(result.at("/locations/0/physicalLocation/region/startLine").asInt())
                .isEqualTo(17);
    }

    @Test
    void aClaimThatFitsNothingIsUndecided() throws IOException {
        Files.writeString(tests, """
            [[prove]]
            name = "no tool"
            tools = ["pay"]
            never = "allow"
            [[prove]]
            name = "no place"
            tools = ["*"]
            never = "allow"
            unless = [{ arg = "/nowhere", const = "a" }]
            [[prove]]
            name = "no label"
            tools = ["*"]
            when = { labels = ["untrustd"] }
            never = "deny"
            [[prove]]
            name = "no call"
            tools = ["send_mail"]
            never = "allow"
            unless = [{ arg = "/to", pattern = "" }]
            """);
        assertThat(run("prove", tests.toString()).out())
                .contains(
                        "undecided: no tool\n  no tool fits \"pay\"",
                        "undecided: no place\n  the condition { arg = \"/nowhere\", const = \"a\" } fits no tool",
                        "undecided: no label\n  no result carries the label \"untrustd\": labels are ",
                        "proved: no call (it is about no call; 1 tool)",
                        "1 proved, 0 refuted, 3 undecided");
        Files.writeString(tests, "[[prove]]\ntools = [\"*\"]\nnever = \"allow\"\nalways = \"deny\"\n");
        assertThat(run("prove", tests.toString()).errors()).contains("a claim says one of");
        Files.writeString(tests, "[[prove]]\ntools = [\"*\"]\nnever = \"allow\"\nrequirements = \"yes\"\n");
        assertThat(run("prove", tests.toString()).errors()).contains("\"requirements\" is true or false, not \"yes\"");
    }

    @Test
    void theGuidesSurface() throws IOException {
        Run run = run(
                "surface",
                policy.toString(),
                "--label",
                "untrusted",
                "--tool",
                "get_contacts",
                "--tool",
                "read_inbox",
                "--tool",
                "send_mail");
        assertThat(run.out().strip()).isEqualTo(output(2));
        assertThat(run.code()).isEqualTo(0);
        assertThat(run("surface", policy.toString(), "--label", "untrusted", "--fail-on-free")
                        .code())
                .isEqualTo(1);
        withoutSupport();
        assertThat(run("surface", policy.toString(), "--label", "untrusted", "--fail-on-free")
                        .code())
                .isEqualTo(0);
        assertThat(run("surface", policy.toString(), "--fail-on-free").code()).isEqualTo(1);
        assertThat(run("surface", policy.toString(), "--label", "untrusted", "--markdown")
                        .out())
                .contains("| `send_mail` | by 1 rule | rule 1: `/to from contacts, request`; `/body free` |");
    }

    @Test
    void theSurfaceShowsEachMatcherThatBinds() throws IOException {
        String payments = CodeBlock.texts(Path.of("../docs/how-to/test-policies.md"), "toml")
                .get(0);
        Files.writeString(policy, payments);
        String[] surface = {"surface", policy.toString(), "--tool", "pay"};
        assertThat(run(surface).out()).contains("    /amount minimum 0 and maximum 100\n");
        assertThat(run("surface", policy.toString(), "--tool", "pay", "--json").out())
                .contains("/amount minimum 0 and maximum 100\"");
        assertThat(run("surface", policy.toString(), "--tool", "pay", "--markdown")
                        .out())
                .contains("`/amount minimum 0 and maximum 100`");
        Files.writeString(
                policy,
                payments.replace("minimum = 0, maximum = 100", "exclusive_minimum = 0, exclusive_maximum = 5")
                        .replace("\"friend-\" }", "\"friend-\" }, { arg = \"/to\", pattern = \"[a-z-]*\" }"));
        assertThat(run(surface).out())
                .contains(
                        "    /amount exclusive_minimum 0 and exclusive_maximum 5\n",
                        "    /to prefix \"friend-\" and pattern \"[a-z-]*\"\n");
        Files.writeString(policy, """
            [tools.tell]
            parameters.by = { type = "string", enum = ["mail", "fax", "horn"], required = true }
            policy.run = [{ arg = "/by", enum = ["mail", "fax"], mode = "allow" }, { mode = "ask" }]
            """);
        assertThat(run("surface", policy.toString(), "--tool", "tell").out())
                .contains("/by one of \"mail\", \"fax\"\n");
    }

    @Test
    void theSurfaceOfWhatIsNotThereIsAnError() {
        String[][] typed = {
            {"--tool", "sned_*", "--tool: there is no \"sned_*\"; "},
            {"--after", "read_inbx", "--after: there is no \"read_inbx\"; did you mean \"read_inbox\"?"},
            {"--label", "untrustd", "--label: there is no \"untrustd\"; did you mean \"untrusted\"?"},
        };
        for (String[] each : typed) {
            for (String before : List.of("--fail-on-free", "--before=" + policy)) {
                Run run = run("surface", policy.toString(), each[0], each[1], before);
                assertThat(run.code()).as(each[1]).isEqualTo(2);
                assertThat(run.out()).isEmpty();
                assertThat(run.errors().lines()).singleElement().asString().startsWith(each[2]);
            }
        }
        assertThat(run("surface", policy.toString(), "--tool", "send_*", "--after", "read_inbox")
                        .code())
                .isEqualTo(0);
    }

    @Test
    void nothingToProveIsAnError() throws IOException {
        Files.writeString(tests, """
            policy = "mail.toml"
            [[test]]
            call = { tool = "get_contacts" }
            expect = "allow"
            """);
        Run run = run("prove", tests.toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.errors().lines()).singleElement().asString().startsWith("there is nothing to prove");
    }

    @Test
    void aMapThatIsASinkIsBoundByNothing() throws IOException {
        Path map = Files.writeString(folder.resolve("map.toml"), """
            [tools.send]
            parameters.to = { type = "object", additionalProperties = { type = "string" }, sink = true }
            policy.run = "allow"
            """);
        Run run = run("surface", map.toString(), "--fail-on-free", "--tool", "send");
        assertThat(run.out()).contains("    /to free (an open sink)\n");
        assertThat(run.code()).isEqualTo(1);
    }

    @Test
    void theSurfaceOfTwoPoliciesIsCompared() throws IOException {
        Path old = Files.copy(policy, folder.resolve("old.toml"));
        String[] compare = {"surface", policy.toString(), "--before", old.toString(), "--label", "untrusted"};
        assertThat(run(compare).out()).isEqualTo("the same runs without approval\n");
        withoutSupport();
        assertThat(run(compare).out())
                .startsWith("- send_mail: by 2 rules\n")
                .contains("-   rule 2: {\"to\":\"support@\",\"body\":\"\"}\n", "+ send_mail: by 1 rule\n");
    }

    @Test
    void whatMustRunBeforeCountsOnlyIfItRunsWithoutApproval() throws IOException {
        Path chain = Files.writeString(folder.resolve("chain.toml"), """
            [tools.compile_it]
            parameters = {}
            policy.run = "allow"
            [tools.verify_it]
            parameters = {}
            policy.run = "allow"
            policy.requires = [{ tools = ["compile_it"] }]
            [tools.ship_it]
            parameters = {}
            policy.run = "allow"
            policy.requires = [{ tools = ["verify_it"] }]
            [tools.log_me_in]
            parameters = {}
            policy.run = "ask"
            [tools.pay_it]
            parameters = {}
            policy.run = "allow"
            policy.requires = [{ tools = ["log_me_in"] }]
            policy.limits = [{ calls = 3 }]
            [tools.send_it]
            parameters.to = { type = "string" }
            policy.run = "allow"
            policy.requires = [{ tools = ["log_it_in"], key = "/to", when_missing = "allow" }]
            [tools.look_it_up]
            parameters.to = { type = "string", required = true }
            policy.run = "allow"
            [tools.log_it_in]
            parameters.to = { type = "string", required = true }
            policy.run = "ask"
            [tools.either]
            parameters.to = { type = "string", required = true }
            policy.run = "allow"
            policy.requires = [{ tools = ["log_it_in", "look_it_up"], key = "/to", match = "any" }]
            """);
        assertThat(run("surface", chain.toString()).out())
                .contains(
                        "ship_it: every call, after compile_it, verify_it",
                        "either: every call, after look_it_up\n",
                        "send_it: every call\n",
                        "log_me_in: nothing\n",
                        "pay_it: nothing, since a tool that must run before needs approval; at most 3 calls");
        assertThat(run("surface", chain.toString(), "--after", "log_me_in", "--json")
                        .out())
                .contains("\"tool\" : \"pay_it\",\n    \"unasked\" : \"everything\"");
    }

    @Test
    void theGuidesProofInJava() throws IOException {
        PolicyEngine refuted = engine();
        assertThatThrownBy(() -> prove(refuted))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("support@");
        withoutSupport();
        prove(engine());
    }

    private PolicyEngine engine() {
        return PolicyEngine.builder()
                .configuration(PolicyConfiguration.read(policy))
                .build();
    }

    private static void prove(PolicyEngine engine) {
        PolicyProof.of(engine)
                .tools("send_*")
                .labels("untrusted")
                .never(Mode.ALLOW)
                .unless(Argument.Text.at("/to").from("contacts", "request"))
                .isProved();
    }
}
