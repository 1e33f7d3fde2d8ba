/** Policy files from lists. */
@NullMarked
package dev.toolpolicy.agents.importing.internal.write;

import org.jspecify.annotations.NullMarked;
