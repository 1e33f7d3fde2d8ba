/**
 * JSON as a text of its own: snapshots, columns, configurations, answers, bodies. Arguments that stream are read by
 * {@code runtime.json}.
 *
 * <p>Read {@link dev.toolpolicy.analysis.internal.text.StrictJson} first.
 */
@NullMarked
package dev.toolpolicy.analysis.internal.text;

import org.jspecify.annotations.NullMarked;

