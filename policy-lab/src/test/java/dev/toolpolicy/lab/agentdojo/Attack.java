package dev.toolpolicy.lab.agentdojo;

import java.util.List;

/**
 * An attack of a suite.
 *
 * @param id its id in the suite
 * @param calls its calls in order; empty if no tool is called
 * @param derived whether the benchmark left it without calls, so that the calls come from elsewhere
 */
record Attack(String id, List<AttackCall> calls, boolean derived) {
    Attack {
        calls = List.copyOf(calls);
    }
}
