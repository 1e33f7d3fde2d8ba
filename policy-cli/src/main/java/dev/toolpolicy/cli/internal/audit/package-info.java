/** The subcommand that reads audit logs. */
@NullMarked
package dev.toolpolicy.cli.internal.audit;

import org.jspecify.annotations.NullMarked;
