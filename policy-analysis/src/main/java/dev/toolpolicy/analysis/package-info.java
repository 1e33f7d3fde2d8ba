/** The problems that the analysis finds in policies, with messages and places. */
@NullMarked
package dev.toolpolicy.analysis;

import org.jspecify.annotations.NullMarked;
