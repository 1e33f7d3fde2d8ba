@NullMarked
package dev.toolpolicy.runtime.display;

import org.jspecify.annotations.NullMarked;
