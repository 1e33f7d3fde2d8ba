/** Stream policies to use and to learn from: a judge of tool calls, and a capitalizer of words. */
@NullMarked
package dev.toolpolicy.stream.policy;

import org.jspecify.annotations.NullMarked;
