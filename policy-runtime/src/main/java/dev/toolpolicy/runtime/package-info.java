/**
 * The way in: what a service uses.
 *
 * <p>Read {@link dev.toolpolicy.runtime.PolicyEngine} first. It is built once from tools and policies; each session of
 * it hands out calls, which take argument text as it streams and say what may run.
 */
@NullMarked
package dev.toolpolicy.runtime;

import org.jspecify.annotations.NullMarked;

