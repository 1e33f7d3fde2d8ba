package dev.toolpolicy.stream;

/**
 * A piece of a call's arguments, as it arrives. Immutable.
 *
 * @param serial the call's number, unique in the process
 * @param id the provider's id of the call, as known when the tool's name was complete
 * @param tool the tool's name
 * @param fragment the piece as the model wrote it: without defaults, and before a schema error stops the parser
 */
public record CallProgress(long serial, String id, String tool, Fragment fragment) {}
