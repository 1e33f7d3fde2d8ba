/** Fixtures of our own adapters' tests; not for users. */
@NullMarked
package dev.toolpolicy.test.internal;

import org.jspecify.annotations.NullMarked;
