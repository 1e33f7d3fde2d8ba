@NullMarked
package dev.toolpolicy.runtime.internal.place;

import org.jspecify.annotations.NullMarked;
