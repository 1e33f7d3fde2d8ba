package dev.toolpolicy.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.call.CallPreview;
import dev.toolpolicy.shared.CodeBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first policy that a reader sees answers as the table below it says. */
class FirstPolicyTest {
    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/start/try-it.md"})
    void theTableIsRight(String name) throws IOException {
        Path page = Path.of("..", name);
        String file = CodeBlock.texts(page, "toml").get(0);
        PolicyEngine engine = PolicyEngine.builder()
                .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "tool-policy.toml", file))
                .build();
        assertThat(engine.warnings()).isEmpty();
        List<String> rows = Files.readAllLines(page).stream()
                .filter(line -> line.startsWith("| `{"))
                .toList();
        assertThat(rows).hasSizeGreaterThan(4);
        for (String row : rows) {
            String[] cells = row.replace("\\|", "\u0000").split("\\|");
            String call = cells[1].strip().replace("`", "").replace('\u0000', '|');
            String answer = cells[2].strip();
            CallPreview preview = engine.session(call).calls().preview("bash", call);
            String expected = switch (preview.status()) {
                case WILL_RUN -> "allow";
                case WILL_ASK -> "ask";
                case DENIED -> "deny";
                case INVALID -> "invalid";
                case OPEN -> "open";
            };
            assertThat(answer).as(row).startsWith(expected);
            String why = answer.contains(": ") ? answer.substring(answer.indexOf(": ") + 2) : "";
            assertThat(engine.session(call)
                            .guard("c", "bash", call)
                            .run(arguments -> "done")
                            .call()
                            .forModel())
                    .as(row)
                    .contains(why);
        }
    }
}
