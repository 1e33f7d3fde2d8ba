/** Files, as a coding agent reads and writes them: known directories need nobody, the rest is asked. */
@NullMarked
package dev.toolpolicy.examples.tools.files;

import org.jspecify.annotations.NullMarked;
