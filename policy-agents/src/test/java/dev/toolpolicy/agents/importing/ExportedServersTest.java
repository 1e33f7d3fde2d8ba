package dev.toolpolicy.agents.importing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.agents.internal.export.ExportedList;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Random policies for tools of MCP servers, by name and pattern, with floors, limits and requirements. What Claude Code
 * and Gemini CLI decide by the exported list, read here apart from the import, is never looser than the engine.
 */
class ExportedServersTest {
    private static final long SEED = Long.getLong("toolpolicy.seed", 59);
    private static final int POLICIES = 8 * Integer.getInteger("toolpolicy.rounds", 3);
    private static final List<String> NAMES = List.of(
            "mcp__docs__*",
            "mcp__*",
            "mcp__a*",
            "mcp__any__*",
            "mcp__*__read",
            "*__send",
            "*_tool",
            "mcp__*s__*",
            "mcp__docs__read",
            "m*__*_read",
            "*");
    private static final List<String> TOOLS = List.of(
            "mcp__docs__read",
            "mcp__docs__send",
            "mcp__docs__all_read",
            "mcp__any__tool",
            "mcp__any_tool",
            "mcp__any__send",
            "mcp__a",
            "mcp__mail__read",
            "mcp__other__x");

    private final Random random = new Random(SEED);

    private record Rule(Mode mode, String tool, int priority) {}

    private String layer(boolean isFloor, String known, List<String> limited) {
        StringBuilder layer = new StringBuilder(isFloor ? "floor = true\n" : "");
        for (String name : NAMES) {
            if (random.nextInt(isFloor ? 6 : 2) == 0) {
                layer.append("[tools.\"" + name + "\".policy]\nexternal = true\n");
                String mode = List.of("ask", "deny", "allow", "allow").get(random.nextInt(isFloor ? 2 : 4));
                layer.append(random.nextInt(8) == 0 ? "" : "run = \"" + mode + "\"\n");
                if (random.nextInt(8) == 0) {
                    limited.add(name);
                    layer.append("limits = [{ calls = 3 }]\n");
                }
                boolean requires = random.nextInt(8) == 0 && !name.equals("*");
                layer.append(requires ? "requires = [{ tools = [\"" + known + "\"] }]\n" : "");
            }
        }
        return layer.toString();
    }

    /** Returns what the engine answers to a call without arguments at the start of a session; a question for what it counts. */
    private static Mode decided(List<PolicyConfiguration> layers, List<String> limited, String tool) {
        PolicyEngine engine;
        try {
            engine = HostPolicies.of(layers.stream()
                            .map(each -> each.unknownTools(Severity.WARNING))
                            .toArray(PolicyConfiguration[]::new))
                    .start(List.of(new HostTool(
                            tool, "", JsonNodeFactory.instance.objectNode().put("type", "object"))))
                    .engine();
        } catch (InvalidPolicyException e) { // a tool that comes later is denied
            assertThat(e).as("seed %d", SEED).hasMessageContaining("ambiguous-tools");
            return Mode.DENY;
        }
        ToolSpec<?> spec = engine.tools().find(tool).orElseThrow();
        boolean isCounted = !spec.requirements().isEmpty()
                || limited.stream()
                        .anyMatch(name ->
                                HostOracle.glob(name, false).matcher(tool).matches());
        return switch (engine.newSession().calls().preview(tool, "{}").status()) {
            case WILL_RUN -> isCounted ? Mode.ASK : Mode.ALLOW;
            case WILL_ASK, OPEN -> Mode.ASK;
            case DENIED -> spec.requirements().isEmpty() ? Mode.DENY : Mode.ASK;
            case INVALID -> throw new AssertionError(tool);
        };
    }

    private static List<Rule> rules(ListFormat format, String list) throws IOException {
        List<Rule> rules = new ArrayList<>();
        if (format == ListFormat.CLAUDE) {
            JsonNode permissions = new ObjectMapper().readTree(list).path("permissions");
            for (Mode mode : List.of(Mode.DENY, Mode.ASK, Mode.ALLOW)) {
                permissions.path(mode.word()).forEach(rule -> rules.add(new Rule(mode, rule.asText(), 0)));
            }
            return rules;
        }
        Matcher found = Pattern.compile("toolName = \"(.*)\"\ndecision = \"(\\w+)\"\npriority = (\\d+)\n")
                .matcher(list);
        while (found.find()) {
            Mode mode = found.group(2).equals("ask_user")
                    ? Mode.ASK
                    : Mode.valueOf(found.group(2).toUpperCase());
            rules.add(new Rule(mode, found.group(1), Integer.parseInt(found.group(3))));
        }
        return rules;
    }

    private static Mode said(ListFormat format, List<Rule> rules, String tool) {
        Rule found = new Rule(Mode.ASK, "", -1);
        boolean isFirst = true;
        for (Rule rule : rules) {
            boolean counts = format == ListFormat.CLAUDE ? isFirst : rule.priority() > found.priority();
            if (counts && HostOracle.glob(rule.tool(), false).matcher(tool).matches()) {
                found = rule;
                isFirst = false;
            }
        }
        return found.mode();
    }

    @Test
    void theListIsNeverLooser() throws IOException, ListRefusedException {
        int allowed = 0;
        int stricter = 0;
        for (int i = 0; i < POLICIES; i++) {
            for (ListFormat format : List.of(ListFormat.CLAUDE, ListFormat.GEMINI)) {
                boolean isClaude = format == ListFormat.CLAUDE;
                String catalog = isClaude ? "claude-code" : "gemini-cli";
                String known = isClaude ? "Read" : "read_file";
                List<String> limited = new ArrayList<>();
                String policy = "catalog = \"" + catalog + "\"\n" + layer(false, known, limited);
                String floor = layer(true, known, limited);
                List<PolicyConfiguration> layers = List.of(layer("a.toml", policy), layer("floor.toml", floor));
                ExportedList exported;
                try {
                    exported = ExportedList.of(format, layers, Path.of("/home/dev/project"), Path.of("/home/dev"));
                } catch (
                        InvalidPolicyException e) { // a section for one tool, without a list, beside two equal patterns
                    assertThat(e).as("seed %d", SEED).hasMessageContaining("ambiguous-tools");
                    continue;
                }
                List<Rule> rules = rules(format, exported.list());
                for (String tool : TOOLS) {
                    Mode ours = decided(layers, limited, tool);
                    Mode theirs = said(format, rules, tool);
                    boolean isLost = exported.isLossy() && ours == Mode.DENY && theirs == Mode.ASK;
                    assertThat(isLost || !ours.isStricterThan(theirs))
                            .as(
                                    "seed %d: %s: %s -> %s%n%s%n%s%s",
                                    SEED, tool, ours, theirs, policy, floor, exported.list())
                            .isTrue();
                    allowed += theirs == Mode.ALLOW ? 1 : 0;
                    boolean isReported = !exported.report().contains(" 0 stricter, 0 lost");
                    boolean isStricter = ours == Mode.ALLOW && theirs != ours;
                    stricter += isStricter ? 1 : 0;
                    assertThat(isReported || !isStricter)
                            .as("seed %d: %s%n%s%n%s%s", SEED, tool, policy, floor, exported.report())
                            .isTrue();
                }
            }
        }
        assertThat(allowed).isPositive();
        assertThat(stricter).isPositive();
    }

    private static PolicyConfiguration layer(String file, String text) {
        return PolicyConfiguration.of(ConfigurationFormat.TOML, file, text);
    }
}
