/**
 * Policies that stand in files rather than in annotations.
 *
 * <p>Read {@link dev.toolpolicy.config.PolicyConfiguration} first.
 */
@NullMarked
package dev.toolpolicy.config;

import org.jspecify.annotations.NullMarked;
