@NullMarked
package dev.toolpolicy.runtime.internal.decide;

import org.jspecify.annotations.NullMarked;
