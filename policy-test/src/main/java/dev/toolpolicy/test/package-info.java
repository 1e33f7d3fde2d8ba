/** Fixtures for tests of adapters. */
@NullMarked
package dev.toolpolicy.test;

import org.jspecify.annotations.NullMarked;
