/** The places of keys and values in the text of files. */
@NullMarked
package dev.toolpolicy.config.internal.place;

import org.jspecify.annotations.NullMarked;
