/** What an engine costs in a new process. */
@NullMarked
package dev.toolpolicy.examples.start;

import org.jspecify.annotations.NullMarked;
