/** Policies as the permission lists of other agents. The inverse of the import, which checks what is written. */
@NullMarked
package dev.toolpolicy.agents.internal.export;

import org.jspecify.annotations.NullMarked;
