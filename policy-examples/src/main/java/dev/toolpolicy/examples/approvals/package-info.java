/** A demonstration of approvals that outlive the process that asked. */
@NullMarked
package dev.toolpolicy.examples.approvals;

import org.jspecify.annotations.NullMarked;
