/** The support for adapters of SDKs and frameworks. */
@NullMarked
package dev.toolpolicy.runtime.adapter;

import org.jspecify.annotations.NullMarked;
