/** The incremental reader of argument text. */
@NullMarked
package dev.toolpolicy.runtime.internal.json;

import org.jspecify.annotations.NullMarked;
