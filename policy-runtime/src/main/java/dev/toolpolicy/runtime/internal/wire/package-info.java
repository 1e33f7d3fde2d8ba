/**
 * The calls of each wire format, for all parsers of its events: the readers of JSON bodies and the adapters of SDKs
 * feed the same classes.
 */
@NullMarked
package dev.toolpolicy.runtime.internal.wire;

import org.jspecify.annotations.NullMarked;
