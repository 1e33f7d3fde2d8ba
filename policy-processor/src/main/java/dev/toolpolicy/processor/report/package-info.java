/**
 * The report on a module's tools, for people: one page that needs nothing else.
 *
 * <p>Read {@link dev.toolpolicy.processor.report.ReportPage} first. It takes what the processor knows and gives text.
 */
@NullMarked
package dev.toolpolicy.processor.report;

import org.jspecify.annotations.NullMarked;

