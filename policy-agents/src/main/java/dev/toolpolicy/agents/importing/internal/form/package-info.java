/** Rules of lists in our language: words to patterns of commands, paths to globs. */
@NullMarked
package dev.toolpolicy.agents.importing.internal.form;

import org.jspecify.annotations.NullMarked;
