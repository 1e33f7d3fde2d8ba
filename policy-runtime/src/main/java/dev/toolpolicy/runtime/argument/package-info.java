/** Settings for reading arguments: limits of their text, and the meaning of paths. */
@NullMarked
package dev.toolpolicy.runtime.argument;

import org.jspecify.annotations.NullMarked;
