package dev.toolpolicy.agents.proxy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** The settings of a proxy. Immutable. */
public final class ProxySettings {
    /** The header by which a client says which session its request belongs to. */
    public static final String SESSION = "X-Tool-Policy-Session";

    /** The limits of requests and responses; lengths are in bytes. */
    private record Limits(
            int longestRequest, int longestResponse, Duration heartbeat, Duration patience, Duration requestTime) {
        private static final int MEGABYTE = 1 << 20;
        private static final Limits DEFAULTS = new Limits(
                32 * MEGABYTE, 16 * MEGABYTE, Duration.ofSeconds(5), Duration.ofMinutes(10), Duration.ofSeconds(30));

        Limits {
            if (longestRequest < 1 || longestResponse < 1) {
                throw new IllegalArgumentException("a limit must be at least 1 byte");
            }
            for (Duration time : List.of(heartbeat, patience, requestTime)) {
                if (time.isNegative() || time.isZero()) {
                    throw new IllegalArgumentException(
                            "heartbeat, patience and request time must be positive, was " + time);
                }
            }
        }
    }

    private final URI upstream;
    private final InetSocketAddress address;
    private final Set<String> names;
    private final Limits limits;
    private final Set<String> providerTools;
    private final boolean believesClients;

    private ProxySettings(
            URI upstream,
            InetSocketAddress address,
            Set<String> names,
            Limits limits,
            Set<String> providerTools,
            boolean believesClients) {
        this.upstream = upstream;
        this.address = Objects.requireNonNull(address, "address");
        this.names = Set.copyOf(names);
        this.limits = limits;
        this.providerTools = Set.copyOf(providerTools);
        this.believesClients = believesClients;
    }

    /**
     * Returns the defaults: a free port of this machine's loopback, requests up to 32 MiB, responses up to 16 MiB,
     * heartbeats after five seconds, ten minutes until an answer begins, 30 seconds until a request has arrived; no other
     * host names, no tool of the provider, no client believed.
     *
     * @param upstream where requests go, {@code http} or {@code https}; the path of a request is appended to its path
     * @throws IllegalArgumentException if the upstream is not an address
     */
    public static ProxySettings of(URI upstream) {
        boolean web = "http".equalsIgnoreCase(upstream.getScheme()) || "https".equalsIgnoreCase(upstream.getScheme());
        if (!web || upstream.getHost() == null || upstream.getRawQuery() != null || upstream.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "the upstream must be like https://api.example.com, without a query, was " + upstream);
        }
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return new ProxySettings(upstream, address, Set.of(), Limits.DEFAULTS, Set.of(), false);
    }

    /**
     * Returns these settings with another address to listen at. The proxy does not authenticate clients: each client
     * that reaches it can use it.
     */
    public ProxySettings withAddress(InetSocketAddress address) {
        return new ProxySettings(upstream, address, names, limits, providerTools, believesClients);
    }

    /**
     * Returns these settings with other host names, such as {@code proxy.internal}, by which clients may address the
     * proxy besides its address and the names of the loopback.
     */
    public ProxySettings withHostNames(Set<String> hosts) {
        return new ProxySettings(upstream, address, hosts, limits, providerTools, believesClients);
    }

    private ProxySettings with(Limits changed) {
        return new ProxySettings(upstream, address, names, changed, providerTools, believesClients);
    }

    /** Returns these settings with another maximum length of a request, in bytes. */
    public ProxySettings withLongestRequest(int bytes) {
        return with(new Limits(bytes, limits.longestResponse, limits.heartbeat, limits.patience, limits.requestTime));
    }

    /**
     * Returns these settings with another time without output after which a client gets a comment, by which the proxy
     * notices that the client has left.
     */
    public ProxySettings withHeartbeat(Duration interval) {
        return with(new Limits(
                limits.longestRequest, limits.longestResponse, interval, limits.patience, limits.requestTime));
    }

    /**
     * Returns these settings with another maximum time, in whole seconds, until a request has arrived. The JDK has one
     * such limit for all HTTP servers of a process: the limit of the first server counts, and the system property
     * {@code sun.net.httpserver.maxReqTime} before all.
     */
    public ProxySettings withRequestTime(Duration limit) {
        return with(
                new Limits(limits.longestRequest, limits.longestResponse, limits.heartbeat, limits.patience, limit));
    }

    /** Returns these settings with tools that the provider may run by itself, without a rule, such as {@code web_search}. */
    public ProxySettings withProviderTools(Set<String> tools) {
        return new ProxySettings(upstream, address, names, limits, tools, believesClients);
    }

    /** Returns these settings with belief in clients: a call that a client says has succeeded satisfies requirements. */
    public ProxySettings withBeliefInClients() {
        return new ProxySettings(upstream, address, names, limits, providerTools, true);
    }

    /** Returns where requests go. */
    public URI upstream() {
        return upstream;
    }

    /** Returns where the proxy listens; port 0 takes a free port. */
    public InetSocketAddress address() {
        return address;
    }

    /** Returns the maximum length of a request, in bytes. */
    public int longestRequest() {
        return limits.longestRequest;
    }

    int longestResponse() {
        return limits.longestResponse;
    }

    Duration heartbeat() {
        return limits.heartbeat;
    }

    Duration patience() {
        return limits.patience;
    }

    /** Returns the maximum time until a request has arrived. */
    public Duration requestTime() {
        return limits.requestTime;
    }

    Set<String> names() {
        return names;
    }

    Set<String> providerTools() {
        return providerTools;
    }

    boolean believesClients() {
        return believesClients;
    }
}
