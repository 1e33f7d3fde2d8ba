/**
 * The report on a module's tools: one HTML page for people.
 *
 * <p>Read {@link dev.toolpolicy.processor.report.ReportPage} first. It turns what the processor knows into text, and
 * reads no source.
 */
@NullMarked
package dev.toolpolicy.processor.report;

import org.jspecify.annotations.NullMarked;
