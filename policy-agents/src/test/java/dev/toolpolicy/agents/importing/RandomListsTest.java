package dev.toolpolicy.agents.importing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.agents.importing.HostOracle.Rule;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Random lists and calls: no decision of an import is less strict than the host's, and most are the same. */
class RandomListsTest {
    private static final List<String> PROGRAMS = List.of("git", "npm", "rm", "ls");
    private static final List<String> WORDS = List.of("status", "push", "test", "-f", "src");
    private static final List<String> OPERATORS = List.of(" && ", "; ", " | ", " || ");
    private static final List<String> PATHS =
            List.of("src/a.ts", "src/gen/b.ts", ".env", "x/.env", "docs/n.md", "secrets/k", "x/secrets/k");
    private static final List<String> GLOBS = List.of(
            "src/**",
            ".env",
            "**/.env",
            "*.md",
            "./secrets/**",
            "secrets/**",
            "docs/*.md",
            "**/*.ts",
            "/src/gen/**",
            "x");
    private static final long SEED = Long.getLong("toolpolicy.seed", 23);
    private static final int LISTS = Integer.getInteger("toolpolicy.rounds", 4);
    private static final int CALLS = 40;

    private final Random random = new Random(SEED);
    private int same;
    private int decided;

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private String command() {
        StringBuilder command = new StringBuilder(any(PROGRAMS));
        for (int i = random.nextInt(3); i > 0; i--) {
            command.append(' ').append(any(WORDS));
        }
        return command.toString();
    }

    private String line() {
        StringBuilder line = new StringBuilder(command());
        for (int i = random.nextInt(3); i > 0; i--) {
            line.append(any(OPERATORS)).append(command());
        }
        return line.toString();
    }

    private String pattern() {
        return switch (random.nextInt(6)) {
            case 0 -> command();
            case 1 -> command() + "*";
            case 2 -> any(PROGRAMS) + " * " + any(WORDS);
            default -> command() + " *";
        };
    }

    private Mode mode() {
        return any(List.of(Mode.ALLOW, Mode.ALLOW, Mode.ASK, Mode.DENY));
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\") + "\"";
    }

    private void compare(
            Decider decider, String list, String tool, Map<String, String> facts, ObjectNode call, Mode host) {
        Mode ours = decider.modeWith(facts, tool, call);
        assertThat(HostOracle.strictness(ours))
                .as("seed %d: %s %s under %s: %s, and the host: %s", SEED, call, facts, list, ours, host)
                .isGreaterThanOrEqualTo(HostOracle.strictness(host));
        decided++;
        same += ours == host ? 1 : 0;
    }

    private static ObjectNode call(String... members) {
        ObjectNode call = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < members.length; i += 2) {
            call.put(members[i], members[i + 1]);
        }
        return call;
    }

    private void lines(
            Decider decider, String list, String tool, Function<String, ObjectNode> call, Function<String, Mode> host) {
        for (int i = 0; i < CALLS; i++) {
            String line = line();
            compare(decider, list, tool, Map.of(), call.apply(line), host.apply(line));
        }
    }

    @Test
    void claude() throws ListRefusedException {
        for (int n = 0; n < LISTS; n++) {
            List<Rule> commands = new ArrayList<>();
            Map<Mode, List<String>> written =
                    Map.of(Mode.ALLOW, new ArrayList<>(), Mode.ASK, new ArrayList<>(), Mode.DENY, new ArrayList<>());
            for (int i = 0; i < 8; i++) {
                Mode mode = mode();
                String pattern = pattern();
                boolean prefix = pattern.endsWith(" *") && random.nextBoolean();
                written.get(mode)
                        .add("Bash(" + (prefix ? pattern.substring(0, pattern.length() - 2) + ":*" : pattern) + ")");
                commands.add(new Rule(mode, HostOracle.glob(pattern, true)));
            }
            if (n % 3 == 0) {
                written.get(Mode.ALLOW).add("Bash");
                commands.add(new Rule(Mode.ALLOW, Pattern.compile(".*")));
            }
            List<Rule> reads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Mode mode = mode();
                String glob = any(GLOBS);
                written.get(mode).add("Read(" + glob + ")");
                reads.add(new Rule(mode, HostOracle.ignore(glob)));
            }
            String list = written.entrySet().stream()
                    .map(each -> quoted(each.getKey().word()) + ": "
                            + each.getValue().stream()
                                    .map(RandomListsTest::quoted)
                                    .toList())
                    .collect(Collectors.joining(", ", "{\"permissions\": {", "}}"));
            Decider decider = Decider.of(ListFormat.CLAUDE, list);
            lines(
                    decider,
                    list,
                    "Bash",
                    line -> call("command", line),
                    line -> HostOracle.sortedLine(line, commands, Mode.ASK));
            for (String path : PATHS) {
                Mode host = HostOracle.sorted(path, reads, List.of(Mode.DENY, Mode.ASK, Mode.ALLOW), Mode.ASK);
                compare(decider, list, "Read", Map.of(), call("file_path", path), host);
                compare(
                        decider,
                        list,
                        "Grep",
                        Map.of(),
                        call("pattern", "x", "path", "/home/dev/project/" + path),
                        host);
            }
        }
        assertThat(same).isGreaterThan(decided * 8 / 10);
    }

    @Test
    void opencode() throws ListRefusedException {
        for (int n = 0; n < LISTS; n++) {
            List<Rule> global = new ArrayList<>();
            List<Rule> planned = new ArrayList<>();
            String bash = bash(global);
            String plan = bash(planned);
            String list = "{\"permission\": {\"bash\": " + bash
                    + "}, \"agent\": {\"plan\": {\"permission\": {\"bash\": " + plan + "}}}}";
            List<Rule> both = new ArrayList<>(global);
            both.addAll(planned);
            Decider decider = Decider.of(ListFormat.OPENCODE, list);
            for (int i = 0; i < CALLS; i++) {
                String line = line();
                ObjectNode call = call("command", line, "description", "x");
                compare(
                        decider,
                        list,
                        "bash",
                        Map.of("agent", "build"),
                        call,
                        HostOracle.line(line, global, true, Mode.ASK));
                compare(
                        decider,
                        list,
                        "bash",
                        Map.of("agent", "plan"),
                        call,
                        HostOracle.line(line, both, true, Mode.ASK));
            }
        }
        assertThat(same).isGreaterThan(decided * 6 / 10);
    }

    private String bash(List<Rule> rules) {
        List<String> written = new ArrayList<>();
        Map<String, Rule> last = new java.util.LinkedHashMap<>();
        for (int i = random.nextInt(7) + 1; i > 0; i--) {
            String pattern = random.nextInt(5) == 0 ? "*" : pattern();
            Mode mode = mode();
            if (last.putIfAbsent(pattern, new Rule(mode, HostOracle.glob(pattern, true))) == null) {
                written.add(quoted(pattern) + ": " + quoted(mode.word()));
            }
        }
        rules.addAll(last.values());
        return "{" + String.join(", ", written) + "}";
    }

    @Test
    void gemini() throws ListRefusedException {
        for (int n = 0; n < LISTS; n++) {
            List<Map.Entry<Integer, Rule>> ranked = new ArrayList<>();
            StringBuilder list = new StringBuilder();
            for (int i = 0; i < 6; i++) {
                int priority = random.nextInt(900);
                Mode mode = mode();
                boolean plan = random.nextInt(3) == 0;
                String prefix = command();
                boolean open = random.nextInt(4) == 0;
                list.append("[[rule]]\ntoolName = \"run_shell_command\"\n")
                        .append(open ? "commandRegex" : "commandPrefix")
                        .append(" = ")
                        .append(quoted(prefix))
                        .append("\npriority = ")
                        .append(priority)
                        .append("\ndecision = ")
                        .append(quoted(
                                mode == Mode.ASK ? "ask_user" : mode.name().toLowerCase(Locale.ROOT)))
                        .append(plan ? "\nmodes = [\"plan\"]\n" : "\n");
                ranked.add(Map.entry(
                        priority, new Rule(mode, HostOracle.glob(prefix + (open ? "*" : " *"), true), !plan)));
            }
            ranked.sort((one, other) -> other.getKey() != one.getKey().intValue()
                    ? other.getKey() - one.getKey()
                    : HostOracle.strictness(other.getValue().mode())
                            - HostOracle.strictness(one.getValue().mode()));
            List<Rule> usual = ranked.stream().map(Map.Entry::getValue).toList();
            List<Rule> planning = usual.stream()
                    .map(rule -> new Rule(rule.mode(), rule.matches()))
                    .toList();
            Decider decider = Decider.of(ListFormat.GEMINI, list.toString());
            boolean hasModes = list.indexOf("modes") >= 0;
            for (int i = 0; i < CALLS; i++) {
                String line = line();
                ObjectNode call = call("command", line);
                compare(
                        decider,
                        list.toString(),
                        "run_shell_command",
                        hasModes ? Map.of("mode", "default") : Map.of(),
                        call,
                        HostOracle.line(line, usual, false, Mode.ASK));
                if (hasModes) {
                    compare(
                            decider,
                            list.toString(),
                            "run_shell_command",
                            Map.of("mode", "plan"),
                            call,
                            HostOracle.line(line, planning, false, Mode.ASK));
                }
            }
        }
        assertThat(same).isGreaterThan(decided * 7 / 10);
    }

    @Test
    void codex() throws ListRefusedException {
        Map<Mode, String> decisions = Map.of(Mode.ALLOW, "allow", Mode.ASK, "prompt", Mode.DENY, "forbidden");
        for (int n = 0; n < LISTS; n++) {
            StringBuilder list = new StringBuilder();
            List<Rule> rules = new ArrayList<>();
            for (int i = 0; i < 7; i++) {
                Mode mode = mode();
                String program = any(PROGRAMS);
                String one = any(WORDS);
                String other = any(WORDS);
                list.append("prefix_rule(\n    pattern = [")
                        .append(quoted(program))
                        .append(", [")
                        .append(quoted(one))
                        .append(", ")
                        .append(quoted(other))
                        .append("]],  # why\n    decision = ")
                        .append(quoted(decisions.get(mode)))
                        .append(",\n)\n");
                rules.add(new Rule(mode, HostOracle.glob(program + " " + one + " *", true)));
                rules.add(new Rule(mode, HostOracle.glob(program + " " + other + " *", true)));
            }
            Decider decider = Decider.of(ListFormat.CODEX, list.toString());
            lines(
                    decider,
                    list.toString(),
                    "exec_command",
                    line -> call("cmd", line),
                    line -> HostOracle.sortedLine(line, rules, Mode.ASK));
        }
        assertThat(same).isGreaterThan(decided * 9 / 10);
    }

    @Test
    void cursor() throws ListRefusedException {
        for (int n = 0; n < LISTS; n++) {
            List<String> allowed = new ArrayList<>();
            List<String> denied = new ArrayList<>();
            List<Rule> rules = new ArrayList<>();
            for (int i = 0; i < 7; i++) {
                Mode mode = random.nextInt(3) == 0 ? Mode.DENY : Mode.ALLOW;
                String program = any(PROGRAMS);
                String argument = any(WORDS);
                boolean alone = random.nextBoolean();
                (mode == Mode.DENY ? denied : allowed)
                        .add(quoted("Shell(" + program + (alone ? ")" : ":" + argument + ")")));
                rules.add(new Rule(mode, HostOracle.glob(program + (alone ? " *" : " " + argument + " *"), true)));
            }
            String list = "{\"permissions\": {\"allow\": " + allowed + ", \"deny\": " + denied + "}}";
            lines(
                    Decider.of(ListFormat.CURSOR, list),
                    list,
                    "Shell",
                    line -> call("command", line),
                    line -> HostOracle.sortedLine(line, rules, Mode.ASK));
        }
        assertThat(same).isGreaterThan(decided * 9 / 10);
    }

    @Test
    void kiro() throws ListRefusedException {
        for (int n = 0; n < LISTS; n++) {
            List<String> allowed = new ArrayList<>();
            List<String> denied = new ArrayList<>();
            List<Rule> rules = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                Mode mode = random.nextInt(3) == 0 ? Mode.DENY : Mode.ALLOW;
                String regex = any(
                        List.of(command(), command() + ".*", ".*" + any(WORDS) + ".*", any(PROGRAMS) + " (push|test)"));
                (mode == Mode.DENY ? denied : allowed).add(quoted(regex));
                rules.add(new Rule(mode, Pattern.compile(regex)));
            }
            boolean whole = n % 3 == 0;
            String list = "{\"allowedTools\": [" + (whole ? "\"shell\"" : "")
                    + "], \"toolsSettings\": {\"shell\": {\"allowedCommands\": " + allowed + ", \"deniedCommands\": "
                    + denied + "}}}";
            lines(
                    Decider.of(ListFormat.KIRO, list),
                    list,
                    "execute_bash",
                    line -> call("command", line),
                    line -> HostOracle.sorted(
                            line, rules, List.of(Mode.DENY, Mode.ALLOW), whole ? Mode.ALLOW : Mode.ASK));
        }
        assertThat(same).isGreaterThan(decided * 6 / 10);
    }
}
