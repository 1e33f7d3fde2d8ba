/** The rules of permission lists: commands, paths and hosts as other hosts write them, and as our language says them. */
@NullMarked
package dev.toolpolicy.agents.importing.internal.rule;

import org.jspecify.annotations.NullMarked;
