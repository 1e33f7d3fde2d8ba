/** The rules of permission lists, whatever their format. */
@NullMarked
package dev.toolpolicy.config.importing.internal.model;

import org.jspecify.annotations.NullMarked;
