package dev.toolpolicy.lab.agentdojo;

import java.util.List;

/**
 * One call of an attack.
 *
 * @param call the call
 * @param harmful whether the call itself does the harm; others prepare it or hide its traces
 * @param needs the positions of earlier calls without which it has no effect
 */
record AttackCall(TaskCall call, boolean harmful, List<Integer> needs) {
    AttackCall {
        needs = List.copyOf(needs);
    }
}
