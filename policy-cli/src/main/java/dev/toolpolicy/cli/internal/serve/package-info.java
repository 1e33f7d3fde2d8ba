/** The subcommand that starts the proxy. */
@NullMarked
package dev.toolpolicy.cli.internal.serve;

import org.jspecify.annotations.NullMarked;
