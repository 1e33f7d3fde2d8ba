/** Sets of patterns of shell commands as machines over command lines and argument vectors. */
@NullMarked
package dev.toolpolicy.analysis.internal.shell.match;

import org.jspecify.annotations.NullMarked;
