/** Tool calls of Anthropic's Java SDK under the policies of an engine. */
@NullMarked
package dev.toolpolicy.anthropic;

import org.jspecify.annotations.NullMarked;
