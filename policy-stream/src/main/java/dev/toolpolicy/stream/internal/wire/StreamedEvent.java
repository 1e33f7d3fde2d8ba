package dev.toolpolicy.stream.internal.wire;

/**
 * One event of a server-sent event stream, with its text as it goes on.
 *
 * @param name the event's name, empty if it has none
 * @param data its data lines, joined by line feeds; empty if it has none
 * @param raw all of it, from its first character to the blank line that ends it, as it came; but data that came in
 *     several lines in one
 */
public record StreamedEvent(String name, String data, String raw) {}
