package dev.toolpolicy.agents.importing;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.annotation.Mode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The readings of rules that look alike, by the sources and documentation of each agent. In lists, {@code '} is a double
 * quote.
 */
class HostReadingTest {
    private static final String CLAUDE = "{'permissions': {'allow': [%s], 'ask': [%s], 'deny': [%s]}}";

    private static String json(String text) {
        return text.replace('\'', '"');
    }

    private static void decides(ListFormat format, String list, String tool, String call, Mode mode)
            throws IOException, ListRefusedException {
        ObjectNode arguments = (ObjectNode) new ObjectMapper().readTree(json(call));
        boolean isServers = tool.startsWith("mcp__") || tool.startsWith("@");
        Decider decider =
                Decider.of(Decider.imported(format, json(list)), isServers ? new String[] {tool} : new String[0]);

        assertThat(decider.modeWith(Map.of(), tool, arguments))
                .as("%s of %s under %s", call, tool, list)
                .isEqualTo(mode);
    }

    /** Without a literal server in front of it, the host skips a star of a rule that allows. */
    @ParameterizedTest
    @CsvSource({
        "'*', mcp__x__get, ASK",
        "mcp__*, mcp__x__get, ASK",
        "mcp__*__get, mcp__x__get, ASK",
        "mcp__x*, mcp__x__get, ASK",
        "mcp__x__*, mcp__x__get, ALLOW",
        "mcp__x__ge*, mcp__x__get, ALLOW",
        "mcp__x, mcp__x__get, ALLOW",
        "mcp__x__get(*), mcp__x__get, ASK",
        "B*, Bash, ASK"
    })
    void claudeSkipsStarsWithoutAServer(String rule, String tool, Mode mode) throws IOException, ListRefusedException {
        String call = tool.equals("Bash") ? "{'command': 'ls'}" : "{}";

        decides(ListFormat.CLAUDE, String.format(CLAUDE, "'" + rule + "'", "", ""), tool, call, mode);
    }

    /** A name of a parameter before a colon means that parameter, not a command or the name of an agent. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '|',
            value = {
                "Agent(model:opus), Agent, |{'description': 'd', 'prompt': 'p', 'model': 'opus'}|, DENY",
                "Agent(model:o*), Task, |{'description': 'd', 'prompt': 'p', 'model': 'opus'}|, DENY",
                "Agent(model:opus), Agent, |{'description': 'd', 'prompt': 'p', 'model': 'haiku'}|, ALLOW",
                "Agent(own:helper), Agent, |{'description': 'd', 'prompt': 'p', 'model': 'opus'}|, ALLOW",
                "Bash(run_in_background:true), Bash, |{'command': 'ls', 'run_in_background': true}|, DENY"
            })
    void claudeComparesParameters(String rule, String tool, String call, Mode mode)
            throws IOException, ListRefusedException {
        String whole = "'" + rule.substring(0, rule.indexOf('(')) + "'";

        decides(ListFormat.CLAUDE, String.format(CLAUDE, whole, "", "'" + rule + "'"), tool, call, mode);
    }

    @ParameterizedTest
    @CsvSource({
        "Bash(rm), rm -rf x, DENY",
        "Bash(rm), rmdir x, ALLOW",
        "Bash(git push:* --force), git push x --force, DENY",
        "Bash(git push:* --force), git push --force, DENY"
    })
    void qwenReadsWordsAsABeginning(String rule, String line, Mode mode) throws IOException, ListRefusedException {
        String list = String.format(CLAUDE, "'Bash'", "", "'" + rule + "'");

        decides(ListFormat.QWEN, list, "run_shell_command", "{'command': '" + line + "'}", mode);
    }

    @ParameterizedTest
    @CsvSource({
        "WebFetch(domain:evil.com), https://a.evil.com/, DENY",
        "WebFetch(evil.com), https://evil.com/, DENY",
        "WebFetch(domain:evil.com), https://notevil.com/, ALLOW"
    })
    void aDomainOfQwenHasItsSubdomains(String rule, String url, Mode mode) throws IOException, ListRefusedException {
        String list = String.format(CLAUDE, "'WebFetch'", "", "'" + rule + "'");

        decides(ListFormat.QWEN, list, "web_fetch", "{'prompt': 'x', 'url': '" + url + "'}", mode);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '|',
            value = {
                "read_file, grep_search, |{'pattern': 'x'}|",
                "ReadFileTool, grep_search, |{'pattern': 'x'}|",
                "edit, write_file, |{'file_path': 'x', 'content': 'y'}|",
                "EditTool, edit, |{'file_path': 'x', 'old_string': 'y', 'new_string': 'z'}|",
                "replace, edit, |{'file_path': 'x', 'old_string': 'y', 'new_string': 'z'}|",
                "WebFetchTool, web_fetch, |{'url': 'https://x.org/', 'prompt': 'z'}|",
                "|Read(**/*.{env,pem})|, read_file, |{'absolute_path': '/home/dev/project/a/x.pem'}|",
                "Read(@(a)/x), read_file, |{'absolute_path': '/home/dev/project/a/x'}|"
            })
    void qwenDeniesAllToolsOfAName(String rule, String tool, String call) throws IOException, ListRefusedException {
        String list = String.format(CLAUDE, "'" + tool + "'", "", "'" + rule + "'");

        decides(ListFormat.QWEN, list, tool, call, Mode.DENY);
    }

    @Test
    void aPathOfTheUsersSettingsOfQwenBeginsAtTheWorkspace() throws ListRefusedException {
        String list = json(String.format(CLAUDE, "'Read'", "", "'Read(/secrets/**)'"));
        Decider decider = Decider.of(PermissionList.of(ListFormat.QWEN, Map.of("list", list))
                .withWorkspace(Path.of("/home/dev/project"))
                .withHome(Path.of("/home/dev"))
                .withUserFiles(true)
                .toPolicy());

        assertThat(decider.mode("read_file", "absolute_path", "/home/dev/project/secrets/a"))
                .isEqualTo(Mode.DENY);
    }

    @ParameterizedTest
    @CsvSource({
        "Edit(notes.md), edit, notes.md, ALLOW",
        "Edit(notes.md), edit, sub/notes.md, ASK",
        "Edit(src), edit, src/a, ASK",
        "Edit(*.md), edit, docs/a.md, ASK",
        "Edit(*), edit, docs/a.md, ASK",
        "Edit(src/**), write_file, src/a/b, ALLOW",
        "write_file(src/**), write_file, src/a, ALLOW",
        "write_file(src/**), edit, src/a, ASK",
        "'*', edit, src/a, ASK",
        "ed*, edit, src/a, ASK"
    })
    void qwenAllowsThePathAlone(String rule, String tool, String path, Mode mode)
            throws IOException, ListRefusedException {
        String change = tool.equals("edit") ? "'old_string': 'y', 'new_string': 'z'" : "'content': 'y'";
        String call = "{'file_path': '/home/dev/project/" + path + "', " + change + "}";

        decides(ListFormat.QWEN, String.format(CLAUDE, "'" + rule + "'", "", ""), tool, call, mode);
    }

    /** All tools that edit are asked about as {@code edit}. */
    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "{'edit': 'deny', 'write': 'allow'} # write # {'filePath': 'x', 'content': 'y'} # DENY",
                "{'edit': 'ask', 'w*': 'allow'} # write # {'filePath': 'x', 'content': 'y'} # ASK",
                "{'edit': 'deny', 'apply_patch': 'allow'} # apply_patch # {'patchText': 'y'} # DENY",
                "{'*': 'allow', 'ed*': 'deny'} # write # {'filePath': 'x', 'content': 'y'} # DENY",
                "{'*': 'allow', 'ed*': {'a*': 'deny'}} # write # {'filePath': 'abc', 'content': 'y'} # DENY",
                "{'ed*': 'allow'} # write # {'filePath': 'x', 'content': 'y'} # ALLOW",
                "{'*': 'deny', 'webf*': 'allow'} # webfetch # {'url': 'https://x.org', 'format': 'text'} # ALLOW"
            })
    void opencodeAsksForEdits(String rules, String tool, String call, Mode mode)
            throws IOException, ListRefusedException {
        decides(ListFormat.OPENCODE, "{'permission': " + rules + "}", tool, call, mode);
    }

    /** The host anchors an expression without a group around its alternatives. */
    @ParameterizedTest
    @CsvSource({
        "rm .*|sudo .*, echo x && sudo y, DENY",
        "rm .*|sudo .*, rm x, DENY",
        "rm|dd, rm -rf x, DENY",
        "rm|dd, echo dd, DENY",
        "rm|dd, dd if=x, ALLOW",
        "rm, rm -rf x, ALLOW"
    })
    void kiroAnchorsAlternativesApart(String denied, String line, Mode mode) throws IOException, ListRefusedException {
        String list = "{'allowedTools': ['shell'], 'toolsSettings': {'shell': {'deniedCommands': ['" + denied + "']}}}";

        decides(ListFormat.KIRO, list, "shell", "{'command': '" + line + "'}", mode);
    }

    @ParameterizedTest
    @CsvSource({
        "'*', @s/read_t, ASK",
        "*read*, @s/read_t, ASK",
        "*read*, fs_read, ALLOW",
        "@builtin/fs_read, fs_read, ALLOW",
        "@builtinx, fs_read, ASK",
        "@s, @s/read_t, ALLOW",
        "@*s*, @s/read_t, ALLOW"
    })
    void aPatternOfKiroWithoutAServerIsAboutItsOwnTools(String name, String tool, Mode mode)
            throws IOException, ListRefusedException {
        String call = tool.equals("fs_read") ? "{'operations': [{'mode': 'Line', 'path': 'x'}]}" : "{}";

        decides(ListFormat.KIRO, "{'allowedTools': ['" + name + "']}", tool, call, mode);
    }

    @ParameterizedTest
    @CsvSource({"s3, s3, ALLOW", "s3*, s3control, ASK", "'*', s3, ASK"})
    void aServiceOfKiroIsNoPattern(String allowed, String service, Mode mode) throws IOException, ListRefusedException {
        String call = "{'service_name': '" + service + "', 'operation_name': 'o', 'region': 'r', 'label': 'l'}";

        decides(
                ListFormat.KIRO,
                "{'toolsSettings': {'use_aws': {'allowedServices': ['" + allowed + "']}}}",
                "use_aws",
                call,
                mode);
    }

    @ParameterizedTest
    @CsvSource({"KIRO, find . -delete, ASK", "KIRO, find . -exec rm x, ASK", "KIRO, find . -name x, ALLOW"})
    void kiroAsksAboutOptionsOfFind(ListFormat format, String line, Mode mode)
            throws IOException, ListRefusedException {
        decides(
                format,
                "{'toolsSettings': {'execute_bash': {'allowedCommands': ['find .*']}}}",
                "execute_bash",
                "{'command': '" + line + "'}",
                mode);
    }

    @Test
    void aColonAndAStarAreCharactersForContinue() throws IOException, ListRefusedException {
        decides(ListFormat.CONTINUE, "allow:\n- Bash(npm run:*)\n", "Bash", "{'command': 'npm run x'}", ASK);
        decides(ListFormat.CONTINUE, "allow:\n- Bash(npm run:*)\n", "Bash", "{'command': 'npm run:x'}", ALLOW);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            value = {
                "allow:\\n- Bash\\ndeny:\\n- Bash(rm*)\\n # list:3:1: the host ignores a file with such a key",
                "allow: Bash\\n # list:1:8: a list of rules stands here"
            })
    void aFileThatContinueIgnoresIsRefused(String list, String message) {
        assertThatThrownBy(() -> Decider.of(ListFormat.CONTINUE, list.replace("\\n", "\n")))
                .isInstanceOf(ListRefusedException.class)
                .hasMessage(message);
    }

    /** The host drops the text behind a colon in a value, and a star in the middle takes no slash. */
    @ParameterizedTest
    @CsvSource({
        "shell:cmd=npm run test:*, npm run test:unit, ASK",
        "shell:cmd=npm run test:*, npm run test, ALLOW",
        "shell:cmd=git log:a b=c, git log:a b=c, ASK",
        "shell:cmd=cat *.md, cat a/b.md, ASK",
        "shell:cmd=cat *.md, cat b.md, ALLOW",
        "shell:cmd=cat *, cat a/b.md, ALLOW"
    })
    void cagentAllows(String rule, String line, Mode mode) throws IOException, ListRefusedException {
        decides(
                ListFormat.CAGENT,
                "permissions:\n  allow: [\"" + rule + "\"]\n",
                "shell",
                "{'cwd': '.', 'cmd': '" + line + "'}",
                mode);
    }

    @ParameterizedTest
    @ValueSource(strings = {"curl http", "curl http://evil.com"})
    void cagentDeniesWithAndWithoutWhatItLeavesOut(String line) throws IOException, ListRefusedException {
        decides(
                ListFormat.CAGENT,
                "permissions:\n  allow: [shell]\n  deny: [\"shell:cmd=curl http://evil*\"]\n",
                "shell",
                "{'cwd': '.', 'cmd': '" + line + "'}",
                Mode.DENY);
    }

    @ParameterizedTest
    @CsvSource({
        "{'/npm test/': true}, LD_PRELOAD=./x.so npm test, ASK",
        "{'/npm test/': true}, npm test, ALLOW",
        "'{''/.*/'': true, ''bin/x'': false}', ./bin/x y, ASK",
        "'{''/.*/'': true, ''bin/x'': false}', bin/y, ALLOW",
        "'{''rm'': true, ''/^rm/d'': false}', rm x, ASK",
        "{'/npm/y': true}, x npm, ASK"
    })
    void vscodeApproves(String rules, String line, Mode mode) throws IOException, ListRefusedException {
        decides(
                ListFormat.VSCODE,
                "{'chat.tools.terminal.autoApprove': " + rules + "}",
                "run_in_terminal",
                "{'explanation': 'x', 'isBackground': false, 'command': '" + line + "'}",
                mode);
    }
}
