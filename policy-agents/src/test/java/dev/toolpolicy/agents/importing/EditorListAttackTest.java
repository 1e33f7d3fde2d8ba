package dev.toolpolicy.agents.importing;

import static dev.toolpolicy.agents.importing.ListAttackTest.isCleared;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.InvalidPolicyException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists of editors and further agents with calls that they stop, in spellings that a reader may lose. */
class EditorListAttackTest {
    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "permission:\\n  bash:\\n    \"*\": allow\\n\\n    \"rm *\": deny",
                "permission:\\n  bash:\\n    \"*\": allow\\n# more\\n    \"rm *\": deny",
                "permission:\\n  bash:\\n    \"*\": allow\\n\"permission\":\\n  bash: deny",
            })
    void frontmatter(String head) {
        String text = "---\ndescription: a: b\n" + head.replace("\\n", "\n") + "\n---\n";
        assertThat(isClearedFor("x", text)).isFalse();
        assertThat(isClearedFor("x", "---\n" + head.replace("\\n", "\n") + "\n---\n"))
                .isFalse();
    }

    private static boolean isClearedFor(String agent, String text) {
        try {
            Map<String, String> files = new LinkedHashMap<>();
            files.put("opencode/agent/x.md", text);
            ImportedPolicy imported = Decider.inWorkspace(PermissionList.of(ListFormat.OPENCODE, files))
                    .toPolicy();
            ObjectNode call =
                    JsonNodeFactory.instance.objectNode().put("command", "rm x").put("description", "");
            return Decider.of(imported).modeWith(Map.of("agent", agent), "bash", call) == Mode.ALLOW;
        } catch (ListRefusedException | InvalidPolicyException e) {
            return false;
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "Shell(?m) # Shell # command # rm x",
                "Shell([r]m) # Shell # command # rm x",
                "Shell({rm,mv}) # Shell # command # rm x",
                "Shell(rm:-r*) # Shell # command # rm -rf x",
                "Write(/home/dev/**) # Write # path # src/a.txt",
                "Write(~/**) # Write # path # src/a.txt",
                "Write([s]rc/**) # Write # path # src/a.txt",
                "Write(**/{a,b}.txt) # Write # path # src/a.txt",
                "Mcp(a:?) # CallMcpTool # server # a",
            })
    void cursor(String rule, String tool, String parameter, String value) {
        String kind = rule.substring(0, rule.indexOf('('));
        String[] arguments = tool.equals("Write")
                ? new String[] {parameter, value, "contents", ""}
                : tool.equals("CallMcpTool")
                        ? new String[] {parameter, value, "toolName", "b"}
                        : new String[] {parameter, value};
        String list = "{\"permissions\": {\"allow\": [\"" + kind + "(**)\"], \"deny\": [\"" + rule + "\"]}}";
        assertThat(isCleared(ListFormat.CURSOR, list, tool, arguments)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "{\"bash\": {\"rm *\": \"allow\", \"*\": \"deny\"}} # {\"bash\": {\"rm *\": \"allow\"}}",
                "{\"bash\": {\"rm *\": \"allow\"}, \"*\": \"deny\"} # {\"bash\": \"allow\"}",
            })
    void opencodeMergesFiles(String global, String project) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("a.json", "{\"permission\": " + global + "}");
        files.put("b.json", "{\"permission\": " + project + "}");
        assertThat(isCleared(ListFormat.OPENCODE, files, "bash", "command", "rm x", "description", ""))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "{\"tool\": \"Bash\", \"matches\": {\"cwd\": \"/prod*\"}, \"action\": \"reject\"} # Bash",
                "{\"tool\": \"Ba?h\", \"action\": \"ask\"} # Bash",
                "{\"tool\": \"B[a]sh\", \"action\": \"delegate\"} # Bash",
                "{\"tool\": \"Bash\", \"matches\": {\"cmd\": \"{rm,mv}*\"}, \"action\": \"reject\"} # Bash",
                "{\"tool\": \"Bash\", \"matches\": {\"cmd\": [\"mv\", \"r?*\"]}, \"action\": \"reject\"} # Bash",
            })
    void amp(String stop, String tool) {
        String list = "{\"amp.permissions\": [" + stop + ", {\"tool\": \"Bash\", \"action\": \"allow\"}]}";
        assertThat(isCleared(ListFormat.AMP, list, tool, "cmd", "rm x", "cwd", "/prod/a"))
                .isFalse();
    }

    /** Read as nothing, they would leave the allowances of this file, or of another one, without their denials. */
    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "AMP # {\"amp.permissions\": {\"Bash\": \"reject\"}} # 1:21: a list of rules stands here",
                "AMP # [{\"tool\": \"Bash\", \"action\": \"reject\"}] # 1:1: settings are an object",
                "AUGMENT # {\"toolPermissions\": {\"toolName\": \"x\"}} # 1:21: a list of rules stands here",
                "AUGMENT # {\"tool-permissions\": \"deny\"} # 1:22: a list of rules stands here",
                "CURSOR # {\"permissions\": [\"Shell(rm)\"]} # 1:17: settings are an object",
                "CURSOR # [\"Shell(rm)\"] # 1:1: settings are an object",
                "CLAUDE # {\"permissions\": [\"Bash(rm)\"]} # 1:17: settings are an object",
                "QWEN # {\"tools\": [\"Bash\"]} # 1:11: settings are an object",
                "CONTINUE # - Bash # 1:1: settings are an object",
                "CAGENT # permissions: [rm] # 1:14: settings are an object",
                "OPENCODE # {\"permission\": [\"deny\"]} # 1:16: settings are an object",
                "OPENCODE # {\"agent\": {\"x\": {\"tools\": [\"bash\"]}}} # 1:27: settings are an object",
                "OPENCODE # {\"agent\": [\"x\"]} # 1:11: settings are an object",
                "KIRO # {\"allowedTools\": [{}]} # 1:19: a rule is a text",
                "KIRO # {\"toolsSettings\": [1]} # 1:19: settings are an object",
                "KIRO # {\"toolsSettings\": {\"shell\": [1]}} # 1:29: settings are an object",
                "KIRO # {\"toolsSettings\": {\"shell\": {\"deniedCommands\": {\"rm\": 1}}}} # 1:48: a rule is a text",
                "VSCODE # {\"chat.tools.terminal.autoApprove\": [\"rm\"]} # 1:37: settings are an object",
                "VSCODE # {\"github.copilot.chat.agent.terminal.denyList\": [\"rm\"]} # 1:49: settings are an object",
            })
    void rulesInAnotherShapeAreRefusedWithTheirPlace(ListFormat format, String list, String problem) {
        assertThatThrownBy(() -> Decider.of(format, list))
                .isInstanceOf(ListRefusedException.class)
                .hasMessage("list:" + problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "KIRO # {\"allowedTools\": [\"\", \"read\"]} # 1:19 # allow",
                "AMP # {\"amp.permissions\": [{\"tool\": \"\", \"action\": \"reject\"}]} # 1:22 # deny",
                "AUGMENT # {\"toolPermissions\": [{\"toolName\": \"\", \"permission\": {\"type\": \"allow\"}}]} # 1:22"
                        + " # allow",
                "CURSOR # {\"permissions\": {\"allow\": [\"\"]}} # 1:28 # allow",
                "CURSOR # {\"permissions\": {\"deny\": [\" \"]}} # 1:27 # deny",
                "CONTINUE # exclude: ['', Bash] # 1:11 # deny"
            })
    void aRuleThatNamesNoToolIsReportedWithItsPlace(ListFormat format, String list, String place, String mode)
            throws ListRefusedException {
        ImportedPolicy.Rule rule = Decider.imported(format, list).rules().get(0);
        assertThat(rule.place()).isEqualTo("list:" + place);
        assertThat(rule.mode()).isEqualTo(mode);
        assertThat(rule.effect()).isEqualTo(ImportedPolicy.Effect.INERT);
        assertThat(rule.reason()).isNotEmpty();
    }

    @Test
    void ampNeedsMatchesThatAreAnObject() {
        String list = "{\"amp.permissions\": [{\"tool\": \"Bash\", \"matches\": \"ls\", \"action\": \"allow\"}]}";
        assertThat(isCleared(ListFormat.AMP, list, "Bash", "cmd", "rm x")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "/^git push/ # ls && git push x",
                "/^git push\\\\b.*$/ # git push x && ls",
                "/^(git|hg) push/i # ls; git PUSH x",
                "git push # ls && git push x",
            })
    void vscode(String stop, String line) {
        String list = "{\"chat.tools.terminal.autoApprove\": {\"ls\": true, \"git\": true, \"" + stop + "\": false}}";
        assertThat(isRun(list, "ls && git log")).isTrue();
        assertThat(isRun(list, line)).isFalse();
    }

    @Test
    void aRuleOfVscodesOldListThatIsNotFalseAsks() {
        String list = "{\"chat.tools.terminal.autoApprove\": {\"git\": true}, "
                + "\"github.copilot.chat.agent.terminal.denyList\": {\"git push\": \"true\", \"git log\": false}}";
        assertThat(isRun(list, "git push")).isFalse();
        assertThat(isRun(list, "git log")).isTrue();
    }

    private static boolean isRun(String list, String line) {
        try {
            ObjectNode call = JsonNodeFactory.instance
                    .objectNode()
                    .put("command", line)
                    .put("explanation", "")
                    .put("isBackground", false);
            return Decider.of(ListFormat.VSCODE, list).modeWith(Map.of(), "run_in_terminal", call) == Mode.ALLOW;
        } catch (ListRefusedException e) {
            return false;
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {"subagent = \"x\"", "interactive = \"false\"", "mcpname = \"x\""})
    void gemini(String condition) {
        String rule = "[[rule]]\ntoolName = \"write_file\"\ndecision = \"allow\"\npriority = 1\n";
        assertThat(isCleared(ListFormat.GEMINI, rule, "write_file", "file_path", "a", "content", ""))
                .isTrue();
        assertThat(isCleared(ListFormat.GEMINI, rule + condition + "\n", "write_file", "file_path", "a", "content", ""))
                .isFalse();
    }

    @Test
    void defaultsOfOpencodeAskAboutEnvironments() throws ListRefusedException {
        ImportedPolicy imported = Decider.inWorkspace(
                        PermissionList.of(ListFormat.OPENCODE, Map.of("opencode.json", "{}")))
                .withHostDefaults(true)
                .toPolicy();
        Decider decider = Decider.of(imported);

        assertThat(decider.mode("read", "filePath", "src/a")).isEqualTo(Mode.ALLOW);
        assertThat(decider.mode("read", "filePath", "src/.env")).isEqualTo(Mode.ASK);
        assertThat(decider.mode("read", "filePath", ".env.local")).isEqualTo(Mode.ASK);
    }
}
