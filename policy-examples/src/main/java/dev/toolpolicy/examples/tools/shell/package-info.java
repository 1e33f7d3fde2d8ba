/** Commands in a shell: a few harmless ones need nobody, a few dangerous ones never run. */
@NullMarked
package dev.toolpolicy.examples.tools.shell;

import org.jspecify.annotations.NullMarked;
