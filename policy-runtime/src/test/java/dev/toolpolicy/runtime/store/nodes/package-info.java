/** Sessions that several processes serve, which are killed at any moment. */
@NullMarked
package dev.toolpolicy.runtime.store.nodes;

import org.jspecify.annotations.NullMarked;
