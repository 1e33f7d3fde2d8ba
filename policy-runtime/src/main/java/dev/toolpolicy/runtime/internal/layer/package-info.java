/** Tools with the rule lists and requirements of several layers. */
@NullMarked
package dev.toolpolicy.runtime.internal.layer;

import org.jspecify.annotations.NullMarked;
