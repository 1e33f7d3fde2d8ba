/** Numbers as exact values. */
@NullMarked
package dev.toolpolicy.internal.value;

import org.jspecify.annotations.NullMarked;
