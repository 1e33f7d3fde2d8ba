/** Version control: looking is free, what others see is asked. */
@NullMarked
package dev.toolpolicy.examples.tools.git;

import org.jspecify.annotations.NullMarked;
