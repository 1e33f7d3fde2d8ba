package dev.toolpolicy.stream;


/**
 * A piece of a call's arguments, as it arrives. Immutable.
 *
 * @param serial the call's number, which no other call of this process has
 * @param id the provider's id of the call, as far as it was known when its name was
 * @param tool the tool's name
 * @param fragment the piece, as the model wrote it: without defaults, and before a schema error ends the reading
 */
public record CallProgress(long serial, String id, String tool, Fragment fragment) {}
