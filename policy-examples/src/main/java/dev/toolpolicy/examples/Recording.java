package dev.toolpolicy.examples;

import dev.toolpolicy.examples.wire.WireResponse;

/**
 * A response and where it comes from.
 *
 * @param origin where it was recorded, and what is to be known of that, in a line
 * @param response the response
 */
record Recording(String origin, WireResponse response) {}
