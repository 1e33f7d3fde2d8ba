/** Files in TOML and JSON, read into trees that know the places of their keys and values. */
@NullMarked
package dev.toolpolicy.config.internal.document;

import org.jspecify.annotations.NullMarked;
