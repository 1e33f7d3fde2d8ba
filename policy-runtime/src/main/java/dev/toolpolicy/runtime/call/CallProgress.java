package dev.toolpolicy.runtime.call;

import dev.toolpolicy.stream.Fragment;

/**
 * A piece of a call's arguments, as it arrives. Immutable.
 *
 * @param id the provider's id of the call, as far as it is known
 * @param tool the tool's name
 * @param fragment the piece, as the model wrote it: without defaults, and before a schema error ends the reading
 */
public record CallProgress(String id, String tool, Fragment fragment) {}
