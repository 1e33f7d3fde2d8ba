/** What adapters of hosts with complete arguments share. */
@NullMarked
package dev.toolpolicy.runtime.internal.adapter;

import org.jspecify.annotations.NullMarked;
