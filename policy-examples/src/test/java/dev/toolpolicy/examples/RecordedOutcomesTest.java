package dev.toolpolicy.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.shared.SharedData;
import dev.toolpolicy.stream.internal.wire.WirePart;
import dev.toolpolicy.stream.internal.wire.WireResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The outcome of each call of each recorded body if all tools may run with any arguments: a list that was read by
 * people. {@code -Dgoldens.update=true} rewrites it.
 */
class RecordedOutcomesTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/recorded-outcomes.txt");

    @Test
    void everyCallOfEveryBodyHasItsOutcome() throws Exception {
        StringBuilder list = new StringBuilder();
        for (Path body : SharedData.files("streams/sse")) {
            list.append(body.getFileName()).append('\n');
            outcomes(WireResponse.read(Files.readString(body)).parts())
                    .forEach(line -> list.append("    ").append(line).append('\n'));
        }
        if (Boolean.getBoolean("goldens.update")) {
            Files.writeString(GOLDEN, list);
        }
        assertThat(list.toString()).isEqualTo(Files.readString(GOLDEN));
    }

    private static List<String> outcomes(List<WirePart> parts) {
        Set<String> names = new TreeSet<>();
        for (WirePart part : parts) {
            if (part.kind() == WirePart.Kind.CALL) {
                names.add(part.text());
            }
        }
        names.remove("");
        List<ToolSpec<?>> tools =
                names.stream().<ToolSpec<?>>map(RecordedOutcomesTest::open).toList();
        PolicyEngine engine =
                PolicyEngine.builder().tools(ToolCatalog.of(tools)).build();
        try (PolicySession session = engine.session("recorded")) {
            return ResponsePlayer.play(session, parts).stream()
                    .map(call -> OutcomeText.of(call).word() + " " + call.tool() + " of "
                            + call.text().length() + " characters")
                    .toList();
        }
    }

    /** A tool that takes any arguments. */
    private static DeclaredTool open(String name) {
        return DeclaredTool.of(name, new ToolSchema(ParameterType.mapOf(ParameterType.any())))
                .withRun(RuleList.always(Mode.ALLOW));
    }
}
