/** A command for people and pipelines: checks configurations, explains calls, compares two configurations. */
@NullMarked
package dev.toolpolicy.examples.command;

import org.jspecify.annotations.NullMarked;
