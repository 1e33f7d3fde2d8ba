package dev.toolpolicy.lab.agentdojo;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The replay of a suite under a policy file. Each task and each pair of a task and an attack has a session of its own.
 *
 * @param suite the suite
 * @param tasks the users' tasks without attacks
 * @param pairs the attacks that have calls, each in each task
 * @param deadRules rules of the file that never apply
 */
record Replay(Suite suite, List<PlayedTask> tasks, List<PlayedPair> pairs, List<String> deadRules) {
    Replay {
        tasks = List.copyOf(tasks);
        pairs = List.copyOf(pairs);
        deadRules = List.copyOf(deadRules);
    }

    static Replay of(Suite suite, Path policy) {
        GuardedSuite guarded = new GuardedSuite(suite, policy);
        List<PlayedTask> tasks =
                suite.tasks().stream().map(task -> alone(guarded, task)).toList();
        List<PlayedPair> pairs = new ArrayList<>();
        for (Attack attack : suite.attacks()) {
            if (!attack.calls().isEmpty()) {
                suite.tasks().forEach(task -> pairs.add(attacked(guarded, task, attack)));
            }
        }
        return new Replay(suite, tasks, pairs, guarded.deadRules());
    }

    private static PlayedTask alone(GuardedSuite guarded, UserTask task) {
        try (Conversation conversation = guarded.conversation(task)) {
            return new PlayedTask(
                    task,
                    task.calls().stream()
                            .map(call -> conversation.play(call, true))
                            .toList());
        }
    }

    private static PlayedPair attacked(GuardedSuite guarded, UserTask task, Attack attack) {
        try (Conversation conversation = guarded.conversation(task)) {
            task.beforeTheAttack().forEach(call -> conversation.play(call, true));
            return new PlayedPair(
                    task,
                    attack,
                    attack.calls().stream()
                            .map(each -> conversation.play(each.call(), false))
                            .toList());
        }
    }
}
