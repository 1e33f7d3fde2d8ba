@NullMarked
package dev.toolpolicy.runtime.stream;

import org.jspecify.annotations.NullMarked;
