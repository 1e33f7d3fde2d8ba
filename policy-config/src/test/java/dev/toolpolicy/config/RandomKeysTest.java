package dev.toolpolicy.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Requirements by a key in many spellings, whose prerequisites succeed, fail, are declined, invalid or of unknown
 * outcome: each decision is that of a model, a set of the keys that succeeded.
 */
class RandomKeysTest {
    private static final int ROUNDS = Integer.getInteger("toolpolicy.rounds", 80);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> NUMBERS =
            List.of("1", "1.0", "1e0", "10E-1", "2", "2.00", "null", "9007199254740993", "9007199254740992.0");
    private static final List<String> TEXTS =
            List.of("\"a\"", "\"A\"", "\"1\"", "\"1.0\"", "\"\"", "\" \"", "null", "\"\\u00e9\"", "\"e\\u0301\"");
    private static final List<String> PATHS = List.of(
            "\"a/b\"",
            "\"./a//b\"",
            "\"A/B\"",
            "\"a/x/../b\"",
            "\"/w/a/b\"",
            "\"/w/../w/A/b/\"",
            "\"../w/a/b\"",
            "\"b\"",
            "\"\"",
            "null",
            "\"/a/b\"");
    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.optional("n", ParameterType.number()),
            Parameter.optional("s", ParameterType.string()),
            Parameter.optional("p", ParameterType.path()),
            Parameter.optional("ns", ParameterType.arrayOf(ParameterType.number())),
            Parameter.optional("ps", ParameterType.arrayOf(ParameterType.path())),
            Parameter.optional("how", ParameterType.string()));

    private static PolicySession session(String key) {
        String policy = """
            [tools.read.policy]
            run = [{ arg = "/how", const = "declined", mode = "ask" }, { mode = "allow" }]
            [tools.write.policy]
            run = "allow"
            requires = [{ tools = ["read"], key = "/%s" }]
            """.formatted(key);
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("read", SCHEMA), DeclaredTool.of("write", SCHEMA))))
                .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", policy))
                .paths(PathSettings.plain()
                        .withForm(NormalPath.Form.PLAIN.ignoringCase().inWorkspace("/w")))
                .permission(request -> CompletableFuture.completedFuture(request.decline("no")))
                .build()
                .session("s");
    }

    private static String value(Random random, String key) {
        List<String> some = key.startsWith("n") ? NUMBERS : key.startsWith("p") ? PATHS : TEXTS;
        String one = some.get(random.nextInt(some.size()));
        if (key.length() == 1) {
            return one;
        }
        StringBuilder all = new StringBuilder("[");
        int length = random.nextInt(3);
        for (int i = 0; i < length; i++) {
            all.append(i == 0 ? "" : ",").append(some.get(random.nextInt(some.size())));
        }
        return all.append("]").toString();
    }

    private static void collect(JsonNode value, Set<String> keys) {
        if (value.isArray()) {
            value.forEach(each -> collect(each, keys));
        } else if (value.isNumber()) {
            keys.add(new BigDecimal(value.asText()).stripTrailingZeros().toPlainString());
        } else if (value.isTextual()) {
            keys.add(value.textValue());
        }
    }

    private static Set<String> keys(String key, String value) throws Exception {
        Set<String> keys = new TreeSet<>();
        if (key.startsWith("n")) {
            for (String each : value.replaceAll("[\\[\\]]", "").split(",")) {
                if (!each.isEmpty() && !each.equals("null")) {
                    keys.add(new BigDecimal(each).stripTrailingZeros().toPlainString());
                }
            }
            return keys;
        }
        collect(JSON.readTree(value), keys);
        if (!key.startsWith("p")) {
            return keys;
        }
        Set<String> paths = new TreeSet<>();
        for (String each : keys) {
            String lower = each.toLowerCase(Locale.ROOT);
            boolean climbs =
                    Path.of(lower).normalize().startsWith(".."); // stays as it is: it is outside of the workspace
            paths.add((climbs ? Path.of(lower) : Path.of("/w").resolve(lower))
                    .normalize()
                    .toString());
        }
        return paths;
    }

    @Test
    void keysInOtherSpellings() throws Exception {
        Random random = new Random(Long.getLong("toolpolicy.seed", 5));
        int ran = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String key = List.of("n", "s", "p", "ns", "ps").get(random.nextInt(5));
            PolicySession session = session(key);
            Set<String> done = new HashSet<>();
            StringBuilder story = new StringBuilder(key);
            for (int step = 0; step < 25; step++) {
                String value = value(random, key);
                boolean absent = random.nextInt(8) == 0;
                Set<String> keys = absent ? Set.of() : keys(key, value);
                String member = absent ? "\"how\":\"\"" : "\"" + key + "\":" + value;
                if (random.nextBoolean()) {
                    String how = List.of("success", "failure", "throws", "unknown", "declined")
                            .get(random.nextInt(5));
                    CallResult result = read(
                            session,
                            "{" + member + (absent ? "" : ",\"how\":\"" + how + "\"") + "}",
                            absent ? "success" : how);
                    story.append("\nread ")
                            .append(member)
                            .append(how)
                            .append(" ")
                            .append(result.kind());
                    if (result.success()) {
                        done.addAll(keys);
                    }
                } else {
                    CallResult result = session.guard("c", "write", "{" + member + "}")
                            .run(arguments -> "x")
                            .call();
                    story.append("\nwrite ")
                            .append(member)
                            .append(" ")
                            .append(result.kind())
                            .append(result.forModel());
                    boolean met = !keys.isEmpty() && done.containsAll(keys);
                    boolean may = result.kind() == CallResult.Kind.RAN;
                    if (result.kind() != CallResult.Kind.INVALID && result.kind() != CallResult.Kind.DECLINED) {
                        assertThat(may).as(story.toString()).isEqualTo(met);
                    }
                    ran += may ? 1 : 0;
                }
            }
        }
        assertThat(ran).isGreaterThan(ROUNDS / 6);
    }

    private static CallResult read(PolicySession session, String arguments, String how) {
        GuardedCall call = session.guard("c", "read", arguments);
        return call.<String>run(
                        given -> {
                            if (how.equals("throws")) {
                                throw new IllegalStateException("no");
                            }
                            return "x";
                        },
                        own -> switch (how) {
                            case "failure" -> ToolResult.failure("no");
                            case "unknown" -> ToolResult.unknown("?");
                            default -> ToolResult.success(TextNode.valueOf("x"));
                        })
                .call();
    }
}
