/** Strict reading of whole JSON texts, and safe formatting of untrusted text. */
@NullMarked
package dev.toolpolicy.analysis.internal.text;

import org.jspecify.annotations.NullMarked;
