package dev.toolpolicy.lab.agentdojo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.shared.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The replay of AgentDojo under the policy files of this module, and the page that shows it. */
class PublishedReplayTest {
    private static final Path PAGE = Path.of("../docs/agentdojo.md");
    private static final Path OURS = Path.of("agentdojo");
    private static final Map<Path, List<Replay>> REPLAYS = new HashMap<>();
    private static Path data;

    @BeforeAll
    static void replay() throws DataException {
        data = SharedData.path("agentdojo");
        for (Path policies : List.of(OURS, OURS.resolve("l-drea"))) {
            REPLAYS.put(policies, replay(policies));
        }
    }

    private static List<Replay> replay(Path policies) throws DataException {
        List<Replay> replays = new ArrayList<>();
        for (Suite suite : new SuiteReader(data, Optional.empty()).suites()) {
            Path file = Files.isRegularFile(policies) ? policies : policies.resolve(suite.name() + ".toml");
            replays.add(Replay.of(suite, file));
        }
        return replays;
    }

    @Test
    void thePageShowsWhatTheReplayFinds() throws IOException {
        String page = Files.readString(PAGE);
        for (Path policies : List.of(OURS, OURS.resolve("l-drea"))) {
            String start = "<!-- replay of " + policies.getFileName() + " -->\n";
            String end = "<!-- end -->";
            int from = page.indexOf(start) + start.length();
            int to = page.indexOf(end, from);
            String found = new Report(REPLAYS.get(policies)).text();
            if (Boolean.getBoolean("goldens.update")) {
                page = page.substring(0, from) + found + page.substring(to);
                Files.writeString(PAGE, page);
            } else {
                assertThat(page.substring(from, to)).isEqualTo(found);
            }
        }
    }

    @Test
    void thePageComparesTheFileOnFlows() throws Exception {
        List<Replay> flows = replay(OURS.resolve("flows.toml"));

        assertThat(Files.readString(PAGE)).contains("""
            | pairs in which some harm runs without approval | %s | %s |
            | pairs in which a person is asked | %s | %s |
            | tasks without a question | %s | %s |
            | questions in all tasks | %s | %s |
            """.formatted(Stream.of("unattended", "asked", "free", "questions")
                .flatMap(count -> Stream.of(REPLAYS.get(OURS), flows).map(replays -> figure(replays, count)))
                .toArray()));
    }

    /** Returns a count over all suites, beside what it is a part of. */
    private static String figure(List<Replay> replays, String count) {
        int sum = sum(replays, count);
        return switch (count) {
            case "questions" -> String.valueOf(sum);
            case "free" ->
                sum + "/"
                        + replays.stream()
                                .mapToInt(replay -> replay.tasks().size())
                                .sum();
            default -> sum + "/" + sum(replays, "pairs");
        };
    }

    private static int sum(List<Replay> replays, String count) {
        return replays.stream()
                .mapToInt(replay -> ReplayCounts.of(replay).getOrDefault(count, 0))
                .sum();
    }

    @Test
    void countsAreThoseOfTheData() {
        List<Replay> replays = REPLAYS.get(OURS);

        assertThat(replays.stream().map(each -> each.suite().name())).isEqualTo(Suite.NAMES);
        assertThat(replays.stream().map(each -> each.suite().tools().size())).containsExactly(11, 11, 28, 24);
        assertThat(replays.stream().map(each -> each.tasks().size())).containsExactly(16, 21, 20, 40);
        assertThat(replays.stream()
                        .map(each -> each.tasks().stream()
                                .mapToInt(task -> task.verdicts().size())
                                .sum()))
                .containsExactly(33, 98, 124, 84);
        assertThat(replays.stream()
                        .limit(2)
                        .map(each -> each.suite().attacks().stream()
                                .mapToInt(attack -> attack.calls().size())
                                .sum()))
                .containsExactly(12, 13);
        assertThat(replays.stream().limit(2).map(each -> each.pairs().size())).containsExactly(144, 105);
    }

    @Test
    void anotherScorerCountsTheSame() throws IOException {
        for (List<Replay> replays : REPLAYS.values()) {
            for (Replay replay : replays) {
                Map<String, Integer> counts =
                        SecondScorer.score(data.resolve(replay.suite().name()), RecordLines.of(replay));

                assertThat(ReplayCounts.of(replay)).isEqualTo(counts);
            }
        }
    }

    @Test
    void aSecondReplayRecordsTheSame() {
        Replay first = REPLAYS.get(OURS).get(0);

        Replay second = Replay.of(first.suite(), OURS.resolve(first.suite().name() + ".toml"));

        assertThat(RecordLines.of(second)).isEqualTo(RecordLines.of(first));
    }

    @Test
    void noRuleIsDead() {
        assertThat(REPLAYS.values().stream().flatMap(List::stream).flatMap(replay -> replay.deadRules().stream()))
                .isEmpty();
    }
}
