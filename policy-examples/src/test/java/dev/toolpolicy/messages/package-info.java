/** The messages to models and people. */
@NullMarked
package dev.toolpolicy.messages;

import org.jspecify.annotations.NullMarked;
