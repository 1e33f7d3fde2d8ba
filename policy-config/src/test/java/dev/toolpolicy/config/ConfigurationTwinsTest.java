package dev.toolpolicy.config;

import static dev.toolpolicy.config.ConfigurationTools.TOOLS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.internal.load.ConfiguredCatalog;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * One policy, written as TOML, as JSON and in code, is one policy; and damage to a good file never loosens it silently.
 */
class ConfigurationTwinsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String[] MODES = {"ask", "allow", "edit", "deny"};
    private static final String[] TEXTS = {"src/", ".env", "a\"b\\c", "\u00e9\n", "git ", "[x](y)"};

    private final long seed = Long.getLong("toolpolicy.seed", 20262);
    private final Random random = new Random(seed);

    private ArrayNode rules() {
        ArrayNode rules = JSON.createArrayNode();
        for (int i = random.nextInt(5); i > 0; i--) {
            ObjectNode rule = rules.addObject();
            switch (random.nextInt(4)) {
                case 0 -> rule.put("arg", "/path").put("prefix", "p" + i + "/" + random.nextInt(9));
                case 1 -> rule.put("arg", "/lines").put("minimum", random.nextInt(100) / 4.0);
                case 2 ->
                    rule.put("arg", "/paths").put("const", text()).put("match", random.nextBoolean() ? "any" : "all");
                default -> rule.put("arg", "/path").putArray("enum").add(text()).add(text());
            }
            rule.put("mode", mode());
        }
        rules.addObject().put("mode", mode());
        return rules;
    }

    private String text() {
        return TEXTS[random.nextInt(TEXTS.length)];
    }

    private String mode() {
        return MODES[random.nextInt(MODES.length)];
    }

    private static String toml(ArrayNode rules) {
        StringBuilder text = new StringBuilder("[tools.fs_modify_file.policy]\nrun = [\n");
        rules.forEach(rule -> {
            text.append("  {");
            String comma = " ";
            for (var member : rule.properties()) {
                text.append(comma).append(member.getKey()).append(" = ").append(member.getValue());
                comma = ", ";
            }
            text.append(" },\n");
        });
        return text.append("]\n").toString();
    }

    private static ConfiguredCatalog configured(ConfigurationFormat format, String text) {
        return ConfiguredCatalog.of(TOOLS, List.of(PolicyConfiguration.of(format, "policy", text)), PathReading.PLAIN);
    }

    private static Optional<RuleList> run(ConfiguredCatalog configured) {
        return configured.tools().find("fs_modify_file").orElseThrow().run();
    }

    @Test
    void tomlJsonAndCodeAgree() {
        int usable = 0;
        for (int round = 0; round < 1200; round++) {
            ArrayNode rules = rules();
            String json = "{\"tools\": {\"fs_modify_file\": {\"policy\": {\"run\": " + rules + "}}}}";
            ConfiguredCatalog first = configured(ConfigurationFormat.TOML, toml(rules));
            ConfiguredCatalog second = configured(ConfigurationFormat.JSON, json);
            assertThat(run(first))
                    .as("seed %d: %s", seed, rules)
                    .isEqualTo(run(second))
                    .isPresent();
            assertThat(first.problems().stream().map(each -> each.subject() + each.diagnostic()))
                    .as("seed %d: %s", seed, rules)
                    .containsExactlyElementsOf(second.problems().stream()
                            .map(each -> each.subject() + each.diagnostic())
                            .toList());
            var checked = RuleListCheck.check(
                    RuleScope.of(ConfigurationTools.MODIFY.schema(), PathReading.PLAIN),
                    run(first).orElseThrow());
            assertThat(checked.rules()).isEqualTo(run(first));
            assertThat(checked.diagnostics()).hasSameSizeAs(first.problems());
            usable += first.problems().isEmpty() ? 1 : 0;
        }
        assertThat(usable).as("files without a problem").isGreaterThan(200);
    }

    private static final String GOOD = """
        [tools.fs_modify_file.policy]
        run = [
          { arg = "/path", prefix = ".git", mode = "deny" },
          { arg = "/paths", prefix = ".git", mode = "deny", match = "any" },
          { arg = "/path", prefix = "docs", mode = "ask" },
          { mode = "ask" },
        ]
        result = "ask"

        [tools."*".policy]
        run = "ask"
        """;

    /** One damage: a piece is lost, doubled, replaced or put somewhere else. */
    private String damaged(String text) {
        int start = random.nextInt(text.length());
        int end = Math.min(text.length(), start + 1 + random.nextInt(12));
        String piece = text.substring(start, end);
        String without = text.substring(0, start) + text.substring(end);
        return switch (random.nextInt(4)) {
            case 0 -> without;
            case 1 -> text.substring(0, end) + piece + text.substring(end);
            case 2 ->
                text.substring(0, start)
                        + (char) random.nextInt(random.nextBoolean() ? 128 : 65536)
                        + text.substring(start + 1);
            default -> {
                int to = random.nextInt(without.length());
                yield without.substring(0, to) + piece + without.substring(to);
            }
        };
    }

    /**
     * Nothing in the file says unattended, so nothing that is left of it may; and all else is a problem with a place.
     */
    @Test
    void damageNeverThrowsAndNeverMakesAnythingUnattended() {
        int refused = 0;
        for (int round = 0; round < 8_000; round++) {
            String text = damaged(random.nextBoolean() ? GOOD : damaged(GOOD));
            ConfiguredCatalog left = configured(ConfigurationFormat.TOML, text);
            left.tools()
                    .tools()
                    .forEach(tool -> tool.run()
                            .ifPresent(list -> assertThat(list.rules())
                                    .as("seed %d:\n%s", seed, text)
                                    .extracting(RuleSpec::mode)
                                    .doesNotContain(Mode.ALLOW)));
            if (left.problems().stream()
                    .anyMatch(problem -> problem.diagnostic().isError())) {
                assertThat(left.problems()).allMatch(problem -> problem.place().isPresent());
                refused++;
            }
        }
        assertThat(refused).as("damaged files that are refused").isGreaterThan(4_000);
    }

    /** A strict rule that silently disappears would be an unnoticed loosening. */
    @Test
    void aDamagedKeyInsideAPolicyIsNeverPassedOver() {
        for (String key : List.of("run", "arg", "prefix", "mode", "match", "policy", "tools", "result")) {
            for (int at = GOOD.indexOf(key); at >= 0; at = GOOD.indexOf(key, at + 1)) {
                for (int i = 0; i < key.length(); i++) {
                    String text = GOOD.substring(0, at + i) + GOOD.substring(at + i + 1);
                    ConfiguredCatalog left = configured(ConfigurationFormat.TOML, text);
                    assertThat(left.problems())
                            .as(text)
                            .anyMatch(problem -> problem.diagnostic().isError());
                }
            }
        }
    }
}
