/**
 * The engine, its builder and its sessions: the entry point for services.
 *
 * <p>Start with {@link dev.toolpolicy.runtime.PolicyEngine}. A service builds it once from tools and policies. Its
 * sessions create calls, which take argument text while it streams and decide whether the call may run.
 */
@NullMarked
package dev.toolpolicy.runtime;

import org.jspecify.annotations.NullMarked;
