/**
 * A local web page where a person sees calls arrive and answers what they ask: requests with their arguments growing,
 * and what became of each call.
 */
@NullMarked
package dev.toolpolicy.page;

import org.jspecify.annotations.NullMarked;
