package dev.toolpolicy.analysis.internal.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.graph.RequirementGraph.Need;
import dev.toolpolicy.annotation.Match;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RequirementGraphTest {

    private static List<String> cycles(Map<String, List<String>> requirements) {
        return RequirementGraph.of(requirements).cycles().stream()
                .map(Object::toString)
                .toList();
    }

    @Test
    void aCycleIsPrintedFromItsFirstToolByName() {
        assertThat(cycles(Map.of("test", List.of("deploy"), "deploy", List.of("build"), "build", List.of("test"))))
                .containsExactly("build -> test -> deploy -> build");
        assertThat(cycles(Map.of("a", List.of("a")))).containsExactly("a -> a");
    }

    @Test
    void aChainAndAToolWithoutRequirementsAreNoCycles() {
        assertThat(cycles(Map.of("deploy", List.of("build", "test"), "test", List.of("build"))))
                .isEmpty();
        assertThat(cycles(Map.of())).isEmpty();
    }

    @Test
    void ofSeveralWaysTheShortestIsTold() {
        assertThat(cycles(Map.of("a", List.of("b", "c"), "b", List.of("c"), "c", List.of("a"))))
                .containsExactly("a -> c -> a");
    }

    @Test
    void separateCyclesAreToldByName() {
        assertThat(cycles(Map.of("d", List.of("c"), "c", List.of("d", "a"), "b", List.of("a"), "a", List.of("b"))))
                .containsExactly("a -> b -> a", "c -> d -> c");
    }

    @Test
    void aToolOfWhichOneOfSeveralIsEnoughIsNotBlockedByItself() {
        Need itself = new Need(List.of("write", "read"), Match.ANY);
        assertThat(blocked(Map.of("write", List.of(itself)))).isEmpty();
        assertThat(blocked(Map.of("write", List.of(new Need(List.of("write", "read"), Match.ALL)))))
                .containsExactly("write -> write");
        assertThat(blocked(Map.of("write", List.of(itself), "read", List.of(new Need(List.of("write"), Match.ANY)))))
                .containsExactly("read -> write -> read");
        assertThat(blocked(Map.of("publish", List.of(new Need(List.of("a"), Match.ALL)), "a", List.of())))
                .isEmpty();
    }

    private static List<String> blocked(Map<String, List<Need>> needs) {
        return RequirementGraph.ofBlocked(needs).cycles().stream()
                .map(Object::toString)
                .toList();
    }

    @Test
    @Timeout(60) // a walk for each tool would take far longer
    void aChainOfAnyLengthFitsTheStack() {
        Map<String, List<String>> requirements = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            requirements.put("tool" + i, List.of("tool" + (i + 1)));
        }
        assertThat(cycles(requirements)).isEmpty();
        requirements.put("tool50000", List.of("tool50001", "tool49999"));
        assertThat(cycles(requirements)).containsExactly("tool49999 -> tool50000 -> tool49999");
    }

    /** A tool is in some cycle's group if and only if it reaches itself; the order of the edges changes nothing. */
    @Test
    void randomGraphsAgreeWithReachability() {
        for (int seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            Map<String, List<String>> requirements = new LinkedHashMap<>();
            for (int i = 0; i < 7; i++) {
                List<String> required = new ArrayList<>();
                for (int j = 0; j < 7; j++) {
                    if (random.nextInt(6) == 0) {
                        required.add("t" + j);
                    }
                }
                requirements.put("t" + i, required);
            }
            List<RequirementGraph.Cycle> cycles =
                    RequirementGraph.of(requirements).cycles();
            Set<String> firsts = new TreeSet<>();
            for (String tool : requirements.keySet()) {
                reached(requirements, tool).stream()
                        .filter(other -> reached(requirements, other).contains(tool))
                        .min(String::compareTo)
                        .ifPresent(firsts::add);
            }
            assertThat(cycles.stream().map(cycle -> cycle.tools().get(0)).toList())
                    .as("seed %d: %s", seed, requirements)
                    .containsExactlyElementsOf(firsts);
            cycles.forEach(cycle -> assertIsWay(requirements, cycle.tools()));
            List<String> names = new ArrayList<>(requirements.keySet());
            Collections.shuffle(names, random);
            Map<String, List<String>> shuffled = new LinkedHashMap<>();
            names.forEach(name -> shuffled.put(name, requirements.get(name)));
            assertThat(RequirementGraph.of(shuffled).cycles()).isEqualTo(cycles);
        }
    }

    private static Set<String> reached(Map<String, List<String>> requirements, String from) {
        Set<String> reached = new TreeSet<>(requirements.get(from));
        for (int i = 0; i < requirements.size(); i++) {
            for (String tool : List.copyOf(reached)) {
                reached.addAll(requirements.get(tool));
            }
        }
        return reached;
    }

    private static void assertIsWay(Map<String, List<String>> requirements, List<String> tools) {
        for (int i = 0; i < tools.size(); i++) {
            assertThat(requirements.get(tools.get(i))).contains(tools.get((i + 1) % tools.size()));
        }
    }
}
