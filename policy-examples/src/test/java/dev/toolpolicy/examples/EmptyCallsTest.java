package dev.toolpolicy.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.stream.internal.wire.WireException;
import dev.toolpolicy.stream.internal.wire.WireResponse;
import dev.toolpolicy.test.EmptyCalls;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls without arguments as {@code ./gradlew run} reads and plays them, which is as the coding agent reads them. */
class EmptyCallsTest {
    private static final PolicyEngine ENGINE = PolicyEngine.builder()
            .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "tools", """
                [tools.list_files]
                parameters.folder = { type = "string" }

                [tools.list_files.policy]
                run = "allow"
                """))
            .build();

    private static ToolCallOutcome played(String body) throws WireException {
        try (PolicySession session = ENGINE.session("s")) {
            return ResponsePlayer.play(session, WireResponse.read(body).parts())
                    .get(0)
                    .outcome()
                    .orElseThrow();
        }
    }

    @TestFactory
    Stream<DynamicTest> aCallThatIsCutBehindItsNameIsTruncated() {
        return Stream.of(EmptyCalls.Format.values())
                .flatMap(format -> format.cut().entrySet().stream()
                        .filter(body -> !body.getKey()
                                .contains("{}")) // the reader gives out what a body says, also at an item's end
                        .map(body -> DynamicTest.dynamicTest(
                                format + ": " + body.getKey(),
                                () -> assertThat(played(body.getValue()))
                                        .satisfies(invalid -> assertThat(invalid.error()
                                                        .orElseThrow()
                                                        .code())
                                                .isEqualTo(DiagnosticCode.TRUNCATED)))));
    }

    @ParameterizedTest
    @EnumSource(EmptyCalls.Format.class)
    void aCallWithoutArgumentsMayRunIfTheResponseEndsWell(EmptyCalls.Format format) throws WireException {
        for (String body : format.whole().values()) {
            assertThat(played(body))
                    .as(body)
                    .satisfies(approved -> assertThat(
                                    approved.approved().orElseThrow().arguments())
                            .isEmpty());
        }
    }
}
