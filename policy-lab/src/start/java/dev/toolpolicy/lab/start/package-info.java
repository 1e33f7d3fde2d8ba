/** What an engine costs in a new process. */
@NullMarked
package dev.toolpolicy.lab.start;

import org.jspecify.annotations.NullMarked;
