@NullMarked
package dev.toolpolicy.runtime.call;

import org.jspecify.annotations.NullMarked;
