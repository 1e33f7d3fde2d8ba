/** Tools with the rule lists and requirements of several layers. */
@NullMarked
package dev.toolpolicy.runtime.internal.load;

import org.jspecify.annotations.NullMarked;
