package dev.toolpolicy.agents.importing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.agents.internal.export.ExportedList;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.runtime.InvalidPolicyException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random policies and calls: what each agent decides by the exported list, read here apart from the import, is never
 * looser than the policy. Where an agent's texts leave two readings, the looser one counts.
 */
class ExportOracleTest {
    private static final Path WORKSPACE = Path.of("/home/dev/project");
    private static final Path HOME = Path.of("/home/dev");
    private static final long SEED = Long.getLong("toolpolicy.seed", 381);
    private static final int POLICIES = Integer.getInteger("toolpolicy.rounds", 3);
    private static final int CALLS = 60;

    private static final List<String> GLOBS = List.of(
            "src/**",
            "**/.env",
            "*.pem",
            "docs/*.md",
            "secrets/**/*",
            "~/.ssh/**",
            "/etc/**",
            "src/gen/**",
            "x/{a,b}/**",
            "**/*.{key,pem}",
            "**",
            "src",
            "~/*.txt");
    private static final List<String> PATHS = List.of(
            "src/a.ts",
            "src/gen/b",
            "src/.env",
            ".env",
            ".env/x",
            "k.pem",
            "x/k.pem",
            "docs/a.md",
            "docs/x/a.md",
            "x/src/a",
            "secrets/a",
            "x/a/k",
            "x/c/k.key",
            "../.ssh/id",
            "/home/dev/.ssh/id",
            "/home/dev/a.txt",
            "/etc/passwd",
            "src",
            "/home/dev/project/src/a",
            "a");
    private static final List<String> HOSTS = List.of("docs.rs", "example.org", "*.example.org", "evil.example");
    private static final List<String> URLS = List.of(
            "https://docs.rs/x",
            "http://docs.rs",
            "https://example.org/",
            "https://a.example.org/",
            "https://evil.example",
            "https://docs.rs.evil.example/",
            "https://docs.rs@other.example/");
    private static final List<String> SERVERS =
            List.of("mcp__docs__*", "mcp__docs__read", "mcp__mail__send", "mcp__mail__*", "mcp__*");
    private static final List<String> TOOLS =
            List.of("mcp__docs__read", "mcp__docs__write", "mcp__mail__send", "mcp__mail__list", "mcp__other__x");

    private final Random random = new Random(SEED);

    private enum Kind {
        PATHS,
        HOSTS,
        TOOLS,
        COMMANDS
    }

    /** An agent: its catalog, and the tools and parameters of which rules are made. */
    private enum Agent {
        CLAUDE(
                ListFormat.CLAUDE,
                "claude-code",
                "Bash /command",
                "WebFetch /url",
                "Read /file_path",
                "Write /file_path"),
        CODEX(ListFormat.CODEX, "codex", "exec_command /cmd", ""),
        GEMINI(
                ListFormat.GEMINI,
                "gemini-cli",
                "run_shell_command /command",
                "",
                "read_file /file_path",
                "write_file /file_path");

        private final ListFormat format;
        private final String catalog;
        private final String shell;
        private final String web;
        private final List<String> files;

        Agent(ListFormat format, String catalog, String shell, String web, String... files) {
            this.format = format;
            this.catalog = catalog;
            this.shell = shell;
            this.web = web;
            this.files = Stream.of(files).filter(each -> !each.isEmpty()).toList();
        }

        private List<String> tools(Kind kind) {
            return switch (kind) {
                case PATHS -> files;
                case HOSTS -> web.isEmpty() ? List.of() : List.of(web);
                case COMMANDS -> List.of(shell);
                case TOOLS -> List.of();
            };
        }
    }

    private <T> T any(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    private String mode() {
        return any(List.of("allow", "allow", "ask", "deny"));
    }

    private String command() {
        StringBuilder command = new StringBuilder(any(List.of("git", "npm", "rm", "make")));
        for (int i = random.nextInt(3); i > 0; i--) {
            command.append(' ').append(any(List.of("status", "push", "test", "-f")));
        }
        return command.toString();
    }

    private String condition(Kind kind) {
        return switch (kind) {
            case PATHS -> random.nextInt(6) == 0 ? "prefix = \"src\"" : "glob = \"" + any(GLOBS) + "\"";
            case HOSTS -> "host = [\"" + any(HOSTS) + "\"]" + (random.nextInt(4) == 0 ? ", schemes = [\"https\"]" : "");
            default -> "commands = [\"" + command() + (random.nextInt(4) == 0 ? "" : " *") + "\"]";
        };
    }

    private String policy(Agent agent, Kind kind) {
        StringBuilder policy = new StringBuilder("catalog = \"" + agent.catalog + "\"\n");
        for (String tool : agent.tools(kind)) {
            String[] words = tool.split(" ");
            StringBuilder run = new StringBuilder();
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                run.append("{ arg = \"" + words[1] + "\", " + condition(kind) + ", mode = \"" + mode() + "\" }, ");
            }
            run.append("{ mode = \"" + any(List.of("ask", "ask", "allow", "deny")) + "\" }]\n");
            policy.append("[tools." + words[0] + ".policy]\nrun = [" + run);
            for (String other : agent == Agent.CODEX ? List.of("shell", "shell_command") : List.<String>of()) {
                // its rules are about all tools that run commands
                policy.append(
                        "[tools." + other + ".policy]\nrun = [" + run.toString().replace("/cmd", "/command"));
            }
        }
        for (String name : kind == Kind.TOOLS ? SERVERS : List.<String>of()) {
            if (random.nextBoolean()) {
                String written = agent == Agent.GEMINI ? gemini(name) : name;
                policy.append("[tools.\"" + written + "\".policy]\nexternal = true\nrun = \"" + mode() + "\"\n");
            }
        }
        return policy + "[tools.\"*\".policy]\nrun = \"" + any(List.of("ask", "deny")) + "\"\n";
    }

    private static String gemini(String name) {
        return name.replace("__", "_");
    }

    @ParameterizedTest
    @EnumSource
    void theListIsNeverLooser(Agent agent) throws IOException, ListRefusedException {
        Map<Kind, Integer> cleared = new TreeMap<>();
        for (Kind kind : Kind.values()) {
            for (int i = 0; i < POLICIES; i++) {
                try {
                    compare(agent, kind, policy(agent, kind), cleared);
                } catch (InvalidPolicyException e) {
                    assertThat(e).as("seed %d", SEED).hasMessageContaining("unreachable");
                }
            }
        }
        assertThat(cleared).as("kinds of which calls ran").containsKey(Kind.COMMANDS);
    }

    private void compare(Agent agent, Kind kind, String policy, Map<Kind, Integer> cleared)
            throws IOException, ListRefusedException {
        ExportedList exported = ExportedList.of(
                agent.format,
                List.of(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", policy)),
                WORKSPACE,
                HOME);
        List<Rule> rules = rules(agent, exported.list());
        String[] others = TOOLS.stream()
                .map(name -> agent == Agent.GEMINI ? gemini(name) : name)
                .toArray(String[]::new);
        Decider decider = Decider.of(new ImportedPolicy(policy, agent.format, List.of(), List.of()), others);
        for (int i = 0; i < CALLS; i++) {
            String tool;
            String[] call;
            String value;
            if (kind == Kind.TOOLS || agent.tools(kind).isEmpty()) {
                tool = any(List.of(others));
                value = "";
                call = new String[0];
            } else {
                String[] words = any(agent.tools(kind)).split(" ");
                tool = words[0];
                value = value(kind);
                call = arguments(tool, words[1].substring(1), value);
            }
            Mode ours = decider.mode(tool, call);
            Mode theirs = decided(agent, rules, tool, kind, value);
            boolean looser = exported.isLossy() && ours == Mode.DENY
                    ? theirs == Mode.ALLOW
                    : HostOracle.strictness(theirs) < HostOracle.strictness(ours);
            assertThat(looser)
                    .as("seed %d: %s%n%s%n%s %s: %s -> %s", SEED, policy, exported.list(), tool, value, ours, theirs)
                    .isFalse();
            if (theirs == Mode.ALLOW) {
                cleared.merge(kind, 1, Integer::sum);
            }
        }
    }

    private String value(Kind kind) {
        if (kind == Kind.PATHS) {
            return any(PATHS);
        } else if (kind == Kind.HOSTS) {
            return any(URLS);
        }
        StringBuilder line = new StringBuilder(command());
        for (int k = random.nextInt(3); k > 0; k--) {
            line.append(any(List.of(" && ", "; ", " | "))).append(command());
        }
        return line.toString();
    }

    private static String[] arguments(String tool, String name, String value) {
        return switch (tool) {
            case "Write", "write_file" -> new String[] {name, value, "content", ""};
            case "WebFetch" -> new String[] {name, value, "prompt", ""};
            default -> new String[] {name, value};
        };
    }

    /** A rule of an agent: about a tool or a pattern of tools, and a text in the agent's syntax; empty for all calls. */
    private record Rule(Mode mode, String tool, String text, int priority) {
        private boolean isAbout(String name) {
            return HostOracle.glob(tool, false).matcher(name).matches();
        }
    }

    private static List<Rule> rules(Agent agent, String list) throws IOException {
        List<Rule> rules = new ArrayList<>();
        if (agent == Agent.CLAUDE) {
            JsonNode permissions = new ObjectMapper().readTree(list).path("permissions");
            for (Mode mode : List.of(Mode.DENY, Mode.ASK, Mode.ALLOW)) {
                for (JsonNode rule : permissions.path(mode.word())) {
                    Matcher parts = Pattern.compile("([^(]*)(?:\\((.*)\\))?").matcher(rule.asText());
                    assertThat(parts.matches()).isTrue();
                    rules.add(new Rule(mode, parts.group(1), parts.group(2) == null ? "" : parts.group(2), 0));
                }
            }
            return rules;
        }
        Map<String, Mode> modes = Map.of(
                "allow",
                Mode.ALLOW,
                "prompt",
                Mode.ASK,
                "ask_user",
                Mode.ASK,
                "forbidden",
                Mode.DENY,
                "deny",
                Mode.DENY);
        Pattern rule = agent == Agent.CODEX
                ? Pattern.compile(
                        "(?<tool>prefix_rule)\\(pattern = \\[(?<text>.*)], decision = \"(?<mode>\\w+)\"\\)(?<n>)")
                : Pattern.compile("toolName = \"(?<tool>.*)\"\n(?:commandPrefix = \"(?<text>.*)\"\n)?decision ="
                        + " \"(?<mode>\\w+)\"\npriority = (?<n>\\d+)\n");
        Matcher found = rule.matcher(list);
        while (found.find()) {
            String text = found.group("text") == null
                    ? ""
                    : found.group("text").replace("\", \"", " ").replace("\"", "");
            String n = found.group("n");
            rules.add(new Rule(
                    modes.get(found.group("mode")), found.group("tool"), text, n.isEmpty() ? 0 : Integer.parseInt(n)));
        }
        int written = list.split(agent == Agent.CODEX ? "prefix_rule\\(" : "\\[\\[rule]]", -1).length - 1;
        assertThat(rules).hasSize(written);
        return rules;
    }

    private static Mode decided(Agent agent, List<Rule> rules, String tool, Kind kind, String value) {
        if (kind == Kind.COMMANDS) {
            return HostOracle.commands(value).stream()
                    .map(command -> agent == Agent.GEMINI
                            ? first(rules, tool, command)
                            : strictest(
                                    rules,
                                    rule -> (agent == Agent.CODEX || rule.tool.equals(tool))
                                            && isCommand(agent, rule.text, command)))
                    .reduce(Mode.ALLOW, HostOracle::stricter);
        } else if (agent == Agent.GEMINI) {
            boolean outside =
                    !value.isEmpty() && !WORKSPACE.resolve(value).normalize().startsWith(WORKSPACE);
            return outside ? Mode.DENY : first(rules, tool, ""); // its tools for files stay in the workspace
        } else if (agent == Agent.CODEX) {
            return Mode.ASK;
        } else if (kind == Kind.PATHS) {
            Path path = WORKSPACE.resolve(value).normalize();
            Mode rest = tool.equals("Read") && path.startsWith(WORKSPACE) ? Mode.ALLOW : Mode.ASK;
            String files = tool.equals("Read") ? "Read" : "Edit";
            return strictest(
                    rules,
                    rule -> rule.text.isEmpty() && rule.tool.equals(tool)
                            || !rule.text.isEmpty() && rule.tool.equals(files) && isPath(rule, path),
                    rest);
        } else if (kind == Kind.HOSTS) {
            String host = java.net.URI.create(value).getHost();
            return strictest(
                    rules,
                    rule -> rule.tool.equals(tool)
                            && (rule.text.isEmpty()
                                    || HostOracle.glob(rule.text.replaceFirst("^domain:", ""), false)
                                            .matcher(host)
                                            .matches()));
        }
        return strictest(rules, rule -> rule.isAbout(tool));
    }

    private static Mode strictest(List<Rule> rules, java.util.function.Predicate<Rule> holds) {
        return strictest(rules, holds, Mode.ASK);
    }

    private static Mode strictest(List<Rule> rules, java.util.function.Predicate<Rule> holds, Mode rest) {
        return rules.stream()
                .filter(holds)
                .map(Rule::mode)
                .reduce(HostOracle::stricter)
                .orElse(rest);
    }

    /** The rule of the highest priority decides, of several the first; a tool that only reads runs without one. */
    private static Mode first(List<Rule> rules, String tool, String command) {
        Rule found = null;
        for (Rule rule : rules) {
            boolean holds = rule.isAbout(tool) && (rule.text.isEmpty() || (command + " ").startsWith(rule.text + " "));
            found = holds && (found == null || rule.priority > found.priority) ? rule : found;
        }
        return found != null ? found.mode : tool.equals("read_file") ? Mode.ALLOW : Mode.ASK;
    }

    private static boolean isCommand(Agent agent, String text, String command) {
        return agent == Agent.CODEX
                ? (command + " ").startsWith(text + " ")
                : text.isEmpty() || HostOracle.glob(text, true).matcher(command).matches();
    }

    /** Returns whether a path rule holds: one that stops in each reading, one that allows in some. */
    private static boolean isPath(Rule rule, Path path) {
        String text = rule.text;
        Path root = text.startsWith("//") ? Path.of("/") : text.startsWith("~/") ? HOME : WORKSPACE;
        String pattern = text.startsWith("//") ? text.substring(2) : text.startsWith("~/") ? text.substring(2) : text;
        if (!path.startsWith(root)) {
            return false;
        }
        String relative = root.relativize(path).toString();
        String start = pattern.startsWith("./") ? pattern.substring(2) : pattern;
        boolean anchored = HostOracle.isBelow(start, relative);
        return rule.mode == Mode.ALLOW && start.indexOf('/') < 0
                ? anchored || HostOracle.isBelow("**/" + start, relative)
                : anchored;
    }
}
