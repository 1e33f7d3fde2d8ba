@NullMarked
package dev.toolpolicy.stream.gate;

import org.jspecify.annotations.NullMarked;
