/** What an assistant looks up, reports and hands on. */
@NullMarked
package dev.toolpolicy.examples.tools.assistant;

import org.jspecify.annotations.NullMarked;
