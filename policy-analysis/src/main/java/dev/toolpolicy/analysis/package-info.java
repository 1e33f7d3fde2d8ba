/** Problems found in policies, with their words and places. */
@NullMarked
package dev.toolpolicy.analysis;

import org.jspecify.annotations.NullMarked;
