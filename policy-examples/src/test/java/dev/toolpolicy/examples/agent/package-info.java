@NullMarked
package dev.toolpolicy.examples.agent;

import org.jspecify.annotations.NullMarked;
