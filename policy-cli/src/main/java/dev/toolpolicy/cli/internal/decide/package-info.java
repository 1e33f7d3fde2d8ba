/** The subcommands that decide calls without running them: decide and replay. */
@NullMarked
package dev.toolpolicy.cli.internal.decide;

import org.jspecify.annotations.NullMarked;
