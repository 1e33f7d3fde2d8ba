@NullMarked
package dev.toolpolicy.runtime.rule;

import org.jspecify.annotations.NullMarked;
