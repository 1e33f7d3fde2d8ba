package dev.toolpolicy.analysis.internal.read;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.host.Hosts;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import dev.toolpolicy.rule.Matcher;

/** The sets of URLs of some hosts. Thread-safe. */
public final class HostSets {
    /** Ample for a long list. */
    private static final int MOST = 1_500;

    private static final KeptSets<MatcherSets> KEPT = new KeptSets<>(MOST);

    private HostSets() {}

    /**
     * Compiles the sets of a matcher, so that they are kept for a while.
     *
     * @param host a matcher whose hosts, schemes and ports are valid
     * @throws PatternTooComplexException if one would exceed a limit
     */
    public static void compile(Matcher host) {
        of(host);
    }

    /** Returns the plain URLs of some hosts, and those with the texts that clients may read differently. */
    static MatcherSets of(Matcher host) {
        return KEPT.of(host, () -> made(host));
    }

    private static MatcherSets made(Matcher host) {
        Language urls = Hosts.of(host.texts(), host.schemes(), host.ports());
        Language possible = urls.onDemand().or(Hosts.notPlain()); // its table is large, and few questions need it
        return new MatcherSets(new ValueSet.Matching(urls), new ValueSet.Matching(possible));
    }
}
