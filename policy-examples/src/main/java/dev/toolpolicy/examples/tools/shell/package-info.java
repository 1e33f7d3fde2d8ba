/** Commands in a shell: a few harmless ones are allowed, a few dangerous ones are denied. */
@NullMarked
package dev.toolpolicy.examples.tools.shell;

import org.jspecify.annotations.NullMarked;
