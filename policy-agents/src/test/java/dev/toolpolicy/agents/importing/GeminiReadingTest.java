package dev.toolpolicy.agents.importing;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.annotation.Mode;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The reading of rules for Gemini CLI, by the source of its policy engine. */
class GeminiReadingTest {
    private static final String SHELL = "toolName = 'run_shell_command'";
    private static final String ALL = rule("toolName = '*'", "allow", 1);

    private static String rule(String members, String decision, int priority) {
        return "[[rule]]\n" + members + "\ndecision = '" + decision + "'\npriority = " + priority + "\n";
    }

    /** The host looks for these in the JSON of the arguments, where they don't match a command. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "commandRegex = '^git status'",
                "commandRegex = 'git status$'",
                "commandRegex = 'git status\"'",
                "commandPrefix = ['']",
                "commandPrefix = ' '",
                "commandPrefix = 'git '",
                "commandPrefix = 'git  status'",
                "commandPrefix = ' git status'"
            })
    void aRuleThatMatchesNoSuchLineAllowsNone(String condition) throws ListRefusedException {
        Decider decider = Decider.of(ListFormat.GEMINI, rule(SHELL + "\n" + condition, "allow", 5));

        assertThat(decider.mode("run_shell_command", "command", "git status")).isEqualTo(ASK);
    }

    @Test
    void anEmptyPrefixIsNone() throws ListRefusedException {
        Decider decider = Decider.of(ListFormat.GEMINI, rule(SHELL + "\ncommandPrefix = ''", "allow", 5));

        assertThat(decider.mode("run_shell_command", "command", "make")).isEqualTo(ALLOW);
    }

    /** A quote ends the command there, and a dot matches each character of an escaped newline. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '|',
            value = {
                "rm -rf /\", rm -rf /, DENY",
                "rm -rf /\", rm -rf /x, ALLOW",
                "git .*--force, git commit -m 'aNb' --force, DENY",
                "git .*--force, git push \\N --force, DENY",
                ".*\\\\n.*rm, echo xNrm y, DENY",
                "|git push\",|, git push, DENY"
            })
    void anExpressionStopsWhatItFindsInTheJson(String regex, String line, Mode mode) throws ListRefusedException {
        String denied = rule(SHELL + "\ncommandRegex = '" + regex + "'", "deny", 5);
        Decider decider = Decider.of(ListFormat.GEMINI, denied + ALL);

        assertThat(decider.mode("run_shell_command", "command", line.replace('N', '\n')))
                .isEqualTo(mode);
    }

    /** The text before the last star is the name of a server as a whole. */
    @ParameterizedTest
    @CsvSource({
        "mcp_github_get_*, ASK",
        "mcp_github_*issue, ASK",
        "mcp_git*, ASK",
        "mcp_github_*, ALLOW",
        "mcp_*, ALLOW",
        "mcp_*_get_issue, ALLOW"
    })
    void aPatternNamesWholeServers(String pattern, Mode mode) throws ListRefusedException {
        ImportedPolicy imported = Decider.imported(ListFormat.GEMINI, rule("toolName = '" + pattern + "'", "allow", 5));
        Decider decider = Decider.of(imported, "mcp_github_get_issue");

        assertThat(decider.mode("mcp_github_get_issue")).isEqualTo(mode);
    }

    @Test
    void aPatternBehindTheNameOfAServerAllowsNothing() throws ListRefusedException {
        String some = rule("mcpName = 'my_s'\ntoolName = 'get_*'", "allow", 5);
        String all = rule("mcpName = 'my_s'\ntoolName = '*'", "allow", 5);

        assertThat(Decider.of(Decider.imported(ListFormat.GEMINI, some), "mcp_my_s_get_x")
                        .mode("mcp_my_s_get_x"))
                .isEqualTo(ASK);
        assertThat(Decider.of(Decider.imported(ListFormat.GEMINI, all), "mcp_my_s_get_x")
                        .mode("mcp_my_s_get_x"))
                .isEqualTo(ALLOW);
    }

    @ParameterizedTest
    @ValueSource(strings = {"codebase_investigator", "reviewer"})
    void aRuleForTheNameOfAnAgentStopsItsCalls(String agent) throws ListRefusedException {
        Decider decider = Decider.of(ListFormat.GEMINI, rule("toolName = '" + agent + "'", "deny", 5) + ALL);

        assertThat(decider.mode("invoke_agent", "agent_name", agent, "prompt", "x"))
                .isEqualTo(DENY);
        assertThat(decider.mode("invoke_agent", "agent_name", "other", "prompt", "x"))
                .isEqualTo(ALLOW);
    }

    @ParameterizedTest
    @CsvSource({
        "/home/dev/.gemini/policies/a.toml, /home/dev/project/.gemini/policies/b.toml",
        "/etc/gemini-cli/policies/a.toml, /home/dev/.gemini/policies/b.toml",
        "/etc/gemini-cli/policies/a.toml, /home/dev/project/.gemini/policies/b.toml"
    })
    void aFileOfSomeoneWithMoreRightsGoesBeforeOthers(String stricter, String other) throws ListRefusedException {
        PermissionList list = PermissionList.of(
                ListFormat.GEMINI, Map.of(stricter, rule(SHELL, "deny", 1), other, rule(SHELL, "allow", 999)));
        Decider decider = Decider.of(list.withWorkspace(Path.of("/home/dev/project"))
                .withHome(Path.of("/home/dev"))
                .toPolicy());

        assertThat(decider.mode("run_shell_command", "command", "ls")).isEqualTo(DENY);
    }
}
