@NullMarked
package dev.toolpolicy.runtime;

import org.jspecify.annotations.NullMarked;
