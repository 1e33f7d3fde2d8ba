/** Untrusted text in messages, logs and displays. */
@NullMarked
package dev.toolpolicy.internal.text;

import org.jspecify.annotations.NullMarked;
