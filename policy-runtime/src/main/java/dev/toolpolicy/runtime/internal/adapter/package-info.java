/** The parts that adapters of hosts share: turns that stream, wire formats, schemas of tools. */
@NullMarked
package dev.toolpolicy.runtime.internal.adapter;

import org.jspecify.annotations.NullMarked;
