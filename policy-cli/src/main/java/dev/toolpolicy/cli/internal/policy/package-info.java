/** The subcommands about policy files: check, explain, witnesses and diff. */
@NullMarked
package dev.toolpolicy.cli.internal.policy;

import org.jspecify.annotations.NullMarked;
