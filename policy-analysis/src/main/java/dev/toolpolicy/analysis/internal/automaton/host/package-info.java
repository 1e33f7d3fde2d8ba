/** Hosts of URLs as languages: the texts that are plain URLs, and those of some hosts, schemes and ports. */
@org.jspecify.annotations.NullMarked
package dev.toolpolicy.analysis.internal.automaton.host;
