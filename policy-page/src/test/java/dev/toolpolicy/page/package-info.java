@NullMarked
package dev.toolpolicy.page;

import org.jspecify.annotations.NullMarked;
