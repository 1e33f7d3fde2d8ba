/** The reader of command lines: what is plain, and which commands and words a shell would run. */
@NullMarked
package dev.toolpolicy.analysis.internal.shell.line;

import org.jspecify.annotations.NullMarked;
