package dev.toolpolicy.config.importing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.runtime.InvalidPolicyException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists with calls that their hosts stop, in spellings that a reader may lose. A list may be refused instead. */
class ListAttackTest {
    private static final String KIRO = "{\"toolsSettings\": {\"%s\": {\"%s\": [\"%s\"]}}, \"allowedTools\": [\"%s\"]}";

    private static boolean isCleared(ListFormat format, String list, String tool, String... arguments) {
        return isCleared(format, Map.of("list", list), tool, arguments);
    }

    private static boolean isCleared(ListFormat format, Map<String, String> files, String tool, String... arguments) {
        try {
            ImportedPolicy imported = PermissionList.of(format, files).toPolicy(Decider.SETTINGS);
            String[] more = tool.startsWith("mcp__") ? new String[] {tool} : new String[0];
            return Decider.of(imported, more).mode(tool, arguments) == Mode.ALLOW;
        } catch (ListRefusedException | InvalidPolicyException e) {
            return false;
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "prefix_rule(['rm'], **{'decision': 'forbidden'}) # rm x",
                "prefix_rule(['rm'], decision = 'allow' if False else 'forbidden') # rm x",
                "prefix_rule(**{'pattern': ['rm'], 'decision': 'forbidden'}) # rm x",
                "prefix_rule(pattern = ['rm'], decision = DECISION) # rm x",
                "prefix_rule(pattern = [['rm', 'mv']], decision = r'forbidden') # rm x",
                "prefix_rule(['rm'], 'forbidden') # rm x",
                "x = 1; prefix_rule(['rm'], 'forbidden') # rm x",
                "prefix_rule(['r' + 'm'], 'forbidden') # rm x",
                "prefix_rule(['\\x72m'], 'forbidden') # rm x",
            })
    void codex(String stop, String line) {
        String allow = "\nprefix_rule(pattern = [\"rm\"], decision = \"allow\")\n";

        assertThat(isCleared(ListFormat.CODEX, allow, "shell_command", "command", line))
                .isTrue();
        assertThat(isCleared(ListFormat.CODEX, stop + allow, "shell_command", "command", line))
                .isFalse();
        assertThat(isCleared(ListFormat.CODEX, allow + stop, "shell_command", "command", line))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "deny: ['shell:cmd=?m*'] # rm x",
                "deny: ['shell:cmd=[r]m*'] # rm x",
                "deny: ['shell:cmd=r?'] # rm",
                "deny: ['she?l'] # rm x",
                "deny: ['she[l]l'] # rm x",
                "<<: {deny: [shell]} # rm x",
                "<<: [{deny: [shell]}] # rm x",
                "deny: [shell]\\n  deny: [] # rm x",
                "? deny\\n  : [shell] # rm x",
                "!!str deny: [!!str shell] # rm x",
                "'deny': [\"\\x73hell\"] # rm x",
                "deny: [*a] # rm x",
                "deny: *b # rm x",
            })
    void cagent(String stop, String line) {
        String allow = "x: &a shell\ny: &b [shell]\npermissions:\n  allow: [shell]\n";

        assertThat(isCleared(ListFormat.CAGENT, allow, "shell", "cmd", line)).isTrue();
        assertThat(isCleared(ListFormat.CAGENT, allow + "  " + stop.replace("\\n", "\n"), "shell", "cmd", line))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "deniedPaths # /home/dev/project",
                "deniedPaths # /home/dev/project/",
                "deniedPaths # /home/dev/**",
                "deniedPaths # /home/*/project/**",
                "deniedPaths # /home/{dev,x}/project/**",
                "deniedPaths # ~",
                "deniedPaths # ~/**",
                "deniedPaths # ~/project/src",
                "deniedPaths # /",
                "deniedPaths # /**",
                "deniedPaths # **/project/src/**",
                "deniedPaths # ./src",
                "deniedPaths # src/{a,b}.txt",
                "deniedPaths # src/[a].txt",
                "deniedPaths # s?c/**",
                "deniedPaths # .",
                "deniedPaths # ./",
                "deniedPaths # src/../src",
            })
    void kiroPaths(String key, String path) {
        assertThat(isCleared(
                        ListFormat.KIRO,
                        String.format(KIRO, "fs_write", key, path, "fs_write"),
                        "fs_write",
                        "command",
                        "create",
                        "path",
                        "src/a.txt"))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "rm[[:space:]].*",
                "[]r]m x",
                "r\\\\x6d x",
                "(?-i)rm.*",
                "(?s)rm.*",
                "(?i:RM) x",
                "rm x",
                "^rm x$",
                "\\\\Arm x\\\\z",
                "\\\\brm\\\\b.*",
                "\\\\p{L}m x",
                "r[a-z&&m] x",
                "rm (?P<n>.)",
                "\\\\w\\\\S\\\\s\\\\D",
                "rm\\\\x20x",
                "[^\\\\W] ?m x|..\\\\Wx",
            })
    void kiroCommands(String regex) {
        assertThat(isCleared(
                        ListFormat.KIRO,
                        String.format(KIRO, "execute_bash", "deniedCommands", regex, "execute_bash"),
                        "execute_bash",
                        "command",
                        "rm x"))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "/home/dev/**",
                "*/project/*",
                "*project*",
                "/home/*",
                "~/*",
                "$HOME/*",
                "/home/dev/project/*",
                "/home/???/project/*",
                "*/dev/*.txt",
                "*a.txt",
                "/*",
                "*/src/a.txt *",
                "/home/dev/project/src/a.txt *",
            })
    void opencodePaths(String path) {
        assertThat(isCleared(
                        ListFormat.OPENCODE,
                        "{\"permission\": {\"read\": {\"*\": \"allow\", \"" + path + "\": \"deny\"}}}",
                        "read",
                        "filePath",
                        "src/a.txt"))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "{\"bash\": {\"*\": \"allow\", \"?m *\": \"deny\"}}",
                "{\"bash\": {\"*\": \"allow\", \"r? x\": \"deny\"}}",
                "{\"bash\": {\"*\": \"allow\", \"[r]m *\": \"deny\", \"rm ?\": \"ask\"}}",
                "{\"*\": \"allow\", \"bas?\": \"deny\"}",
                "{\"*\": \"allow\", \"?ash\": {\"rm *\": \"deny\"}}",
                "{\"bash\": \"allow\", \"bash\": {\"rm *\": \"deny\"}}",
                "{\"bash\": {\"rm *\": \"allow\"}, \"ba*\": \"deny\"}",
            })
    void opencodeCommands(String permission) {
        assertThat(isCleared(
                        ListFormat.OPENCODE,
                        "{\"permission\": " + permission + "}",
                        "bash",
                        "command",
                        "rm x",
                        "description",
                        ""))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "Read(~/**)",
                "Read(//**)",
                "Read(//home/**)",
                "Read(~/project/**)",
                "Read(~/project)",
                "Read(//home/dev/project)",
                "Read(//home/*/project/src/*)",
                "Read(//home/dev/project/src/*.txt)",
                "Read(//)",
                "Read(~)",
                "Read(~/)",
                "Read(/)",
                "Read(./)",
                "Read(.)",
                "Read(./**)",
                "Read(src)",
                "Read(src/)",
                "Read(/src/)",
                "Read(./src)",
                "Read(**/a.*)",
                "Read([a-z].txt)",
                "Read([!b].txt)",
                "Read(?.txt)",
                "Read(s*/**/a.txt)",
                "Read(src/**/a.txt)",
                "Read(src/**a.txt)",
                "Read(**.txt)",
                "Read(//home/dev/project/**/../src/**)",
                "Read(**)",
                "Read(*)",
                "Read",
                "*",
                "R*",
                "Read(a.txt )",
            })
    void claudePaths(String rule) {
        assertThat(isCleared(
                        ListFormat.CLAUDE,
                        "{\"permissions\": {\"allow\": [\"Read\"], \"deny\": [\"" + rule + "\"]}}",
                        "Read",
                        "file_path",
                        "src/a.txt"))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "PowerShell(Remove-Item:*) # PowerShell # command # remove-item x",
                "PowerShell(Remove-Item *) # PowerShell # command # ls; REMOVE-ITEM x",
                "Skill(review:*) # Skill # skill # review-pr",
                "Skill(review) # Skill # skill # /review",
                "mcp__a # mcp__a__b # x # y",
                "mcp__a__* # mcp__a__b # x # y",
                "mcp__a__b(x) # mcp__a__b # x # y",
                "Bash(rm) # Bash # command # rm",
                "Bash(rm:*) # Bash # command # ls && rm x",
                "Bash(* x) # Bash # command # rm x",
                "Bash(rm*) # Bash # command # rmdir x",
                "Bash(*) # Bash # command # rm x",
                "Bash(**) # Bash # command # rm x",
                "Bash(:*) # Bash # command # rm x",
                "Bash(rm \\\"x\\\") # Bash # command # rm \"x\"",
                "WebFetch(domain:Example.com.) # WebFetch # url # https://example.com/a",
                "WebFetch(domain:*.example.com) # WebFetch # url # https://a.example.com/a",
                "WebFetch(domain:*) # WebFetch # url # https://a.example.com/a",
                "WebFetch(https://example.com/*) # WebFetch # url # https://example.com/a",
            })
    void claudeOthers(String rule, String tool, String parameter, String value) {
        String[] arguments = tool.equals("WebFetch")
                ? new String[] {parameter, value, "prompt", ""}
                : new String[] {parameter, value};
        String name = tool.startsWith("mcp__") ? "mcp__a" : tool;
        String list = "{\"permissions\": {\"allow\": [\"" + name + "\"], \"deny\": [%s]}}";

        assertThat(isCleared(ListFormat.CLAUDE, String.format(list, "\"" + rule + "\""), tool, arguments))
                .isFalse();
    }

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
            ImportedPolicy imported =
                    PermissionList.of(ListFormat.OPENCODE, files).toPolicy(Decider.SETTINGS);
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
        ImportedPolicy imported = PermissionList.of(ListFormat.OPENCODE, Map.of("opencode.json", "{}"))
                .toPolicy(Decider.SETTINGS.hostDefaults(true));
        Decider decider = Decider.of(imported);

        assertThat(decider.mode("read", "filePath", "src/a")).isEqualTo(Mode.ALLOW);
        assertThat(decider.mode("read", "filePath", "src/.env")).isEqualTo(Mode.ASK);
        assertThat(decider.mode("read", "filePath", ".env.local")).isEqualTo(Mode.ASK);
    }
}
