/** Testing, building and deploying, in this order. */
@NullMarked
package dev.toolpolicy.examples.tools.release;

import org.jspecify.annotations.NullMarked;
