/** The validator of rule lists: reads rules, checks them against a schema, finds rules that never apply. */
@NullMarked
package dev.toolpolicy.analysis.internal.check;

import org.jspecify.annotations.NullMarked;
