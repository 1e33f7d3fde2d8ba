@NullMarked
package dev.toolpolicy.runtime.store;

import org.jspecify.annotations.NullMarked;
