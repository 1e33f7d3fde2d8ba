/**
 * A coding agent for the terminal: a model's calls run on a folder, under the policies of their tools, and a person is
 * asked where those say so.
 */
@NullMarked
package dev.toolpolicy.examples.agent;

import org.jspecify.annotations.NullMarked;
