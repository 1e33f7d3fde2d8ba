package dev.toolpolicy.stream.wire;

/**
 * One event of a server-sent event stream, with its text as it came.
 *
 * @param name the event's name, empty if it has none
 * @param data its data lines, joined by line feeds; empty if it has none
 * @param raw all of it, from its first character to the blank line that ends it
 */
public record StreamedEvent(String name, String data, String raw) {}
