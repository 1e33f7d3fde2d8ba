/** Untrusted text in messages, logs and displays. */
@NullMarked
package dev.toolpolicy.text;

import org.jspecify.annotations.NullMarked;
