/** Policy files from lists. */
@NullMarked
package dev.toolpolicy.config.importing.internal.write;

import org.jspecify.annotations.NullMarked;
