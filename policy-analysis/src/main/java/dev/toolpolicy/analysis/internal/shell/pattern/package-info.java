/** Patterns of shell commands: how they are written and read, and which of them are risky. */
@NullMarked
package dev.toolpolicy.analysis.internal.shell.pattern;

import org.jspecify.annotations.NullMarked;
