package dev.toolpolicy.config.importing.internal.read;

/**
 * A file of a list.
 *
 * @param name what messages call it
 * @param text its text
 */
public record ListFile(String name, String text) {}
