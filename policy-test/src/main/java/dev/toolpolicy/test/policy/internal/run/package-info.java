/** The execution of tests on an engine. */
@NullMarked
package dev.toolpolicy.test.policy.internal.run;

import org.jspecify.annotations.NullMarked;
