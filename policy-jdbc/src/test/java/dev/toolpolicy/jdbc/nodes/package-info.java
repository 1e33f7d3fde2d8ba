/** Sessions that several processes serve, which are killed at any moment. */
@NullMarked
package dev.toolpolicy.jdbc.nodes;

import org.jspecify.annotations.NullMarked;
