package dev.toolpolicy.lab.agentdojo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * A task of a user.
 *
 * @param id its id in the suite
 * @param prompt the user's own words
 * @param calls the calls that solve it, in order; not empty
 * @param mentions what the user's words name, by kind, such as {@code emails}
 * @param firstUntrusted the position of the first call whose result carries the attacker's words
 */
record UserTask(String id, String prompt, List<TaskCall> calls, JsonNode mentions, int firstUntrusted) {
    UserTask {
        calls = List.copyOf(calls);
    }

    /** Returns the calls after which the agent is under the attacker's control. */
    List<TaskCall> beforeTheAttack() {
        return calls.subList(0, firstUntrusted + 1);
    }
}
