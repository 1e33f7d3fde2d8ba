@NullMarked
package dev.toolpolicy.runtime.internal.compound;

import org.jspecify.annotations.NullMarked;
