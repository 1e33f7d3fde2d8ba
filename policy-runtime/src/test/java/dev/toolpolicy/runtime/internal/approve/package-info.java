@NullMarked
package dev.toolpolicy.runtime.internal.approve;

import org.jspecify.annotations.NullMarked;
