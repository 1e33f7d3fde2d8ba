/** All tools of a Spring Boot application under policies, by auto-configuration. */
@NullMarked
package dev.toolpolicy.springboot;

import org.jspecify.annotations.NullMarked;
