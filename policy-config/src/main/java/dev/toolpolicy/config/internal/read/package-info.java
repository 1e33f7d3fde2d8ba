/** The readers of policy files: from a document to what it says of each tool. */
@NullMarked
package dev.toolpolicy.config.internal.read;

import org.jspecify.annotations.NullMarked;
