/** The rules of permission lists, in any format. */
@NullMarked
package dev.toolpolicy.agents.importing.internal.model;

import org.jspecify.annotations.NullMarked;
