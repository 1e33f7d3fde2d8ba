package dev.toolpolicy.agents.importing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.agents.importing.HostOracle.Rule;
import dev.toolpolicy.agents.internal.export.ExportedList;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.internal.read.HostCatalog;
import dev.toolpolicy.shared.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Policies as lists of other agents: no call is decided less strictly there. */
class ListExportTest {
    private static final Path WORKSPACE = Path.of("/home/dev/project");
    private static final Path HOME = Path.of("/home/dev");
    private static final Map<ListFormat, String> CATALOGS =
            Map.of(ListFormat.CLAUDE, "claude-code", ListFormat.CODEX, "codex", ListFormat.GEMINI, "gemini-cli");
    private static final ObjectMapper JSON = new ObjectMapper();

    private static ExportedList exported(ListFormat format, String... policies) throws ListRefusedException {
        return ExportedList.of(
                format,
                Stream.of(policies)
                        .map(policy -> PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", policy))
                        .toList(),
                WORKSPACE,
                HOME);
    }

    private static String bash(String... rules) {
        return "catalog = \"claude-code\"\n[tools.Bash.policy]\nrun = [" + String.join(", ", rules)
                + "]\n[tools.\"*\".policy]\nrun = \"ask\"\n";
    }

    private static String commands(String mode, String... patterns) {
        return "{ arg = \"/command\", commands = [\"" + String.join("\", \"", patterns) + "\"], mode = \"" + mode
                + "\" }";
    }

    @Test
    void saysCommandsPathsAndHosts() throws ListRefusedException {
        ExportedList list = exported(
                ListFormat.CLAUDE,
                bash(commands("deny", "rm *"), commands("allow", "git *", "ls *"), "{ mode = \"ask\" }")
                        + "[tools.Read.policy]\n"
                        + "run = [{ arg = \"/file_path\", glob = \"**/.env\", mode = \"deny\" }, { mode = \"allow\""
                        + " }]\n"
                        + "[tools.WebFetch.policy]\n"
                        + "run = [{ arg = \"/url\", host = [\"docs.rs\"], mode = \"allow\" }, { mode = \"ask\" }]\n");

        assertThat(list.list())
                .contains("\"Bash(git *)\"", "\"Bash(ls *)\"", "\"Bash(rm *)\"", "\"WebFetch(domain:docs.rs)\"")
                .contains("\"Read(./**/.env)\"", "\"Read(./**)\"", "\"Bash(cat *)\"", "\"Write\"");
        assertThat(list.report()).contains("Bash 1: exact: deny", "WebFetch 1: exact: allow", "4 rules: 4 exact");
        assertThat(list.isLossy()).isFalse();
    }

    @Test
    void twoSetsOfCommandsAreNotOne() throws ListRefusedException {
        ExportedList list = exported(
                ListFormat.CLAUDE, bash(commands("allow", "git *"), commands("allow", "npm *"), "{ mode = \"ask\" }"));

        assertThat(list.list()).contains("\"Bash(git *)\"").doesNotContain("npm");
        assertThat(list.report()).contains("Bash 2: stricter: allow", "it would allow more, such as");
    }

    @Test
    void whatHidesAStoppedCommandAsks() throws ListRefusedException {
        ExportedList list = exported(
                ListFormat.CLAUDE,
                bash(
                        commands("deny", "rm *"),
                        commands("allow", "sudo *", "/bin/ls *", "git *"),
                        "{ mode = \"ask\" }"));
        ExportedList all = exported(ListFormat.CLAUDE, bash(commands("deny", "rm *"), "{ mode = \"allow\" }"));

        assertThat(list.list()).contains("\"Bash(git *)\"").doesNotContain("sudo", "/bin/ls");
        assertThat(all.list()).contains("\"allow\": [\n    ]");
        assertThat(all.report()).contains("it may run what another rule stops");
    }

    @Test
    void whatCannotBeSaidStopsTheTool() throws ListRefusedException {
        ExportedList list = exported(
                ListFormat.CLAUDE,
                bash("{ arg = \"/command\", pattern = \"secret\", mode = \"deny\" }", commands("allow", "git *"))
                        + "[tools.WebFetch.policy]\nrun = [{ arg = \"/url\", host = [\"docs.rs\"], mode = \"allow\" },"
                        + " { mode = \"deny\" }]\n[tools.Write.policy]\nrun = \"allow\"\nlimits = [{ calls = 2 }]\n");

        assertThat(list.list()).contains("\"Bash\"").doesNotContain("git", "docs.rs", "\"Edit(./**)\"");
        assertThat(list.report())
                .contains("every call is denied: Bash, WebFetch")
                .contains("Claude Code can't say it, so every call of Bash is denied")
                .contains("can deny these calls only with all others")
                .contains("its tool has requirements, limits or rules for results");
    }

    @Test
    void saysWhatCodexCannotDeny() throws ListRefusedException {
        ExportedList list = exported(
                ListFormat.CODEX,
                "catalog = \"codex\"\n[tools.exec_command.policy]\nrun = [{ arg = \"/cmd\", commands = [\"rm *\"],"
                        + " mode = \"deny\" }, { mode = \"ask\" }]\n[tools.apply_patch.policy]\nrun = \"deny\"\n"
                        + "[tools.\"*\".policy]\nrun = \"ask\"\n");

        assertThat(list.list()).contains("prefix_rule(pattern = [\"rm\"], decision = \"forbidden\")");
        assertThat(list.report())
                .contains("apply_patch 1: lost: deny", "Codex CLI can't deny such calls; they need approval");
        assertThat(list.isLossy()).isTrue();
    }

    @Test
    void limitsOfCodexAreNotForgotten() throws ListRefusedException {
        ExportedList list = exported(
                ListFormat.CODEX,
                "catalog = \"codex\"\n[tools.exec_command.policy]\nlimits = [{ calls = 2 }]\nrun = [{ arg = \"/cmd\","
                        + " commands = [\"make *\"], mode = \"allow\" }, { mode = \"ask\" }]\n"
                        + "[tools.\"*\".policy]\nrun = \"ask\"\n");

        assertThat(list.list()).doesNotContain("allow");
    }

    @Test
    void keepsTheOrderForGemini() throws ListRefusedException {
        ExportedList list = exported(
                ListFormat.GEMINI,
                "catalog = \"gemini-cli\"\n[tools.run_shell_command.policy]\nrun = ["
                        + commands("deny", "git push *") + ", " + commands("ask", "git commit *")
                        + ", { mode = \"deny\" }]\n[tools.read_file.policy]\nrun = \"allow\"\n"
                        + "[tools.\"*\".policy]\nrun = \"deny\"\n");

        assertThat(list.list())
                .containsSubsequence("git push", "git commit", "ask_user", "toolName = \"run_shell_command\"\ndecision")
                .containsSubsequence(
                        "toolName = \"read_file\"\ndecision = \"allow\"", "toolName = \"*\"\ndecision = \"deny\"");
    }

    @Test
    void questionsOfGeminiThatWouldReplaceADenialAreDenials() throws ListRefusedException {
        String start = "catalog = \"gemini-cli\"\n"
                + "[tools.\"*\".policy]\n"
                + "run = \"ask\"\n"
                + "[tools.run_shell_command.policy]\n"
                + "run = [";

        ExportedList list = exported(ListFormat.GEMINI, start + commands("ask", "git") + ", { mode = \"deny\" }]\n");

        assertThat(list.list()).contains("commandPrefix = \"git\"\ndecision = \"deny\"");
        assertThat(list.report()).contains("run_shell_command 1: stricter: ask", "\"git\" is denied: a question");
        assertThat(exported(ListFormat.GEMINI, start + commands("ask", "git") + ", { mode = \"ask\" }]\n")
                        .list())
                .contains("commandPrefix = \"git\"\ndecision = \"ask_user\"");

        String floor = "floor = true\n[tools.run_shell_command.policy]\nrun = [" + commands("ask", "git *") + "]\n";
        ExportedList denied =
                exported(ListFormat.GEMINI, start + commands("deny", "git push *") + ", { mode = \"ask\" }]\n", floor);
        assertThat(denied.list()).as("the list denies git push").doesNotContain("\"git\"\ndecision = \"ask_user\"");
        assertThat(denied.list()).contains("decision = \"deny\"");
    }

    @Test
    void decidesOtherToolsByTheirNames() throws ListRefusedException {
        String others = "[tools.\"mcp__docs__*\".policy]\nexternal = true\nrun = \"allow\"\n"
                + "[tools.\"mcp__mail__*\".policy]\nexternal = true\nrun = \"deny\"\n";

        String asks =
                exported(ListFormat.CLAUDE, bash("{ mode = \"ask\" }") + others).list();

        assertThat(asks).containsSubsequence("\"allow\"", "mcp__docs__*", "\"deny\"", "mcp__mail__*");
    }

    /** A rule for all tools of servers would deny those too that the policy allows, since the strictest rule decides. */
    @Test
    void toolsOfOtherServersAskBesideThoseThatAreAllowed() throws ListRefusedException {
        String asking = "catalog = \"claude-code\"\n[tools.Bash.policy]\nrun = \"ask\"\n";
        ExportedList list = exported(
                ListFormat.CLAUDE, asking + "[tools.\"mcp__docs__*\".policy]\nexternal = true\nrun = \"allow\"\n");
        ExportedList alone = exported(ListFormat.CLAUDE, asking);

        assertThat(list.list()).contains("\"mcp__docs__*\"").doesNotContain("\"mcp__*\"");
        assertThat(list.report()).contains("mcp__* 1: lost: deny");
        assertThat(list.isLossy()).isTrue();
        assertThat(alone.list()).contains("\"mcp__*\"");
        assertThat(alone.isLossy()).isFalse();
    }

    @Test
    void saysThatACommandAsksWithOthersThatWouldRun() throws ListRefusedException {
        ExportedList list =
                exported(ListFormat.CLAUDE, bash(commands("allow", "git status", "npm test"), "{ mode = \"ask\" }"));

        assertThat(list.list()).contains("\"Bash(git status *)\"");
        assertThat(list.report())
                .contains("Bash 1: stricter: allow", "\"git status *\" needs approval, or Claude Code runs it");
    }

    @Test
    void saysWhyEveryCallIsDenied() throws ListRefusedException {
        ExportedList list = exported(
                ListFormat.CLAUDE,
                bash("{ arg = \"/command\", pattern = \"secret\", mode = \"deny\" }", commands("allow", "git log x")));

        assertThat(list.report()).contains("every call is denied: Bash").doesNotContain("such calls need approval");
    }

    /** Lists that people wrote: what is exported of them is read back at least as strict, in each vector. */
    @Test
    void listsOfPeopleComeBackAtLeastAsStrict() throws IOException, ListRefusedException {
        Map<String, List<JsonNode>> byList = new TreeMap<>();
        for (String line : Files.readAllLines(SharedData.path("conformance/lists.jsonl"))) {
            JsonNode vector = JSON.readTree(line);
            if (Set.of("claude", "codex", "gemini")
                    .contains(vector.path("format").asText())) {
                byList.computeIfAbsent(vector.path("list").asText(), key -> new ArrayList<>())
                        .add(vector);
            }
        }
        int same = 0;
        int all = 0;
        List<String> looser = new ArrayList<>();
        for (Map.Entry<String, List<JsonNode>> each : byList.entrySet()) {
            ListFormat format = ListFormat.of(
                            each.getValue().get(0).path("format").asText())
                    .orElseThrow();
            ImportedPolicy imported = Decider.inWorkspace(
                            PermissionList.read(format, SharedData.path("policy-lists/" + each.getKey())))
                    .withoutHooks(true)
                    .toPolicy();
            ImportedPolicy back =
                    Decider.imported(format, exported(format, imported.policy()).list());
            Set<String> names = new TreeSet<>();
            each.getValue()
                    .forEach(
                            vector -> names.add(vector.path("call").path("tool").asText()));
            HostCatalog.of(CATALOGS.get(format)).entries().forEach(tool -> names.remove(tool.name()));
            Decider before = Decider.of(imported, names.toArray(String[]::new));
            Decider after = Decider.of(back, names.toArray(String[]::new));
            for (JsonNode vector : each.getValue()) {
                String tool = vector.path("call").path("tool").asText();
                ObjectNode arguments = (ObjectNode) vector.path("call").path("arguments");
                Mode old = before.modeWith(facts(imported), tool, arguments);
                Mode now = after.modeWith(facts(back), tool, arguments);
                all++;
                same += old == now ? 1 : 0;
                if (HostOracle.strictness(now) < HostOracle.strictness(old)) {
                    looser.add(vector.path("id").asText() + ": " + old + " -> " + now + " " + arguments);
                }
            }
        }
        assertThat(looser).isEmpty();
        assertThat(same).isGreaterThan(all * 8 / 10);
    }

    private static Map<String, String> facts(ImportedPolicy policy) {
        return policy.policy().contains("\nmode = { type") ? Map.of("mode", "default") : Map.of();
    }

    /** Random policies against what the host does with the exported text: no call is cleared that the policy doesn't clear. */
    @Test
    void randomPoliciesAreNeverCleared() throws IOException, ListRefusedException {
        long seed = Long.getLong("toolpolicy.seed", 38);
        Random random = new Random(seed);
        int cleared = 0;
        for (int n = 0; n < Integer.getInteger("toolpolicy.rounds", 6); n++) {
            List<String> rules = new ArrayList<>();
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                String[] patterns = new String[1 + random.nextInt(3)];
                for (int k = 0; k < patterns.length; k++) {
                    patterns[k] = command(random) + (random.nextInt(4) == 0 ? "" : " *");
                }
                rules.add(commands(List.of("allow", "allow", "ask", "deny").get(random.nextInt(4)), patterns));
            }
            rules.add("{ mode = \"" + (random.nextInt(4) == 0 ? "allow" : "ask") + "\" }");
            String policy = bash(rules.toArray(String[]::new));
            ExportedList list;
            try {
                list = exported(ListFormat.CLAUDE, policy);
            } catch (dev.toolpolicy.runtime.InvalidPolicyException e) {
                continue; // a rule that no call reaches
            }
            List<Rule> host = rules(list.list());
            Decider decider = Decider.of(new ImportedPolicy(policy, ListFormat.CLAUDE, List.of(), List.of()));
            for (int i = 0; i < 60; i++) {
                String line = wrapped(random, command(random));
                for (int k = random.nextInt(3); k > 0; k--) {
                    line += List.of(" && ", "; ", " | ").get(random.nextInt(3)) + wrapped(random, command(random));
                }
                Mode ours = decider.mode("Bash", "command", line);
                Mode theirs = HostOracle.sortedLine(line, host, Mode.ASK);
                boolean plain = !line.contains("sudo") && !line.contains("/bin/");
                boolean wrong = theirs == Mode.ALLOW && ours != Mode.ALLOW
                        || plain && HostOracle.strictness(theirs) < HostOracle.strictness(ours);
                assertThat(wrong)
                        .as("seed %d: %s%n%s%n%s: %s -> %s", seed, policy, list.list(), line, ours, theirs)
                        .isFalse();
                cleared += theirs == Mode.ALLOW ? 1 : 0;
            }
        }
        assertThat(cleared).isPositive();
    }

    private static String command(Random random) {
        StringBuilder command =
                new StringBuilder(List.of("git", "npm", "rm", "make").get(random.nextInt(4)));
        for (int i = random.nextInt(3); i > 0; i--) {
            command.append(' ').append(List.of("status", "push", "test", "-f").get(random.nextInt(4)));
        }
        return command.toString();
    }

    private static String wrapped(Random random, String command) {
        return switch (random.nextInt(6)) {
            case 0 -> "sudo " + command;
            case 1 -> "/bin/" + command;
            default -> command;
        };
    }

    private static List<Rule> rules(String list) throws IOException {
        List<Rule> rules = new ArrayList<>();
        JsonNode permissions = JSON.readTree(list).path("permissions");
        for (Mode mode : List.of(Mode.DENY, Mode.ASK, Mode.ALLOW)) {
            for (JsonNode rule : permissions.path(mode.word())) {
                if (rule.asText().equals("Bash")) {
                    rules.add(new Rule(mode, Pattern.compile(".*")));
                } else if (rule.asText().startsWith("Bash(")) {
                    String content = rule.asText().substring(5, rule.asText().length() - 1);
                    rules.add(new Rule(mode, HostOracle.glob(content, true)));
                }
            }
        }
        return rules;
    }
}
