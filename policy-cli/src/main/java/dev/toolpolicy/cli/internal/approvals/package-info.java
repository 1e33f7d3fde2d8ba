/** The subcommand for stored approvals. */
@NullMarked
package dev.toolpolicy.cli.internal.approvals;

import org.jspecify.annotations.NullMarked;
