/** Many streams at once: what they cost in time and memory. */
@NullMarked
package dev.toolpolicy.lab.load;

import org.jspecify.annotations.NullMarked;
