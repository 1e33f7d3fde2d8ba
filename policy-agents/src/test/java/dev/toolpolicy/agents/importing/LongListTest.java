package dev.toolpolicy.agents.importing;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lists as long as the longest that people keep. */
class LongListTest {
    private static final String[] PROGRAMS = {"git", "npm run", "docker", "kubectl get", "cargo", "gh pr", "make", "go"
    };

    @Test
    void importsThirteenHundredRules() throws ListRefusedException {
        ImportedPolicy imported = imported(list(1_300));

        assertThat(imported.count(ImportedPolicy.Effect.EXACT)).isEqualTo(1_300);
        assertThat(imported.policy().lines().filter(line -> line.contains("settings.json:")))
                .hasSize(1_300);
    }

    @Test
    void workGrowsWithTheLength() throws ListRefusedException {
        imported(list(200));

        long half = allocated(list(650));
        long whole = allocated(list(1_300));

        assertThat(whole).isLessThan(3 * half);
    }

    /**
     * Work is counted in bytes, which don't depend on what else runs. The bytes for each rule are twice what was measured,
     * and less than half of what it took with every automaton in full.
     */
    @ParameterizedTest
    @EnumSource
    void workGrowsWithTheLengthAndIsSmallForEachKind(Kind kind) throws ListRefusedException {
        kind.allocated(160); // what is made once in a process, and what is kept of earlier lists, isn't counted
        long few = kind.allocated(40);
        long many = kind.allocated(160);

        assertThat(many).as("%d bytes became %d", few, many).isLessThan(6 * few);
        Map<Kind, Integer> most = Map.of(
                Kind.FOLDERS, 600_000,
                Kind.FILES, 800_000,
                Kind.NAMES, 800_000,
                Kind.HOSTS, 250_000,
                Kind.EXPRESSIONS, 260_000,
                Kind.SEARCHES, 300_000,
                Kind.STARS, 2_200_000);
        assertThat(many / 160).isLessThan(most.getOrDefault(kind, Integer.MAX_VALUE));
    }

    /** What patterns have in common counts once: each for itself, they took 6.5 million bytes a rule. */
    @Test
    void workOfDeniedCommandsOfOneProgramIsSmall() throws ListRefusedException {
        String list = IntStream.range(1_000, 1_400)
                .mapToObj(i -> "\"Bash(git * --force" + i + "*)\"")
                .collect(Collectors.joining(",\n", "{\"permissions\":{\"deny\":[\n", "\n]}}"));

        assertThat(allocated(list) / 400).isLessThan(1_600_000);
    }

    /**
     * Exceptions that ask, between denials of commands that can't change places with them, are said once before each
     * allowance. Each for itself, these 80 rules became 271, and 325 took over a minute.
     */
    @Test
    void exceptionsBetweenDenialsAreSaidTogether() throws ListRefusedException {
        List<String> modes = List.of("ask", "deny", "allow", "deny");
        String list = IntStream.range(0, 80)
                .mapToObj(i -> "\"sudo s" + i + " *\": \"" + modes.get(i % 4) + "\"")
                .collect(Collectors.joining(", ", "{\"permission\": {\"bash\": {\"*\": \"deny\", ", "}}}"));

        ImportedPolicy imported =
                PermissionList.of(ListFormat.OPENCODE, Map.of("list", list)).toPolicy();

        assertThat(imported.policy().split("mode = ")).hasSizeLessThan(2 * 80);
    }

    /** Lists of one kind of rule, with a third of them for each mode where the host has it. */
    private enum Kind {
        PATHS(ListFormat.CLAUDE, i -> "Edit(src/d" + i + "/**)"),
        NAMES(ListFormat.CLAUDE, i -> "Read(**/*.x" + i + ")"),
        FOLDERS(ListFormat.CLAUDE, i -> "Edit(d" + i + "/**)"),
        FILES(ListFormat.CLAUDE, i -> "Read(secret" + i + ".txt)"),
        HOSTS(ListFormat.CLAUDE, i -> "WebFetch(domain:h" + i + ".example.com)"),
        SERVERS(ListFormat.CLAUDE, i -> "mcp__s" + i % 9 + "__t" + i + (i % 9 == 0 ? "*" : "")),
        PREFIXES(ListFormat.CODEX, i -> "\"p" + i % 9 + "\", \"s" + i + "\""),
        PRIORITIES(ListFormat.GEMINI, i -> "commandPrefix = \"" + PROGRAMS[i % PROGRAMS.length] + " s" + i + "\""),
        EXPRESSIONS(ListFormat.GEMINI, i -> "commandRegex = \"^a" + i + "(b|c)\""),
        SEARCHES(ListFormat.GEMINI, i -> "commandRegex = \"sub" + (1_000 + i) + ".*x\""),
        STARS(ListFormat.CLAUDE, i -> "Bash(" + PROGRAMS[i % PROGRAMS.length] + " * --force" + (1_000 + i) + "*)"),
        KIRO(ListFormat.KIRO, i -> "git s" + i + " .*");

        private final ListFormat format;
        private final IntFunction<String> rule;

        Kind(ListFormat format, IntFunction<String> rule) {
            this.format = format;
            this.rule = rule;
        }

        private long allocated(int rules) throws ListRefusedException {
            var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
            PermissionList list =
                    PermissionList.of(format, Map.of("list", list(rules))).withHome(Path.of("/home/dev"));
            long before = threads.getCurrentThreadAllocatedBytes();
            assertThat(list.toPolicy().rules()).hasSize(rules);
            return threads.getCurrentThreadAllocatedBytes() - before;
        }

        private String list(int rules) {
            Random random = new Random(38);
            StringBuilder list = new StringBuilder();
            List<List<String>> modes = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            for (int i = 0; i < rules; i++) {
                int mode = random.nextInt(3);
                modes.get(mode).add('"' + rule.apply(i) + '"');
                if (format == ListFormat.CODEX) {
                    list.append("prefix_rule(pattern = [" + rule.apply(i) + "], decision = \""
                            + List.of("allow", "prompt", "forbidden").get(mode) + "\")\n");
                } else if (format == ListFormat.GEMINI) {
                    list.append("[[rule]]\ntoolName = \"run_shell_command\"\n" + rule.apply(i) + "\npriority = "
                            + random.nextInt(1_000) + "\ndecision = \""
                            + List.of("allow", "ask_user", "deny").get(mode) + "\"\n");
                }
            }
            if (format == ListFormat.KIRO) {
                List<String> all = Stream.concat(modes.get(0).stream(), modes.get(1).stream())
                        .toList();
                return "{\"name\": \"x\", \"tools\": [\"*\"], \"toolsSettings\": {\"execute_bash\": {"
                        + "\"allowedCommands\": " + all + ", \"deniedCommands\": " + modes.get(2) + "}}}";
            }
            return format == ListFormat.CLAUDE
                    ? "{\"permissions\": {\"allow\": " + modes.get(0) + ", \"ask\": " + modes.get(1) + ", \"deny\": "
                            + modes.get(2) + "}}"
                    : list.toString();
        }
    }

    /** In the processor's time of a JVM that has done it once, since other builds share the machine. */
    @Test
    void takesLessThanASecond() throws ListRefusedException {
        imported(list(1_300));
        var threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        imported(list(1_300));

        assertThat(threads.getCurrentThreadCpuTime() - before).isLessThan(1_000_000_000);
    }

    private static long allocated(String list) throws ListRefusedException {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(id);
        imported(list);
        return threads.getThreadAllocatedBytes(id) - before;
    }

    private static ImportedPolicy imported(String list) throws ListRefusedException {
        return PermissionList.of(ListFormat.CLAUDE, Map.of("settings.json", list))
                .withHome(Path.of("/home/dev"))
                .toPolicy();
    }

    private static String list(int rules) {
        return IntStream.range(0, rules)
                .mapToObj(
                        i -> "\"Bash(" + PROGRAMS[i % PROGRAMS.length] + " sub" + i + (i % 3 == 0 ? "" : ":*") + ")\"")
                .collect(Collectors.joining(",\n", "{\"permissions\":{\"allow\":[\n", "\n]}}"));
    }
}
