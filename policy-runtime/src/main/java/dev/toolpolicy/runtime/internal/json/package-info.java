/**
 * Argument text on its way from a model to values: read while it arrives, checked while it is read.
 *
 * <p>Read {@link dev.toolpolicy.runtime.internal.json.FragmentParser} first: it takes chunks of JSON text, cut anywhere, and
 * tells a {@link dev.toolpolicy.stream.FragmentVisitor} what it finds. Visitors are put one behind the other:
 * {@link dev.toolpolicy.runtime.internal.json.SchemaCheck} refuses what a tool's schema doesn't allow and passes the rest on;
 * {@link dev.toolpolicy.runtime.internal.json.ValueAggregator} rebuilds values from it, and
 * {@link dev.toolpolicy.runtime.internal.json.FragmentRecorder} makes immutable records for those who want objects.
 */
@NullMarked
package dev.toolpolicy.runtime.internal.json;

import org.jspecify.annotations.NullMarked;

