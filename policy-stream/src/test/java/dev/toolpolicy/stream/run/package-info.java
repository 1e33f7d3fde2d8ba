@NullMarked
package dev.toolpolicy.stream.run;

import org.jspecify.annotations.NullMarked;
