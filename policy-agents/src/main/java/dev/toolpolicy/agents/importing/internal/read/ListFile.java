package dev.toolpolicy.agents.importing.internal.read;

/**
 * A file of a list.
 *
 * @param name what messages call it
 * @param text its text
 * @param project whether it is the project's, and not the user's
 */
public record ListFile(String name, String text, boolean project) {}
