@NullMarked
package dev.toolpolicy.runtime.gate;

import org.jspecify.annotations.NullMarked;
