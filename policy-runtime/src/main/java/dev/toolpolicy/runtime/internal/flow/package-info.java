/** Flows: whose text a session has read, and which values its results and its user named. */
@NullMarked
package dev.toolpolicy.runtime.internal.flow;

import org.jspecify.annotations.NullMarked;
