package dev.toolpolicy.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.shared.SharedData;
import dev.toolpolicy.stream.internal.wire.WirePart;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Playing is deterministic for all sizes of pieces, and accepts all recordings. */
class ResponsePlayerTest {
    private static final PolicyEngine ENGINE =
            PolicyEngine.builder().tools(ToolCatalog.load()).build();

    static Stream<Path> bodies() throws Exception {
        return SharedData.files("streams/sse").stream();
    }

    static Stream<Scenario> scenarios() {
        return Scenarios.all().stream();
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void everyRecordedBodyPlays(Path body) {
        ProgramRun run = ProgramRun.of(body.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.errors()).isEmpty();
        assertThat(run.output()).contains("== Summary");
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void outcomesAreTheSameForEveryCutting(Scenario scenario) {
        List<PlayedCall> recorded = play(scenario, List::of);
        assertThat(recorded)
                .allSatisfy(call -> assertThat(ENGINE.tools().find(call.tool()))
                        .as(call.tool())
                        .isPresent());
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            List<PlayedCall> cut = play(scenario, text -> pieces(text, random));
            assertThat(cut).as("seed %d", seed).hasSameSizeAs(recorded);
            for (int i = 0; i < cut.size(); i++) {
                assertThat(words(cut.get(i))).as("call %d, seed %d", i, seed).isEqualTo(words(recorded.get(i)));
            }
        }
    }

    @Test
    void oneSessionUnlocksNothingInAnother() {
        Recording change = Recording.body("change-file.sse");

        assertThat(play(new Scenario("", "", List.of(change)), List::of))
                .singleElement()
                .satisfies(call -> assertThat(OutcomeText.of(call).word()).isEqualTo("denied"));
    }

    private static String words(PlayedCall call) {
        return call.tool()
                + call.id()
                + call.text()
                + OutcomeText.of(call).word()
                + call.decision().map(RuleDecision::mode)
                + call.decision().map(RuleDecision::rule)
                + call.denial().map(denial -> denial.reason())
                + call.error();
    }

    private interface Cutting {
        List<String> cut(String text);
    }

    private static List<PlayedCall> play(Scenario scenario, Cutting cutting) {
        List<PlayedCall> calls = new ArrayList<>();
        try (PolicySession session = ENGINE.newSession()) {
            for (Recording recording : scenario.recordings()) {
                calls.addAll(ResponsePlayer.play(session, recut(recording.parts(), cutting)));
            }
        }
        return calls;
    }

    private static List<WirePart> recut(List<WirePart> response, Cutting cutting) {
        List<WirePart> parts = new ArrayList<>();
        for (WirePart part : response) {
            if (part.kind() == WirePart.Kind.ARGUMENTS) {
                cutting.cut(part.text()).forEach(piece -> parts.add(WirePart.arguments(part.position(), piece)));
            } else {
                parts.add(part);
            }
        }
        return parts;
    }

    private static List<String> pieces(String text, Random random) {
        List<String> pieces = new ArrayList<>();
        for (int from = 0; from < text.length(); ) {
            int end = Math.min(text.length(), from + 1 + random.nextInt(7));
            pieces.add(text.substring(from, end));
            from = end;
        }
        return pieces;
    }
}
