package dev.toolpolicy.agents.importing;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.annotation.Mode;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists that attack, in each format. */
class HostRulesTest {
    @Test
    void aStopThatCannotBeSaidStopsTheTool() throws ListRefusedException {
        Decider decider = Decider.of(
                ListFormat.GEMINI,
                "[[rule]]\ntoolName = \"write_file\"\nargsPattern = \"secret\"\ndecision = \"deny\"\npriority = 9\n"
                        + "[[rule]]\ntoolName = \"write_file\"\ndecision = \"allow\"\npriority = 1\n");

        assertThat(decider.mode("write_file", "file_path", "a", "content", "b")).isEqualTo(DENY);
    }

    @Test
    void aProgramInRulesOfCodexStopsEverything() throws ListRefusedException {
        Decider decider = Decider.of(
                ListFormat.CODEX,
                "prefix_rule(pattern = [\"ls\"], decision = \"allow\")\n"
                        + "for x in [\"rm\"]:\n    prefix_rule(pattern = [x], decision = \"forbidden\")\n");

        assertThat(decider.mode("shell_command", "command", "ls")).isEqualTo(DENY);
    }

    /** A line is taken apart only for POSIX shells, so under another one no rule of Codex allows it. */
    @ParameterizedTest
    @CsvSource({"bash, ALLOW", "/bin/zsh, ALLOW", "pwsh, ASK", "fish, ASK", "/tmp/bash, ASK"})
    void rulesOfCodexAllowLinesOfKnownShells(String shell, Mode mode) throws ListRefusedException {
        Decider decider = Decider.of(
                ListFormat.CODEX,
                "prefix_rule(pattern = [\"git\", \"log\"], decision = \"allow\")\n"
                        + "prefix_rule(pattern = [\"rm\"], decision = \"forbidden\")\n");

        assertThat(decider.mode("exec_command", "cmd", "git log -v", "shell", shell))
                .isEqualTo(mode);
        assertThat(decider.mode("exec_command", "cmd", "git log -v")).isEqualTo(ALLOW);
        assertThat(decider.mode("exec_command", "cmd", "rm a", "shell", shell)).isEqualTo(DENY);
    }

    /** A colon and a blank make a table of a rule in YAML, which would be read as no rule. */
    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "CLAUDE_ALLOWED_TOOLS # ---\\nallowed-tools: Bash\\ndisallowed-tools: [Bash(rm: a)]\\n---\\n # 3:20",
                "CONTINUE # allow:\\n- Bash\\nexclude:\\n- Bash(rm: a)\\n # 4:3",
                "CAGENT # permissions:\\n  deny:\\n  - shell: cmd=rm\\n # 3:5"
            })
    void aRuleInYamlIsAText(ListFormat format, String list, String place) {
        assertThatThrownBy(() -> Decider.of(format, list.replace("\\n", "\n")))
                .isInstanceOf(ListRefusedException.class)
                .hasMessage("list:" + place + ": a rule is a text");
    }

    /** Read as empty texts, they would allow every tool, and every plain command. */
    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "mcpName = [\"files\"] # mcpName is a text",
                "commandRegex = [\"git log\"] # commandRegex is a text",
                "commandPrefix = [[\"git log\"]] # commandPrefix is a text, or a list of texts",
                "commandPrefix = 3 # commandPrefix is a text"
            })
    void whatNarrowsARuleOfGeminiIsAText(String narrowing, String reason) {
        String list = "[[rule]]\ntoolName = \"*\"\ndecision = \"allow\"\npriority = 1\n" + narrowing + "\n";

        assertThatThrownBy(() -> Decider.of(ListFormat.GEMINI, list))
                .isInstanceOf(ListRefusedException.class)
                .hasMessageEndingWith(reason);
    }

    /** In no particular mode the rule about redirects asks also where the host doesn't. */
    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "|| # it also asks in autoEdit and yolo, and about < and > in quotes",
                "modes = [\"default\", \"yolo\"] # it also asks about < and > in quotes"
            })
    void redirectsUnderAWholeShellOfGeminiAreStricter(String modes, String reason) throws ListRefusedException {
        ImportedPolicy imported = Decider.imported(
                ListFormat.GEMINI,
                "[[rule]]\ntoolName = \"run_shell_command\"\ndecision = \"allow\"\npriority = 1\n" + modes + "\n");

        assertThat(imported.rules())
                .extracting(ImportedPolicy.Rule::mode, ImportedPolicy.Rule::effect, ImportedPolicy.Rule::reason)
                .containsExactly(
                        tuple("ask", ImportedPolicy.Effect.STRICTER, reason),
                        tuple("allow", ImportedPolicy.Effect.EXACT, ""));
    }

    @Test
    void patternsThatOverlapKeepTheStricterAnswer() throws ListRefusedException {
        ImportedPolicy imported = Decider.imported(
                ListFormat.CLAUDE,
                "{\"permissions\": {\"allow\": [\"mcp__*__read_everything\"], \"deny\": [\"mcp__bank__*\"]}}");

        Decider decider = Decider.of(imported, "mcp__bank__read_everything", "mcp__bank__pay");
        assertThat(decider.mode("mcp__bank__read_everything")).isEqualTo(DENY);
        assertThat(decider.mode("mcp__bank__pay")).isEqualTo(DENY);
    }

    @Test
    void anAskingExceptionDoesNotCoverADenial() throws ListRefusedException {
        Decider decider = Decider.of(
                ListFormat.OPENCODE,
                "{\"permission\": {\"bash\": {\"*\": \"deny\", \"git *\": \"allow\", \"git push *\": \"ask\"}}}");

        assertThat(decider.mode("bash", "command", "git push x", "description", ""))
                .isEqualTo(ASK);
        assertThat(decider.mode("bash", "command", "git push x && git log", "description", ""))
                .isEqualTo(ASK);
        assertThat(decider.mode("bash", "command", "git push x && rm y", "description", ""))
                .isEqualTo(DENY);
        assertThat(decider.mode("bash", "command", "git log && git diff", "description", ""))
                .isEqualTo(ALLOW);
        assertThat(decider.mode("bash", "command", "git log $(rm y)", "description", ""))
                .isNotEqualTo(ALLOW);
    }

    @Test
    void regularExpressionsClearNoSecondCommand() throws ListRefusedException {
        Decider decider = Decider.of(
                ListFormat.KIRO,
                "{\"toolsSettings\": {\"shell\": {\"allowedCommands\": [\"git log.*\"], \"deniedCommands\": [\"(?i)rm"
                        + " .*\"]}}}");

        assertThat(decider.mode("execute_bash", "command", "git log --oneline 'a b'"))
                .isEqualTo(ALLOW);
        assertThat(decider.mode("execute_bash", "command", "git log; rm x")).isEqualTo(ASK);
        assertThat(decider.mode("shell", "command", "RM x")).isEqualTo(DENY);
    }

    @Test
    void externalDirectoriesOfOpencodeCanBeDenied() throws ListRefusedException {
        Decider decider = Decider.of(
                ListFormat.OPENCODE,
                "{\"permission\": {\"read\": \"allow\", \"external_directory\": \"deny\"}} // why");

        assertThat(decider.mode("read", "filePath", "src/a")).isEqualTo(ALLOW);
        assertThat(decider.mode("read", "filePath", "/home/dev/project/a")).isEqualTo(ALLOW);
        assertThat(decider.mode("read", "filePath", "../a")).isEqualTo(DENY);
        assertThat(decider.mode("read", "filePath", "/etc/passwd")).isEqualTo(DENY);
    }

    @Test
    void caseDoesNotMatterToCagent() throws ListRefusedException {
        Decider decider = Decider.of(
                ListFormat.CAGENT,
                "permissions:\n"
                        + "  allow: [shell, write_file]\n"
                        + "  deny:\n"
                        + "    - shell:cmd=rm*\n"
                        + "    - WRITE_FILE:path=*/secrets/*\n");

        assertThat(decider.mode("shell", "cmd", "RM x")).isEqualTo(DENY);
        assertThat(decider.mode("shell", "cmd", "ls && rm x")).isEqualTo(DENY);
        assertThat(decider.mode("shell", "cmd", "ls")).isEqualTo(ALLOW);
        assertThat(decider.mode("write_file", "path", "a/Secrets/b", "content", ""))
                .isEqualTo(DENY);
    }

    @Test
    void theFirstRuleOfAmpAndAugmentDecides() throws ListRefusedException {
        Decider amp = Decider.of(
                ListFormat.AMP,
                "{\"amp.permissions\": [{\"tool\": \"Bash\", \"matches\": {\"cmd\": \"git push*\"}, \"action\":"
                        + " \"reject\"}, {\"tool\": \"Bash\", \"action\": \"allow\"}, {\"tool\": \"*\", \"action\":"
                        + " \"delegate\", \"to\": \"x\"},]}");
        assertThat(amp.mode("Bash", "cmd", "git push")).isEqualTo(DENY);
        assertThat(amp.mode("Bash", "cmd", "git log")).isEqualTo(ALLOW);
        assertThat(amp.mode("Read", "path", "a")).isEqualTo(ASK);

        Decider augment = Decider.of(
                ListFormat.AUGMENT,
                "{\"toolPermissions\": [{\"toolName\": \"view\", \"permission\": {\"type\": \"allow\"}},"
                        + " {\"toolName\": \"save-file\", \"permission\": {\"type\": \"webhook-policy\"}}]}");
        assertThat(augment.mode("view", "path", "a", "type", "file")).isEqualTo(ALLOW);
        assertThat(augment.mode("save-file", "path", "a", "file_content", "")).isEqualTo(ASK);
    }

    @Test
    void vscodeAndContinueAreRead() throws ListRefusedException {
        Decider vscode = Decider.of(
                ListFormat.VSCODE,
                "{\"chat.tools.terminal.autoApprove\": {\"git status\": true, \"/^npm (test|ci)$/\": true, \"rm\":"
                        + " false}, /* x */}");
        Map<String, String> none = Map.of();
        assertThat(none).isEmpty();
        var call = com.fasterxml.jackson.databind.node.JsonNodeFactory.instance
                .objectNode()
                .put("explanation", "")
                .put("isBackground", false);
        assertThat(vscode.modeWith(none, "run_in_terminal", call.deepCopy().put("command", "git status -s")))
                .isEqualTo(ALLOW);
        assertThat(vscode.modeWith(none, "run_in_terminal", call.deepCopy().put("command", "npm ci")))
                .isEqualTo(ALLOW);
        assertThat(vscode.modeWith(none, "run_in_terminal", call.deepCopy().put("command", "npm ci && rm x")))
                .isEqualTo(ASK);

        Decider other =
                Decider.of(ListFormat.CONTINUE, "allow:\n  - Read\n  - Bash(git *)\nexclude:\n  - Write(**/.env)\n");
        assertThat(other.mode("Read", "filepath", "a")).isEqualTo(ALLOW);
        assertThat(other.mode("Write", "filepath", "x/.env", "content", "")).isEqualTo(DENY);
        assertThat(other.mode("Bash", "command", "git log")).isEqualTo(ALLOW);
    }

    private static List<String> notes(String permissions) throws ListRefusedException {
        return Decider.imported(
                        ListFormat.CLAUDE,
                        "{'permissions': {%s}}".formatted(permissions).replace('\'', '"'))
                .report()
                .lines()
                .filter(line -> line.startsWith("    note: "))
                .map(line -> line.substring(10))
                .toList();
    }

    @Test
    void allowedProgramsThatCanRunDeniedOnesAreNamed() throws ListRefusedException {
        for (String runner : List.of("xargs", "env", "bash", "sudo", "python3", "npx", "make", "git")) {
            assertThat(notes("'allow': ['Bash(%s:*)'], 'deny': ['Bash(%s rm:*)', 'Bash(rm:*)']"
                            .formatted(runner, runner)))
                    .containsExactly("\"" + runner + " *\" can run any other command, also what \"Bash(rm:*)\" denies");
        }
        assertThat(notes("'allow': ['Bash(xargs:*)'], 'ask': ['Bash(git push:*)']"))
                .containsExactly("\"xargs *\" can run any other command, also what \"Bash(git push:*)\" asks about");
        assertThat(notes("'allow': ['Bash'], 'deny': ['Bash(rm:*)']"))
                .containsExactly("it allows every program that can run what \"Bash(rm:*)\" denies");
        assertThat(notes("'allow': ['Bash(xargs:*)']")).containsExactly("\"xargs *\" can run any other command");
        assertThat(notes("'allow': ['Bash(find:*)'], 'deny': ['Bash(rm:*)']"))
                .containsExactly("the host asks about it, also if its list allows it");
        assertThat(notes("'allow': ['Bash(docker compose logs:*)', 'Bash(docker ps:*)'], 'deny': ['Bash(rm:*)']"))
                .isEmpty();
        assertThat(notes("'allow': ['Bash(docker compose exec:*)'], 'deny': ['Bash(rm:*)']"))
                .containsExactly(
                        "\"docker compose exec *\" can run any other command, also what \"Bash(rm:*)\" denies");
        assertThat(notes("'allow': ['Bash(ls:*)', 'Read'], 'deny': ['Bash(rm:*)']"))
                .isEmpty();
    }

    private static List<String> headNotes(String permissions) throws ListRefusedException {
        return Decider.imported(
                        ListFormat.CLAUDE,
                        "{'permissions': {%s}}".formatted(permissions).replace('\'', '"'))
                .notes()
                .stream()
                .filter(note -> note.contains("stops tools for files"))
                .toList();
    }

    @Test
    void aDeniedFileThatAnAllowedCommandReadsIsNamed() throws ListRefusedException {
        String around = "\"%s\" stops tools for files, not commands: \"%s\" allows a command that reads or changes"
                + " the same files, which the host may stop by itself";
        assertThat(headNotes("'allow': ['Bash(sort *)', 'Bash(cat *)', 'Bash'], 'ask': ['Read(./.env.local)'],"
                        + " 'deny': ['Read(./build)', 'Read(./.env)']"))
                .containsExactly(around.formatted("Read(./.env)", "Bash(cat *)"));
        assertThat(headNotes("'allow': ['Bash'], 'deny': ['Read(src/**)']"))
                .containsExactly(around.formatted("Read(src/**)", "Bash"));
        assertThat(headNotes("'allow': ['Bash(ls *)', 'Read'], 'deny': ['Read(./.env)']"))
                .isEmpty();
        assertThat(headNotes("'allow': ['Bash(cat *)', 'Read(./.env)']")).isEmpty();
    }

    @Test
    void bracesAndMisspeltToolsAreNoted() throws ListRefusedException {
        assertThat(notes("'deny': ['Read(**/*.{pem,key})']"))
                .containsExactly("braces are characters here, not alternatives: write a rule for each");
        assertThat(notes("'deny': ['Reed', 'mcp__files__read', 'Read']"))
                .containsExactly("the host has no tool \"Reed\"; did you mean \"Read\"?");
    }

    @Test
    void whatTheHostRefusesIsRefused() {
        assertThatThrownBy(() -> Decider.of(ListFormat.CLAUDE, "{\"permissions\": {\"deny\": [\"Read(a)\",]}}"))
                .hasMessageContaining("list:1:37: this is not JSON");
        assertThatThrownBy(() -> Decider.of(ListFormat.GEMINI, "[[rule]]\npriority = 1\ndecision = \"deny\"\n"))
                .hasMessageContaining("a rule needs a toolName");
        assertThatThrownBy(() -> Decider.of(ListFormat.CODEX, "prefix_rule(pattern = [\"ls\""))
                .hasMessageContaining("a bracket isn't closed");
        assertThatThrownBy(() -> Decider.of(ListFormat.CAGENT, "permissions: &a [*a]\n"))
                .isInstanceOf(ListRefusedException.class);
    }

    /** The paths of a patch are in its text, so a rule for some paths never loosens a denial of all. */
    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "{\"edit\": {\"*\": \"deny\", \"a.txt\": \"ask\"}} # ASK # DENY # DENY",
                "{\"edit\": {\"*\": \"deny\", \"a.txt\": \"allow\"}} # ALLOW # DENY # DENY",
                "{\"*\": \"deny\", \"edit\": {\"a.txt\": \"ask\"}} # ASK # DENY # DENY",
                "{\"edit\": {\"*\": \"allow\", \"a.txt\": \"deny\"}} # DENY # ALLOW # ASK",
                "{\"edit\": {\"a.txt\": \"deny\", \"*\": \"allow\"}} # ALLOW # ALLOW # ALLOW",
            })
    void editsOfOpencode(String permission, Mode named, Mode other, Mode patch) throws ListRefusedException {
        Decider decider = Decider.of(ListFormat.OPENCODE, "{\"permission\": " + permission + "}");

        assertThat(decider.mode("edit", "filePath", "a.txt", "oldString", "a", "newString", "b"))
                .isEqualTo(named);
        assertThat(decider.mode("edit", "filePath", "b.txt", "oldString", "a", "newString", "b"))
                .isEqualTo(other);
        assertThat(decider.mode("apply_patch", "patchText", "x")).isEqualTo(patch);
    }

    @Test
    void rulesOfCodexAreForProgramsByTheirWordsToo() throws ListRefusedException {
        Decider decider = Decider.of(
                ListFormat.CODEX,
                "prefix_rule(pattern=[\"rm\"], decision=\"forbidden\")\n"
                        + "prefix_rule(pattern=[\"ls\"], decision=\"allow\")");

        assertThat(words(decider, "rm", "x")).isEqualTo(DENY);
        assertThat(words(decider, "bash", "-lc", "ls && rm x")).isEqualTo(DENY);
        assertThat(words(decider, "ls", "-l")).isEqualTo(ALLOW);
        assertThat(words(decider, "pwd")).isEqualTo(ASK);
    }

    private static Mode words(Decider decider, String... words) {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode();
        ArrayNode command = arguments.putArray("command");
        Stream.of(words).forEach(command::add);
        return decider.modeWith(Map.of(), "shell", arguments);
    }

    @Test
    void aListThatTheHostWouldNotReadIsNamed() throws ListRefusedException {
        assertThat(Decider.imported(ListFormat.CLAUDE, "{\"permissions\": {\"Deny\": [\"Bash(rm *)\"]}}")
                        .notes())
                .contains("list:1:18: \"Deny\" isn't a list of rules: allow, ask and deny are", "no rule was found");
        assertThat(Decider.imported(ListFormat.CLAUDE, "{\"permission\": {\"deny\": [\"Bash(rm *)\"]}}")
                        .notes())
                .contains("no rule was found");
    }
}
