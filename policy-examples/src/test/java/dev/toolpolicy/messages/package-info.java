/** What models and people are told. */
@NullMarked
package dev.toolpolicy.messages;

import org.jspecify.annotations.NullMarked;
