/** The output of a stream policy: sinks for chunks, and keep-alive. */
@NullMarked
package dev.toolpolicy.stream.sink;

import org.jspecify.annotations.NullMarked;
