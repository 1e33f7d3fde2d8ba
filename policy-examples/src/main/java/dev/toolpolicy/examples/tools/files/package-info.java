/** Files, as a coding agent reads and writes them: known directories are allowed, the rest needs approval. */
@NullMarked
package dev.toolpolicy.examples.tools.files;

import org.jspecify.annotations.NullMarked;
