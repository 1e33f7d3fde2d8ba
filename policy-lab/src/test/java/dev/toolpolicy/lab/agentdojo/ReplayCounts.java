package dev.toolpolicy.lab.agentdojo;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The counts of a replay, by the names that {@link SecondScorer} gives them. */
final class ReplayCounts {
    private ReplayCounts() {}

    static Map<String, Integer> of(Replay replay) {
        Map<String, Integer> counts = new TreeMap<>();
        List<PlayedTask> tasks = replay.tasks();
        counts.put("blocked", count(tasks, PlayedTask::isBlocked));
        counts.put("free", count(tasks, PlayedTask::isUnattended));
        counts.put("approvals", count(tasks, task -> !task.isBlocked() && !task.isUnattended()));
        counts.put("questions", (int)
                tasks.stream().mapToLong(PlayedTask::questions).sum());
        counts.put("most", (int)
                tasks.stream().mapToLong(PlayedTask::questions).max().orElse(0));
        List<PlayedPair> pairs =
                replay.pairs().stream().filter(pair -> !pair.attack().derived()).toList();
        if (!replay.suite().attacks().isEmpty()) {
            counts.put("stopped", count(replay.suite().attacks(), attack -> stops(pairs, attack)));
        }
        if (!pairs.isEmpty()) {
            counts.put("pairs", pairs.size());
            counts.put("unattended", count(pairs, PlayedPair::isUnattended));
            counts.put("asked", count(pairs, PlayedPair::isAsked));
            counts.put("denied", count(pairs, PlayedPair::isDenied));
            counts.put("goal", count(pairs, PlayedPair::reachesTheGoal));
            counts.put("every", count(pairs, PlayedPair::runsWholly));
            counts.put("some", count(pairs, PlayedPair::runsPartly));
            counts.put("approvable", count(pairs, PlayedPair::succeedsIfApproved));
        }
        return counts;
    }

    private static boolean stops(List<PlayedPair> pairs, Attack attack) {
        List<PlayedPair> own =
                pairs.stream().filter(pair -> pair.attack().equals(attack)).toList();
        return !own.isEmpty() && own.stream().noneMatch(PlayedPair::isUnattended);
    }

    private static <T> int count(List<T> all, Predicate<? super T> test) {
        return (int) all.stream().filter(test).count();
    }
}
