package dev.toolpolicy.lab.agentdojo;

import java.util.List;

/**
 * A user's task without an attack, and the decisions on its calls.
 *
 * @param task the task
 * @param verdicts a decision for each call
 */
record PlayedTask(UserTask task, List<Verdict> verdicts) {
    PlayedTask {
        verdicts = List.copyOf(verdicts);
    }

    /** Returns how many calls ask. */
    long questions() {
        return verdicts.stream().filter(Verdict::asks).count();
    }

    boolean isBlocked() {
        return verdicts.stream().anyMatch(Verdict::denied);
    }

    boolean isUnattended() {
        return verdicts.stream().allMatch(Verdict::allowed);
    }
}
