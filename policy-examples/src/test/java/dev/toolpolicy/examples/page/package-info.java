@NullMarked
package dev.toolpolicy.examples.page;

import org.jspecify.annotations.NullMarked;
