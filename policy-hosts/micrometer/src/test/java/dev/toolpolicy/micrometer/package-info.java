@NullMarked
package dev.toolpolicy.micrometer;

import org.jspecify.annotations.NullMarked;
