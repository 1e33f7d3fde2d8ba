package dev.toolpolicy.lab.agentdojo;

import dev.toolpolicy.config.host.HostTool;
import java.util.List;

/**
 * A suite of the benchmark: tools, what a service knows before the conversation, and tasks.
 *
 * @param name its name, also that of its folder and of its policy file
 * @param tools the tools
 * @param facts what the service knows
 * @param tasks the users' tasks
 * @param attacks the attacks, also those without calls; empty if they are kept back
 */
record Suite(String name, List<HostTool> tools, SuiteFacts facts, List<UserTask> tasks, List<Attack> attacks) {
    /** The suites in the order of the benchmark. */
    static final List<String> NAMES = List.of("banking", "slack", "travel", "workspace");

    Suite {
        tools = List.copyOf(tools);
        tasks = List.copyOf(tasks);
        attacks = List.copyOf(attacks);
    }
}
