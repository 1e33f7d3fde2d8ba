package dev.toolpolicy.lab.agentdojo;

/**
 * One call of a task.
 *
 * @param tool the tool's name
 * @param arguments the arguments as JSON text
 */
record TaskCall(String tool, String arguments) {}
