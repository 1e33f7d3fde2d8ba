@NullMarked
package dev.toolpolicy.runtime.internal.rule;

import org.jspecify.annotations.NullMarked;
