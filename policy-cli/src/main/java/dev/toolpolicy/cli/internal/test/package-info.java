/** The subcommand that runs tests of policies. */
@NullMarked
package dev.toolpolicy.cli.internal.test;

import org.jspecify.annotations.NullMarked;
