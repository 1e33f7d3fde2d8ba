package dev.toolpolicy.agents.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.InvalidPolicyException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists of command-line agents with calls that they stop, in spellings that a reader may lose. A list may be refused instead. */
class ListAttackTest {
    private static final String KIRO = "{\"toolsSettings\": {\"%s\": {\"%s\": [\"%s\"]}}, \"allowedTools\": [\"%s\"]}";

    static boolean isCleared(ListFormat format, String list, String tool, String... arguments) {
        return isCleared(format, Map.of("list", list), tool, arguments);
    }

    static boolean isCleared(ListFormat format, Map<String, String> files, String tool, String... arguments) {
        try {
            ImportedPolicy imported =
                    Decider.inWorkspace(PermissionList.of(format, files)).toPolicy();
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
                "R = 'rm'\\nprefix_rule([R], 'forbidden') # rm x",
                "R = 'ls'\\nR = 'rm'\\nprefix_rule([R], 'forbidden') # rm x",
                "R = 'ls'\\nif True:\\n  R = 'rm'\\nprefix_rule([R], 'forbidden') # rm x",
                "R = 'ls'\\n(R) = 'rm'\\nprefix_rule([R], 'forbidden') # rm x",
                "R = 'ls'; R = 'rm'\\nprefix_rule([R], 'forbidden') # rm x",
                "R = 'ls'.replace('ls', 'rm')\\nprefix_rule([R], 'forbidden') # rm x",
                "R = 'l' 's'\\nprefix_rule([R], 'forbidden') # rm x",
                "D = 'allow'\\nprefix_rule(['rm'], D)\\nprefix_rule(['rm'], E) # rm x",
                "prefix_rule = 'a'\\nprefix_rule(['rm'], 'forbidden') # rm x",
                "R = \"\"\"a\\nb\"\"\" + x\\nprefix_rule(['rm'], 'forbidden') # rm x",
                "R = 'rm'\\nprefix_rule([R.upper(), R], 'forbidden') # rm x",
                "D = 'forbidden'\\nprefix_rule(['rm'],\\n  D\\n) # rm x",
            })
    void codex(String written, String line) {
        String allow = "\nprefix_rule(pattern = [\"rm\"], decision = \"allow\")\n";

        assertThat(isCleared(ListFormat.CODEX, allow, "shell_command", "command", line))
                .isTrue();
        String stop = written.replace("\\n", "\n");
        assertThat(isCleared(ListFormat.CODEX, stop + allow, "shell_command", "command", line))
                .isFalse();
        assertThat(isCleared(ListFormat.CODEX, allow + stop, "shell_command", "command", line))
                .isFalse();
    }

    /** Files that end within a value, close a bracket that isn't open, or are nested deeper than a stack. */
    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "CODEX # prefix_rule(pattern = words( # 1",
                "CODEX # prefix_rule(pattern = ['a'] + f(['b'], # 1",
                "CODEX # prefix_rule(pattern = [ # 1",
                "CODEX # prefix_rule(pattern = 'a']) # 1",
                "CODEX # prefix_rule('a', x}) # 1",
                "CODEX # [ # 100000",
                "CAGENT # [ # 100000",
                "GEMINI # a. # 100000",
                "GEMINI # a = [ # 1",
            })
    void filesThatAreCutOrTooDeepAreRefused(ListFormat format, String text, int times) {
        String written = format == ListFormat.CODEX && times > 1 ? "prefix_rule(pattern = " : "";
        String last = text.endsWith(".") ? "a = 1" : "";

        assertThatThrownBy(() -> PermissionList.of(format, Map.of("list", written + text.repeat(times) + last))
                        .toPolicy())
                .isInstanceOf(ListRefusedException.class);
    }

    @Test
    void constantsOfCodexAreRead() {
        String list = "_WHY = \"\"\"it's\nsafe\"\"\"  # why\nTOOL = 'ls'\n_D = \"allow\"\n"
                + "prefix_rule(pattern = [TOOL, \"-l\"], decision = _D, justification = _WHY)\n";

        assertThat(isCleared(ListFormat.CODEX, list, "shell_command", "command", "ls -l a"))
                .isTrue();
        assertThat(isCleared(ListFormat.CODEX, list, "shell_command", "command", "ls a"))
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
                "PowerShell(Do-It:*) # PowerShell # command # do-it x",
                "PowerShell(ri *) # PowerShell # command # ls; RI x",
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
}
