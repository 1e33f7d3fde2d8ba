package dev.toolpolicy.agents.importing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.annotation.Mode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules that allow commands, in each format, with lines that look like them and that the host doesn't run unasked. */
class AllowedShapesTest {
    private static final Map<ListFormat, String> LISTS = Map.ofEntries(
            Map.entry(ListFormat.CLAUDE, "{\"permissions\": {\"allow\": [\"Bash(%s)\"]}}"),
            Map.entry(ListFormat.CLAUDE_ALLOWED_TOOLS, "---\nallowed-tools: ['Bash(%s)']\n---\n"),
            Map.entry(ListFormat.QWEN, "{\"permissions\": {\"allow\": [\"Bash(%s)\"]}}"),
            Map.entry(ListFormat.OPENCODE, "{\"permission\": {\"bash\": {\"%s\": \"allow\"}}}"),
            Map.entry(ListFormat.CURSOR, "{\"permissions\": {\"allow\": [\"Shell(%s)\"]}}"),
            Map.entry(ListFormat.CONTINUE, "allow:\n  - 'Bash(%s)'\n"),
            Map.entry(
                    ListFormat.AMP,
                    "{\"amp.permissions\": [{\"tool\": \"Bash\", \"matches\": {\"cmd\": \"%s\"},"
                            + " \"action\": \"allow\"}]}"),
            Map.entry(ListFormat.CAGENT, "permissions:\n  allow:\n    - 'shell:cmd=%s'\n"),
            Map.entry(ListFormat.VSCODE, "{\"chat.tools.terminal.autoApprove\": {\"%s\": true}}"),
            Map.entry(ListFormat.KIRO, "{\"toolsSettings\": {\"shell\": {\"allowedCommands\": [\"%s\"]}}}"),
            Map.entry(ListFormat.AMAZONQ, "{\"toolsSettings\": {\"shell\": {\"allowedCommands\": [\"%s\"]}}}"),
            Map.entry(
                    ListFormat.AUGMENT,
                    "{\"toolPermissions\": [{\"toolName\": \"launch-process\","
                            + " \"shellInputRegex\": \"%s\", \"permission\": {\"type\": \"allow\"}}]}"),
            Map.entry(ListFormat.CODEX, "prefix_rule(pattern = [%s], decision = \"allow\")\n"),
            Map.entry(
                    ListFormat.GEMINI,
                    "[[rule]]\ntoolName = \"run_shell_command\"\ncommandPrefix = '%s'\n"
                            + "decision = \"allow\"\npriority = 1\n"));

    private static Mode mode(ListFormat format, String list, String line) {
        try {
            return Decider.of(format, list).modeWith(Map.of(), tool(format), call(format, line));
        } catch (ListRefusedException e) {
            return Mode.ASK;
        }
    }

    private static String tool(ListFormat format) {
        return switch (format) {
            case OPENCODE -> "bash";
            case QWEN, GEMINI -> "run_shell_command";
            case CURSOR -> "Shell";
            case CAGENT -> "shell";
            case VSCODE -> "run_in_terminal";
            case KIRO, AMAZONQ -> "execute_bash";
            case AUGMENT -> "launch-process";
            case CODEX -> "shell_command";
            default -> "Bash";
        };
    }

    private static ObjectNode call(ListFormat format, String line) {
        ObjectNode call = JsonNodeFactory.instance.objectNode();
        return switch (format) {
            case AMP, CAGENT -> call.put("cmd", line);
            case OPENCODE -> call.put("command", line).put("description", "");
            case VSCODE -> call.put("command", line).put("explanation", "").put("isBackground", false);
            case AUGMENT -> call.put("command", line).put("wait", true).put("max_wait_seconds", 1);
            case QWEN -> call.put("command", line).put("is_background", false);
            default -> call.put("command", line);
        };
    }

    private static Mode ofRule(ListFormat format, String rule, String line) {
        String quotes = format == ListFormat.GEMINI
                        || format == ListFormat.CODEX
                        || format == ListFormat.CONTINUE
                        || format == ListFormat.CAGENT
                        || format == ListFormat.CLAUDE_ALLOWED_TOOLS
                ? rule
                : rule.replace("\\", "\\\\").replace("\"", "\\\"");
        return mode(format, String.format(LISTS.get(format), quotes), line);
    }

    @Test
    void aStarInQuotesEndsItsWord() {
        for (ListFormat format : LISTS.keySet()) {
            String rule = format == ListFormat.CURSOR ? "curl:-s \"https://x.org/*\"" : "curl -s \"https://x.org/*\"";
            for (String more : List.of(" -o .bashrc", " \"-o\" .bashrc", " https://y.org", " -d \"a\" -d @k")) {
                assertThat(ofRule(format, rule, "curl -s \"https://x.org/a\"" + more))
                        .as("%s%s", format, more)
                        .isNotEqualTo(Mode.ALLOW);
                assertThat(ofRule(format, rule, "curl -s https://x.org/a" + more))
                        .as("%s%s", format, more)
                        .isNotEqualTo(Mode.ALLOW);
            }
        }
        for (ListFormat format : List.of(ListFormat.CLAUDE, ListFormat.OPENCODE, ListFormat.QWEN)) {
            assertThat(ofRule(format, "curl -s \"https://x.org/*\"", "curl -s \"https://x.org/a\""))
                    .isEqualTo(Mode.ALLOW);
            assertThat(ofRule(format, "curl \"x/*\" ", "curl x/a b")).isEqualTo(Mode.ASK);
            assertThat(ofRule(format, "echo '*'", "echo 'a' -x")).isEqualTo(Mode.ASK);
            assertThat(ofRule(format, "git commit -m \"x\"*", "git commit -m \"x\"y z"))
                    .isEqualTo(Mode.ASK);
            assertThat(ofRule(format, "git commit -m \"x\"*", "git commit -m \"x\" -a"))
                    .isEqualTo(Mode.ALLOW);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "flock * # flock x rm -rf y",
                "watch:* # watch rm y",
                "setsid * # setsid rm y",
                "ionice -c 3 * # ionice -c 3 rm y",
                "nohup * # nohup rm y",
                "timeout 5 * # timeout 5 rm y",
                "wat* x # watch x",
                "find * # find . -name x -delete",
                "find:* # find . -exec rm -rf a ';'",
                "find * # find . -execdir rm a ';'",
                "find * # find . -ok rm a ';'",
                "find * # find . '-exec' rm a ';'",
                "find * # find . -ex\"ec\" rm a ';'",
                "find * # ls && find . -delete",
                "find . * x # find . -delete x",
                "fin* . -name x * # find . -name x -delete",
                "find . -exec * # find . -exec rm a",
            })
    void claudeNeverClearsExecWrappers(String rule, String line) {
        for (ListFormat format : List.of(ListFormat.CLAUDE, ListFormat.CLAUDE_ALLOWED_TOOLS)) {
            assertThat(ofRule(format, rule, line)).as(rule).isEqualTo(Mode.ASK);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "find * # find . -name x -executable",
                "find * # find . -name delete-exec -okay",
                "watch ls # watch ls",
                "timeout 5 npm test # timeout 5 npm test",
                "find . -name x -delete # find . -name x -delete",
            })
    void claudeClearsTheOthers(String rule, String line) {
        assertThat(ofRule(ListFormat.CLAUDE, rule, line)).as(rule).isEqualTo(Mode.ALLOW);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "find # find . -name x -delete",
                "find # find . -fprint x",
                "/^fi.d .*/ # find . -exec rm a ';'",
                "/^find\\\\b/ # find . -okdir rm a ';'",
            })
    void vscodeNeverClearsThemEither(String rule, String line) {
        assertThat(ofRule(ListFormat.VSCODE, rule, line)).as(rule).isEqualTo(Mode.ASK);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "python3:- # python3 - x.py # ASK",
                "python3:- # python3 - # ALLOW",
                "npm:install # npm install evil # ASK",
                "npm:install # npm install # ALLOW",
                "npm:install * # npm install x # ALLOW",
                "pnpm install # pnpm install evil # ASK",
                "pnpm install # pnpm install # ALLOW",
                "pnpm # pnpm install x # ALLOW",
                "rm:-r* # rm -rf x # ALLOW",
                "git:log --a=\"*\" # git log --a=\"b\" --output=x # ASK",
            })
    void argumentsOfCursorAreExact(String rule, String line, Mode mode) {
        assertThat(ofRule(ListFormat.CURSOR, rule, line)).as(rule).isEqualTo(mode);
        String denied = "{\"permissions\": {\"allow\": [\"Shell(**)\"], \"deny\": [\"Shell(%s)\"]}}";
        assertThat(mode(ListFormat.CURSOR, String.format(denied, rule.replace("\"", "\\\"")), line))
                .isEqualTo(Mode.DENY);
    }

    @Test
    void redirectsAskWhereTheHostAsks() {
        List<String> redirects = List.of("git log > /dev/null", "git log 2>&1", "git log < a", "git log >> a");
        for (ListFormat format : List.of(ListFormat.GEMINI, ListFormat.CURSOR, ListFormat.VSCODE)) {
            redirects.forEach(line -> assertThat(ofRule(format, "git log", line))
                    .as("%s %s", format, line)
                    .isNotEqualTo(Mode.ALLOW));
        }
        assertThat(ofRule(ListFormat.GEMINI, "git log", "git log \"--grep=a > b\""))
                .isEqualTo(Mode.ALLOW);
        assertThat(ofRule(ListFormat.CODEX, "\"git\", \"log\"", redirects.get(0)))
                .isEqualTo(Mode.ASK);
        assertThat(ofRule(ListFormat.CLAUDE, "git log *", redirects.get(0))).isEqualTo(Mode.ALLOW);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "toolName = \"run_shell_command\" # default # ASK",
                "toolName = \"*\" # plan # ASK",
                "toolName = \"run_shell_command\"\\nallow_redirection = true # default # ALLOW",
                "toolName = \"run_shell_command\"\\nmodes = [\"autoEdit\", \"yolo\"] # autoEdit # ALLOW",
                "toolName = \"run_shell_command\"\\nmodes = [\"autoEdit\", \"plan\"] # autoEdit # ALLOW",
                "toolName = \"run_shell_command\"\\nmodes = [\"autoEdit\", \"plan\"] # plan # ASK",
                "toolName = \"run_shell_command\"\\n"
                        + "commandPrefix = \"git log\"\\n"
                        + "modes = [\"autoEdit\"] # autoEdit # ALLOW",
                "toolName = \"run_shell_command\"\\n"
                        + "commandPrefix = \"git log\"\\n"
                        + "modes = [\"autoEdit\", \"plan\"] # plan # ASK",
                "toolName = \"run_shell_command\"\\ncommandRegex = \"git log\" # default # ASK",
                "toolName = \"run_shell_command\"\\ncommandRegex = \"git (log|diff).*\" # default # ASK",
            })
    void redirectsOfGemini(String rule, String session, Mode mode) throws ListRefusedException {
        String list = "[[rule]]\n" + rule.replace("\\n", "\n") + "\ndecision = \"allow\"\npriority = 1\n";
        Decider decider = Decider.of(ListFormat.GEMINI, list);
        Map<String, String> facts = rule.contains("modes") ? Map.of("mode", session) : Map.of();

        assertThat(decider.modeWith(facts, "run_shell_command", call(ListFormat.GEMINI, "git log > /dev/null")))
                .isEqualTo(mode);
        assertThat(decider.modeWith(facts, "run_shell_command", call(ListFormat.GEMINI, "git log -v")))
                .isEqualTo(Mode.ALLOW);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " # ",
            quoteCharacter = '|',
            value = {
                "{\"agent\": {\"x\": {\"permission\": {\"*\": \"deny\", \"read\": \"allow\"}}}} # x # DENY",
                "{\"agent\": {\"x\": {\"permission\": {\"*\": \"deny\", \"read\": \"allow\"}}}} # build # ASK",
                "{\"agent\": {\"x\": {\"permission\": {\"*\": \"deny\", \"read\": \"allow\"}}}} # general # ASK",
                "{\"permission\": {\"*\": \"deny\", \"read\": \"allow\"}} #  # DENY",
                "{\"permission\": {\"external_directory\": \"deny\", \"read\": \"allow\"}} #  # DENY",
                "{\"permission\": {\"ext*\": \"deny\", \"read\": \"allow\"}} #  # DENY",
                "{\"permission\": {\"*\": \"deny\", \"external_directory\": \"ask\", \"read\": \"allow\"}} #  # ASK",
                "{\"permission\": {\"external_directory\": {\"*\": \"deny\", \"/tmp/*\": \"allow\"}, \"read\":"
                        + " \"allow\"}} #  # DENY",
                "{\"permission\": {\"*\": \"deny\", \"read\": \"allow\"}, \"agent\": {\"x\": {\"permission\":"
                        + " {\"external_directory\": \"ask\"}}}} # x # ASK",
                "{\"permission\": {\"*\": \"deny\", \"read\": \"allow\"}, \"agent\": {\"x\": {\"permission\":"
                        + " {\"external_directory\": \"ask\"}}}} # build # DENY",
                "{\"permission\": {\"*\": \"deny\", \"read\": \"allow\"}, \"agent\": {\"x\": {\"permission\":"
                        + " {\"external_directory\": \"ask\"}}}} # general # DENY",
            })
    void pathsOutsideOfOpencode(String list, String agent, Mode mode) throws ListRefusedException {
        ObjectNode call = JsonNodeFactory.instance.objectNode().put("filePath", "/etc/passwd");
        Decider decider = Decider.of(ListFormat.OPENCODE, list);
        Map<String, String> facts = agent == null ? Map.of() : Map.of("agent", agent);

        assertThat(decider.modeWith(facts, "read", call)).isEqualTo(mode);
    }
}
