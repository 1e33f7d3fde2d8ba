@NullMarked
package dev.toolpolicy.schema;

import org.jspecify.annotations.NullMarked;
