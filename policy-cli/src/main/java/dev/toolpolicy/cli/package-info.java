/** A command for people and pipelines: checks configurations, explains calls, compares two configurations. */
@NullMarked
package dev.toolpolicy.cli;

import org.jspecify.annotations.NullMarked;
