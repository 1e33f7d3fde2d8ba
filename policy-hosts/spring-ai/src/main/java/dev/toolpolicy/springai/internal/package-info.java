/** Parts of the Spring AI adapter that its Spring Boot starter needs too. Not for users. */
@NullMarked
package dev.toolpolicy.springai.internal;

import org.jspecify.annotations.NullMarked;
