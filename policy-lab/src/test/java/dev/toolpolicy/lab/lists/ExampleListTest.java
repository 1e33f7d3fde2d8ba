package dev.toolpolicy.lab.lists;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.agents.importing.ImportedPolicy;
import dev.toolpolicy.agents.importing.ListFormat;
import dev.toolpolicy.agents.importing.ListRefusedException;
import dev.toolpolicy.agents.importing.PermissionList;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.call.PathSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A list with the mistakes that real ones have: its policy, its report and its dead rules. */
class ExampleListTest {
    private static final Path GOLDENS = Path.of("src/test/resources/golden/lists");

    private static ImportedPolicy imported() throws IOException, ListRefusedException {
        try (var in = ExampleListTest.class.getResourceAsStream("settings.json")) {
            String list = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return PermissionList.of(ListFormat.CLAUDE, Map.of(".claude/settings.json", list))
                    .withHome(Path.of("/home/dev"))
                    .toPolicy();
        }
    }

    @Test
    void thePolicyAndTheReportAreThoseOfTheGoldenFiles() throws IOException, ListRefusedException {
        ImportedPolicy imported = imported();

        compare("policy.toml", imported.policy());
        compare("report.txt", imported.report());
    }

    @Test
    void importingTwiceGivesTheSame() throws IOException, ListRefusedException {
        assertThat(imported().policy()).isEqualTo(imported().policy());
    }

    @Test
    void thePolicyPassesTheCheck() throws IOException, ListRefusedException {
        PolicyEngine engine = PolicyEngine.builder()
                .configuration(imported().configuration())
                .paths(PathSettings.plain().withHome("/home/dev", false))
                .build();

        assertThat(engine.origin("Bash", ListKind.RUN)).contains("imported.toml");
    }

    @Test
    void theReportNamesTheDeadRules() throws IOException, ListRefusedException {
        assertThat(imported().rules().stream()
                        .filter(line -> line.carriers().isEmpty())
                        .map(line -> line.rule() + ": " + line.reason()))
                .containsExactly(
                        "Bash(echo \"build: $?\"): it has an expansion or escape in quotes, so it matches no command"
                                + " word by word",
                        "Bash(CI=1 npm test): a command behind an assignment is never cleared",
                        "Write(docs/**): path rules of Write are never consulted: write Edit(docs/**)",
                        "Read(**/.env): other rules decide all of its calls alike",
                        "src/generated/**: a path needs a tool: write Read(src/generated/**)");
    }

    private static void compare(String name, String text) throws IOException {
        Path golden = GOLDENS.resolve(name);
        if (Boolean.getBoolean("goldens.update")) {
            Files.createDirectories(GOLDENS);
            Files.writeString(golden, text);
        }
        assertThat(text).isEqualTo(Files.readString(golden));
    }
}
