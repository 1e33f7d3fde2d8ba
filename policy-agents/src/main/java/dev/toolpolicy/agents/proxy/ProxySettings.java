package dev.toolpolicy.agents.proxy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The settings of a proxy.
 *
 * @param upstream where requests go
 * @param address where the proxy listens; port 0 takes a free port
 * @param names the host names by which clients may address the proxy besides its address
 * @param longestRequest the maximum length of a request, in bytes
 * @param heartbeat the time without output after which a client gets a comment
 * @param requestTime the maximum time until a request has arrived
 * @param providerTools the tools that the provider may run by itself
 * @param believesClients whether a call that a client says has succeeded satisfies requirements
 */
public record ProxySettings(
        URI upstream,
        InetSocketAddress address,
        Set<String> names,
        int longestRequest,
        Duration heartbeat,
        Duration requestTime,
        Set<String> providerTools,
        boolean believesClients) {
    /** The header by which a client says which session its request belongs to. */
    public static final String SESSION = "X-Tool-Policy-Session";

    /** The maximum length of a response, in bytes. */
    static final int LONGEST_RESPONSE = 16 << 20;
    /** The maximum time until an answer begins. */
    static final Duration PATIENCE = Duration.ofMinutes(10);

    /**
     * Copies the components.
     *
     * @throws IllegalArgumentException if the upstream is not an address, or a limit isn't positive
     */
    public ProxySettings {
        boolean web = "http".equalsIgnoreCase(upstream.getScheme()) || "https".equalsIgnoreCase(upstream.getScheme());
        if (!web || upstream.getHost() == null || upstream.getRawQuery() != null || upstream.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "the upstream must be like https://api.example.com, without a query, was " + upstream);
        }
        if (longestRequest < 1) {
            throw new IllegalArgumentException("a limit must be at least 1 byte");
        }
        for (Duration time : List.of(heartbeat, requestTime)) {
            if (time.isNegative() || time.isZero()) {
                throw new IllegalArgumentException("heartbeat and request time must be positive, was " + time);
            }
        }
        Objects.requireNonNull(address, "address");
        names = Set.copyOf(names);
        providerTools = Set.copyOf(providerTools);
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
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return new ProxySettings(
                upstream, address, Set.of(), 32 << 20, Duration.ofSeconds(5), Duration.ofSeconds(30), Set.of(), false);
    }

    /**
     * Returns these settings with another address to listen at. The proxy does not authenticate clients: each client
     * that reaches it can use it.
     */
    public ProxySettings withAddress(InetSocketAddress address) {
        return new ProxySettings(
                upstream, address, names, longestRequest, heartbeat, requestTime, providerTools, believesClients);
    }

    /**
     * Returns these settings with other host names, such as {@code proxy.internal}, by which clients may address the
     * proxy besides its address and the names of the loopback.
     */
    public ProxySettings withHostNames(Set<String> hosts) {
        return new ProxySettings(
                upstream, address, hosts, longestRequest, heartbeat, requestTime, providerTools, believesClients);
    }

    /** Returns these settings with another maximum length of a request, in bytes. */
    public ProxySettings withLongestRequest(int bytes) {
        return new ProxySettings(
                upstream, address, names, bytes, heartbeat, requestTime, providerTools, believesClients);
    }

    /**
     * Returns these settings with another time without output after which a client gets a comment, by which the proxy
     * notices that the client has left.
     */
    public ProxySettings withHeartbeat(Duration interval) {
        return new ProxySettings(
                upstream, address, names, longestRequest, interval, requestTime, providerTools, believesClients);
    }

    /**
     * Returns these settings with another maximum time, in whole seconds, until a request has arrived. The JDK has one
     * such limit for all HTTP servers of a process: the limit of the first server counts, and the system property
     * {@code sun.net.httpserver.maxReqTime} before all.
     */
    public ProxySettings withRequestTime(Duration limit) {
        return new ProxySettings(
                upstream, address, names, longestRequest, heartbeat, limit, providerTools, believesClients);
    }

    /** Returns these settings with tools that the provider may run by itself, without a rule, such as {@code web_search}. */
    public ProxySettings withProviderTools(Set<String> tools) {
        return new ProxySettings(
                upstream, address, names, longestRequest, heartbeat, requestTime, tools, believesClients);
    }

    /** Returns these settings with belief in clients: a call that a client says has succeeded satisfies requirements. */
    public ProxySettings withBeliefInClients() {
        return new ProxySettings(upstream, address, names, longestRequest, heartbeat, requestTime, providerTools, true);
    }
}
