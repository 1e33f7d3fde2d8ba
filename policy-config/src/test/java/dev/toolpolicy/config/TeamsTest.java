package dev.toolpolicy.config;

import static dev.toolpolicy.config.ConfigurationTools.messages;
import static dev.toolpolicy.config.ConfigurationTools.toml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.ReloadOutcome;
import dev.toolpolicy.runtime.internal.load.Layer;
import dev.toolpolicy.runtime.internal.load.ReplacedLists;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Files of several teams: their scopes, the warnings that they accept, and lists that they share. */
class TeamsTest {
    private static PolicyEngineBuilder builder(PolicyLayer... layers) {
        return PolicyEngine.builder().tools(ConfigurationTools.TOOLS).configuration(layers);
    }

    private static List<String> codes(PolicyLayer... layers) {
        return builder(layers).build().warnings().stream()
                .map(problem -> problem.diagnostic().code().id())
                .toList();
    }

    // ---- accepted and strict

    private static final String OPEN = """
        [tools.bash.policy]
        run = [{ arg = "/command", commands = ["git status"], mode = "allow" }]

        [tools."*".policy]
        run = "ask"
        """;

    @Test
    void aFileAcceptsWarningsOfItsOwn() {
        assertThat(codes(toml(OPEN))).containsExactly("no-catch-all");
        assertThat(codes(toml("accept = [\"no-catch-all\"]\n" + OPEN))).isEmpty();
        assertThat(codes(toml("accept = [\"any-element\"]\n" + OPEN))).containsExactly("no-catch-all");
        PolicyConfiguration other =
                PolicyConfiguration.of(ConfigurationFormat.TOML, "other.toml", "accept = [\"no-catch-all\"]");
        assertThat(codes(toml(OPEN), other)).as("the warning of another file").containsExactly("no-catch-all");
    }

    @Test
    void aFileForSomeToolsAcceptsNothingOutsideOfItself() {
        PolicyConfiguration team =
                PolicyConfiguration.of(ConfigurationFormat.TOML, "team.toml", "accept = [\"links-not-resolved\"]");
        PolicyProblem ofEngine = new PolicyProblem(
                "the engine", Diagnostic.warning(DiagnosticCode.LINKS_NOT_RESOLVED, "links are not resolved"));
        assertThat(Layer.accept(List.of(team), ofEngine)).isTrue();
        assertThat(Layer.accept(List.of(team.only("crm_*")), ofEngine)).isFalse();
    }

    @Test
    void acceptTakesCodes() {
        assertThat(messages(toml("accept = [\"no-catchall\"]"))).isEqualTo("""
            policy.toml:1:11: error: [toolpolicy/config-syntax] "no-catchall" isn't the code of a problem
                accept = ["no-catchall"]
                          ^
              help: did you mean "no-catch-all"?\
            """);
        assertThat(messages(toml("accept = \"no-catch-all\""))).contains("\"accept\" is a list of codes of warnings");
    }

    @Test
    void warningsAreErrorsInAStrictEngine() {
        assertThatThrownBy(() -> builder(toml(OPEN)).strict().build())
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("no-catch-all");
        PolicyEngine engine =
                builder(toml("accept = [\"no-catch-all\"]\n" + OPEN)).strict().build();
        assertThat(engine.warnings()).isEmpty();
        assertThat(engine.reload(toml(OPEN)).kind()).isEqualTo(ReloadOutcome.Kind.INVALID);
    }

    // ---- scopes

    @Test
    void aFileIsReadForSomeToolsOnly() {
        PolicyConfiguration file = toml("""
            [tools.bash.policy]
            run = "ask"

            [tools.fs_move_file.policy]
            run = "allow"

            [tools."fs_*".policy]
            limits = [{ calls = 3 }]

            [results.bash]
            labels = ["untrusted"]

            [facts]
            type = "object"
            properties = { role = { type = "string" } }
            """);
        assertThat(file.problems()).isEmpty();
        assertThat(file.only("*").problems().stream()
                        .map(problem -> problem.diagnostic().summary()))
                .containsExactly("the file can't say anything about facts: it is read only for \"*\"");
        PolicyConfiguration scoped = file.only("fs_mo*");
        assertThat(scoped.problems())
                .extracting(problem -> problem.place().orElseThrow().line() + " "
                        + problem.diagnostic().code().id() + ": "
                        + problem.diagnostic().summary())
                .containsExactly(
                        "13 outside-scope: the file can't say anything about facts: it is read only for \"fs_mo*\"",
                        "1 outside-scope: the file can't say anything about \"bash\": it is read only for \"fs_mo*\"",
                        "7 outside-scope: the file can't say anything about \"fs_*\": it is read only for \"fs_mo*\"",
                        "10 outside-scope: the file can't say anything about results of \"bash\": it is read only for"
                                + " \"fs_mo*\"");
        assertThat(scoped.problems()).allMatch(problem -> problem.diagnostic().isError());
        assertThatThrownBy(() -> builder(scoped).build()).isInstanceOf(InvalidPolicyException.class);
        assertThatThrownBy(file::only).isInstanceOf(IllegalArgumentException.class);
    }

    /** As a path, {@code external/5} isn't below {@code ext}, and {@code public/../5} is 5. */
    @Test
    void aFileForSomeToolsMakesNoPathOfWhatRequirementsAndResultsOfAFloorRead() {
        String floor = """
            floor = true
            [tools.crm_get]
            parameters.id = { type = "string", required = true }
            [tools.crm_send]
            parameters.to = { type = "string", required = true }
            """;
        for (String read : List.of(
                "[tools.crm_send.policy]\nrequires = [{ tools = ['crm_*'], key = '/to', tools_key = '/id' }]",
                "[results]\ncrm_get = [{ arg = '/id', prefix = 'ext', labels = ['untrusted'] }, { labels = [] }]",
                "[results]\n'crm_*' = [{ arg = '/id', prefix = 'ext', labels = ['untrusted'] }, { labels = [] }]")) {
            assertThat(scoped(floor + read, "crm_get.parameters]\nid"))
                    .as(read)
                    .contains("\"/id\", which a floor reads");
            assertThat(scoped(floor + read, "crm_send.parameters]\nto"))
                    .as(read)
                    .matches(text -> text.contains("\"/to\", which a floor reads") == read.contains("requires"));
        }
    }

    private static String scoped(String floor, String place) {
        PolicyConfiguration team =
                PolicyConfiguration.of(ConfigurationFormat.TOML, "team.toml", "[tools." + place + " = 'path'");
        try {
            return builder(toml(floor), team.only("crm_*")).build().warnings().toString();
        } catch (InvalidPolicyException e) {
            return e.getMessage();
        }
    }

    @Test
    void aScopeStaysAfterOtherChanges() {
        PolicyConfiguration scoped =
                toml("[other.tools.bash.policy]\nrun = \"ask\"").only("fs_*");
        assertThat(scoped.at("/other").problems()).hasSize(1);
        assertThat(scoped.at("/other").only("bash", "fs_*").problems()).isEmpty();
    }

    @Test
    void replacedListsAreTold() {
        PolicyConfiguration platform = PolicyConfiguration.of(ConfigurationFormat.TOML, "platform.toml", """
            [tools."fs_*".policy]
            run = "deny"

            [tools.bash.policy]
            run = "ask"
            """);
        PolicyConfiguration team = PolicyConfiguration.of(ConfigurationFormat.TOML, "team.toml", """
            [tools.fs_move_file.policy]
            run = "allow"

            [tools."*".policy]
            run = "allow"
            """);
        assertThat(ReplacedLists.find(ConfigurationTools.TOOLS, ConfigurationTools.TOOLS, List.of(platform, team)))
                .containsExactly("configuration, team.toml:2:7 replaces configuration, platform.toml:2:7: run of"
                        + " \"fs_move_file\"");
        assertThat(ReplacedLists.find(ConfigurationTools.TOOLS, ConfigurationTools.TOOLS, List.of(team, platform)))
                .as("a name comes before a pattern, and a pattern before all tools")
                .containsExactly(
                        "configuration, platform.toml:2:7 replaces configuration of all tools, team.toml:5:7: run of"
                                + " \"fs_modify_file\"",
                        "configuration, platform.toml:5:7 replaces configuration of all tools, team.toml:5:7: run of"
                                + " \"bash\"");
    }

    // ---- shared lists

    private static final String SECRETS = """
        [lists]
        secrets = [
          { arg = "/path", glob = "**/.env", mode = "deny", reason = "Secrets stay." },
        ]
        """;

    @Test
    void aSharedListStandsWhereItIsUsed() {
        PolicyConfiguration file = toml(SECRETS + """

            [tools.fs_modify_file.policy]
            run = [{ arg = "/path", prefix = "docs", mode = "ask" }, { use = "secrets" }, { mode = "allow" }]
            """);
        PolicyConfiguration written = toml("""
            [tools.fs_modify_file.policy]
            run = [
              { arg = "/path", prefix = "docs", mode = "ask" },
              { arg = "/path", glob = "**/.env", mode = "deny", reason = "Secrets stay." },
              { mode = "allow" },
            ]
            """);
        assertThat(messages(file)).isEmpty();
        assertThat(ConfigurationTools.run(ConfigurationTools.configured(file), "fs_modify_file"))
                .isEqualTo(ConfigurationTools.run(ConfigurationTools.configured(written), "fs_modify_file"));
    }

    @Test
    void problemsNameTheListAndItsUse() {
        assertThat(messages(toml(SECRETS + """

            [tools.bash.policy]
            run = [{ use = "secrets" }, { mode = "ask" }]
            """))).isEqualTo("""
                policy.toml:3:11: error: [toolpolicy/unknown-pointer] there is no parameter "/path"
                    { arg = "/path", glob = "**/.env", mode = "deny", reason = "Secrets stay." },
                            ^
                  note: there is "/command"
                policy.toml:7:8: note: [toolpolicy/unknown-pointer] the list is used here\
                """);
    }

    @Test
    void usesAreChecked() {
        List<String> summaries = toml("""
            [lists]
            a = [{ use = "b" }]
            b = "deny"

            [tools.bash.policy]
            run = [{ use = "secret" }, { use = "a", mode = "deny" }, { mode = "ask" }]
            """).problems().stream()
                .map(PolicyProblem::diagnostic)
                .map(problem -> problem.summary()
                        + problem.help().map(help -> "; " + help).orElse(""))
                .toList();
        assertThat(summaries)
                .containsExactly(
                        "a shared list can't use another one; use both where they are needed",
                        "a shared list is a list of rules, not \"deny\"",
                        "no list is named \"secret\"",
                        "\"use\" has other members beside it; write them in a rule of its own",
                        "no list uses the rules of \"b\"; write { use = \"b\" } in the list of a tool");
    }

    @Test
    void aSharedListThatNoListUsesIsReported() {
        assertThat(messages(toml("[lists]\na = [{ mode = \"deny\" }]\n[tools.bash.policy]\nrun = \"ask\"")))
                .isEqualTo("""
                    policy.toml:2:5: warning: [toolpolicy/list-not-reached] no list uses the rules of "a"
                        a = [{ mode = "deny" }]
                            ^
                      help: write { use = "a" } in the list of a tool\
                    """);
    }

    @Test
    void unusedRulesOfASharedListAreReported() {
        assertThat(messages(toml(SECRETS + """

            [tools.fs_modify_file.policy]
            run = [{ mode = "ask" }, { use = "secrets" }]
            """)))
                .contains("policy.toml:3:3: error: [toolpolicy/unreachable-rule] rule 2 never applies")
                .contains("policy.toml:7:8: note: [toolpolicy/unreachable-rule] this is rule 1")
                .contains("policy.toml:7:26: note: [toolpolicy/unreachable-rule] the list is used here");
    }

    @Test
    void theOriginOfAListIsTheTool() {
        PolicyEngine engine = builder(toml(SECRETS + """

            [tools.fs_modify_file.policy]
            run = [{ use = "secrets" }, { mode = "ask" }]
            """)).build();
        assertThat(engine.origin("fs_modify_file", ListKind.RUN)).isEqualTo("configuration, policy.toml:7:7");
    }
}
