/** What the subcommands share: streams, exit codes, and options that several of them take. */
@NullMarked
package dev.toolpolicy.cli.internal.command;

import org.jspecify.annotations.NullMarked;
