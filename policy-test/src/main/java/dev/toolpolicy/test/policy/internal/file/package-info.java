/** Test files of policies, read with the place of each test. */
@NullMarked
package dev.toolpolicy.test.policy.internal.file;

import org.jspecify.annotations.NullMarked;
