package dev.toolpolicy.agents.importing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.agents.importing.ImportedPolicy.Effect;
import dev.toolpolicy.annotation.Mode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a report says of hooks and settings that aren't imported, and of rules that don't do what they seem to. */
class ImportedPolicyTest {
    private static final String CLAUDE = "{\"permissions\": {\"allow\": [\"Bash(git *)\", \"Edit\", \"mcp__a__b\"],"
            + " \"deny\": [\"Bash(git push *)\"], \"defaultMode\": \"plan\"}, \"sandbox\": {}, %s\"hooks\":"
            + " {\"PreToolUse\": [{\"matcher\": \"%s\", \"hooks\": []}], \"Stop\": [{\"hooks\": []}]}}";

    private static Decider claude(String more, String matcher, boolean without) throws ListRefusedException {
        return Decider.of(
                Decider.inWorkspace(PermissionList.of(
                                ListFormat.CLAUDE, Map.of("list", String.format(CLAUDE, more, matcher))))
                        .withoutHooks(without)
                        .toPolicy(),
                "mcp__a__b");
    }

    @Test
    void whatAHookMayStopIsNotAllowed() throws ListRefusedException {
        for (String matcher : new String[] {"Bash", "Edit|Bash", "Bas*", "^B.sh$", "", "*"}) {
            Decider decider = claude("", matcher, false);
            assertThat(decider.mode("Bash", "command", "git log")).as(matcher).isEqualTo(Mode.ASK);
            assertThat(decider.mode("Bash", "command", "git push x"))
                    .as(matcher)
                    .isEqualTo(Mode.DENY);
        }
        assertThat(claude("", "Bash", false).mode("mcp__a__b")).isEqualTo(Mode.ALLOW);
        assertThat(claude("", "mcp__.*", false).mode("mcp__a__b")).isEqualTo(Mode.ASK);
        assertThat(claude("", "mcp__.*", false).mode("Bash", "command", "git log"))
                .isEqualTo(Mode.ALLOW);
        assertThat(claude("", "Bash", true).mode("Bash", "command", "git log")).isEqualTo(Mode.ALLOW);
        assertThat(claude("\"disableAllHooks\": true, ", "Bash", false).mode("Bash", "command", "git log"))
                .isEqualTo(Mode.ALLOW);
    }

    @Test
    void aWholeListBehindHooksAsks() throws ListRefusedException {
        String list = "{\"allowedTools\": [\"*\"], \"tools\": [\"*\"], \"hooks\": {\"preToolUse\": [{\"matcher\":"
                + " \"execute_bash\", \"command\": \"guard.sh\"}]}}";
        ImportedPolicy imported = Decider.imported(ListFormat.KIRO, list);
        Decider decider = Decider.of(imported);

        assertThat(decider.mode("execute_bash", "command", "ls")).isEqualTo(Mode.ASK);
        assertThat(decider.mode("shell", "command", "ls")).isEqualTo(Mode.ASK);
        assertThat(decider.mode("use_aws", "service_name", "s3", "operation_name", "x", "region", "y", "label", "z"))
                .isEqualTo(Mode.ALLOW);
        assertThat(imported.notes())
                .contains(
                        "not imported: tools",
                        "hooks are not imported: preToolUse \"execute_bash\"",
                        "calls of execute_bash ask, since a hook may stop them; --without-hooks allows them");
    }

    /** What a star at a word's end means is one pattern: with none behind it, the last star is no word. */
    @Test
    void aStarAtTheEndOfAWordIsOnePattern() throws ListRefusedException {
        ImportedPolicy imported = Decider.imported(
                ListFormat.OPENCODE, "{\"permission\": {\"bash\": {\"*\": \"ask\", \"git diff*\": \"allow\"}}}");
        assertThat(imported.policy()).contains("\"git diff* *\"").doesNotContain("\"git diff*\"");
        Decider decider = Decider.of(imported);
        for (String line : List.of("git diff", "git diff-tree", "git diff x y")) {
            String[] call = {"command", line, "description", "d"};
            assertThat(decider.mode("bash", call)).as(line).isEqualTo(Mode.ALLOW);
        }
        assertThat(decider.mode("bash", "command", "git push", "description", "d"))
                .isEqualTo(Mode.ASK);
    }

    @Test
    void skillsAndCagentHaveHooksToo() throws ListRefusedException {
        Decider skill = Decider.of(
                ListFormat.CLAUDE_ALLOWED_TOOLS,
                "---\nallowed-tools: Bash\nhooks:\n  PreToolUse:\n    - matcher: Bash\n---\n");
        assertThat(skill.mode("Bash", "command", "ls")).isEqualTo(Mode.ASK);

        Decider cagent = Decider.of(
                ListFormat.CAGENT,
                "agents:\n  root:\n    hooks:\n      pre_tool_use:\n        - matcher: shell\n"
                        + "permissions:\n  allow: [shell, read_file]\n");
        assertThat(cagent.mode("shell", "cmd", "ls")).isEqualTo(Mode.ASK);
        assertThat(cagent.mode("read_file", "path", "a")).isEqualTo(Mode.ALLOW);
    }

    @Test
    void theHeadNamesWhatIsNotImported() throws ListRefusedException {
        ImportedPolicy report = Decider.imported(ListFormat.CLAUDE, String.format(CLAUDE, "", "Bash"));

        assertThat(report.notes())
                .contains(
                        "not imported: permissions.defaultMode = \"plan\", sandbox",
                        "hooks are not imported: PreToolUse \"Bash\", Stop",
                        "calls of Bash ask, since a hook may stop them; --without-hooks allows them");
        assertThat(report.rules().get(0).effect()).isEqualTo(Effect.STRICTER);
        assertThat(report.rules().get(0).reason()).isEqualTo("a hook of the host may stop such calls, so they ask");
    }

    @Test
    void noRuleIsExactWhereTheToolAsks() throws ListRefusedException {
        ImportedPolicy report = Decider.imported(
                ListFormat.VSCODE,
                "{\"chat.tools.terminal.autoApprove\": {\"pnpm install\": true, \"/a/m\": false,"
                        + " \"git push:*\": false, \"rm *\": false}}");

        assertThat(report.report())
                .contains(
                        "stricter: allow pnpm install",
                        "no call of run_in_terminal is allowed, since \"/a/m\" can't be said",
                        "refused: ask /a/m",
                        "inert: ask git push:*",
                        "\":*\" is a colon and a star here, which no command has: write \"git push\"")
                .doesNotContain("offset");
    }

    @Test
    void aStarInAStopOfVsCodeIsSaid() throws ListRefusedException {
        Decider decider =
                Decider.of(ListFormat.VSCODE, "{\"chat.tools.terminal.autoApprove\": {\"rm\": true, \"rm *\": false}}");

        assertThat(decider.modeWith(
                        Map.of(),
                        "run_in_terminal",
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("command", "rm x")
                                .put("explanation", "")
                                .put("isBackground", false)))
                .isEqualTo(Mode.ASK);
    }

    @Test
    void aColonThatIsNotAPrefixIsAFinding() throws ListRefusedException {
        String opencode = "{\"permission\": {\"bash\": {\"git push:*\": \"deny\"}}}";
        assertThat(Decider.imported(ListFormat.OPENCODE, opencode)
                        .rules()
                        .get(0)
                        .finding())
                .isEqualTo("\":*\" is not a prefix here, so it misses \"git push x\": write \"git push *\"");
        String kiro = "{\"toolsSettings\": {\"shell\": {\"deniedCommands\": [\"git push:*\"]}}}";
        assertThat(Decider.imported(ListFormat.KIRO, kiro).rules().get(0).finding())
                .isEqualTo("\":*\" is not a prefix here, so it misses \"git push x\": write \"git push( .*)?\"");
    }

    @Test
    void defaultsThatAreNotKnownAreSaid() throws ListRefusedException {
        PermissionList cursor = PermissionList.of(ListFormat.CURSOR, Map.of("list", "{}"));
        String note = "no defaults of this agent are known, so none are added";
        assertThat(cursor.withHostDefaults(true).toPolicy().report()).contains(note);
        assertThat(cursor.toPolicy().report()).doesNotContain(note);
    }

    @Test
    void aStarInFrontIsNamed() throws ListRefusedException {
        String amp = "{\"amp.permissions\": [{\"tool\": \"Bash\", \"matches\": {\"cmd\": \"*go *\"}, \"action\":"
                + " \"allow\"}]}";

        assertThat(Decider.imported(ListFormat.AMP, amp).rules().get(0).reason())
                .isEqualTo("it begins with a star, so any program may stand before its words");
    }
}
