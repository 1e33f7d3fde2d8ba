/** Requests and answers. */
@NullMarked
package dev.toolpolicy.runtime.permission;

import org.jspecify.annotations.NullMarked;
