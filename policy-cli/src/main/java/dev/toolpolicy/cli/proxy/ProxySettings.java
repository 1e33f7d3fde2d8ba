package dev.toolpolicy.cli.proxy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The settings of a proxy. Immutable.
 *
 * @param upstream where requests go, {@code http} or {@code https}; the request's path is put behind its own
 * @param address where it listens; port 0 takes a free one
 * @param longestRequest how many bytes a request may have
 * @param longestResponse how many bytes a response in one piece, or one event of a stream, may have
 * @param heartbeat how long a client gets nothing before it gets a comment; by this it is noticed that it has left
 * @param patience how long the upstream may take to begin its answer
 * @param providerTools the names of tools that the provider may run by itself
 * @param believesClients whether what clients say of their calls counts
 * @param requestTime how long a request may take to arrive; for the whole process, and the first server's counts
 * @param names the host names by which clients may address it, beside its address and those of the loopback
 */
public record ProxySettings(
        URI upstream,
        InetSocketAddress address,
        int longestRequest,
        int longestResponse,
        Duration heartbeat,
        Duration patience,
        Set<String> providerTools,
        boolean believesClients,
        Duration requestTime,
        Set<String> names) {
    /** The header by which a client says which session its request belongs to. */
    public static final String SESSION = "X-Tool-Policy-Session";

    private static final int MEGABYTE = 1 << 20;

    /**
     * Checks and copies the components.
     *
     * @param upstream where requests go
     * @param address where it listens
     * @param longestRequest how many bytes a request may have
     * @param longestResponse how many bytes a response in one piece, or one event of a stream, may have
     * @param heartbeat how long a client gets nothing before it gets a comment
     * @param patience how long the upstream may take to begin its answer
     * @param providerTools the names of tools that the provider may run by itself
     * @param believesClients whether what clients say of their calls counts
     * @param requestTime how long a request may take to arrive
     * @param names the host names by which clients may address it
     * @throws IllegalArgumentException if the upstream is not an address, or a limit isn't positive
     */
    public ProxySettings {
        Objects.requireNonNull(address, "address");
        boolean web = "http".equalsIgnoreCase(upstream.getScheme()) || "https".equalsIgnoreCase(upstream.getScheme());
        if (!web || upstream.getHost() == null || upstream.getRawQuery() != null || upstream.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "the upstream must be like https://api.example.com, without a query, was " + upstream);
        }
        if (longestRequest < 1 || longestResponse < 1) {
            throw new IllegalArgumentException("a limit must be at least 1 byte");
        }
        for (Duration time : List.of(heartbeat, patience, requestTime)) {
            if (time.isNegative() || time.isZero()) {
                throw new IllegalArgumentException(
                        "heartbeat, patience and request time must be positive, was " + time);
            }
        }
        providerTools = Set.copyOf(providerTools);
        names = Set.copyOf(names);
    }

    /**
     * Returns the defaults: this machine's loopback, a free port, requests up to 32 MiB, responses up to 16 MiB, heartbeats after five
     * seconds, ten minutes for an answer to begin, 30 seconds for a request to arrive; no tool of the provider, no client
     * believed, no other host names.
     *
     * @param upstream where requests go
     * @return the settings
     * @throws IllegalArgumentException if the upstream is not an address
     */
    public static ProxySettings of(URI upstream) {
        return new ProxySettings(
                upstream,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                32 * MEGABYTE,
                16 * MEGABYTE,
                Duration.ofSeconds(5),
                Duration.ofMinutes(10),
                Set.of(),
                false,
                Duration.ofSeconds(30),
                Set.of());
    }

    /**
     * Sets the address to listen at. The proxy does not authenticate clients: each client that reaches it can use it.
     *
     * @param changed the address
     * @return the changed settings
     */
    public ProxySettings at(InetSocketAddress changed) {
        return new ProxySettings(
                upstream,
                changed,
                longestRequest,
                longestResponse,
                heartbeat,
                patience,
                providerTools,
                believesClients,
                requestTime,
                names);
    }

    /**
     * Takes longer or shorter requests.
     *
     * @param bytes how many bytes a request may have
     * @return the changed settings
     */
    public ProxySettings withLongestRequest(int bytes) {
        return new ProxySettings(
                upstream,
                address,
                bytes,
                longestResponse,
                heartbeat,
                patience,
                providerTools,
                believesClients,
                requestTime,
                names);
    }

    /**
     * Gives signs of life more or less often.
     *
     * @param changed after how long
     * @return the changed settings
     */
    public ProxySettings withHeartbeat(Duration changed) {
        return new ProxySettings(
                upstream,
                address,
                longestRequest,
                longestResponse,
                changed,
                patience,
                providerTools,
                believesClients,
                requestTime,
                names);
    }

    /**
     * Lets the provider run tools of its own, which no rule is asked about.
     *
     * @param names their names, such as {@code web_search}
     * @return the changed settings
     */
    public ProxySettings allowingProviderTools(Set<String> names) {
        return new ProxySettings(
                upstream,
                address,
                longestRequest,
                longestResponse,
                heartbeat,
                patience,
                names,
                believesClients,
                requestTime,
                names);
    }

    /**
     * Sets how long a request may take to arrive. The JDK has one such limit for all HTTP servers of a process: that of the
     * first server counts, and the system property {@code sun.net.httpserver.maxReqTime} before all.
     *
     * @param longest the time, in whole seconds
     * @return the changed settings
     * @throws IllegalArgumentException if it isn't positive
     */
    public ProxySettings withRequestTime(Duration longest) {
        return new ProxySettings(
                upstream,
                address,
                longestRequest,
                longestResponse,
                heartbeat,
                patience,
                providerTools,
                believesClients,
                longest,
                names);
    }

    /**
     * Serves requests that address it by other host names than its address and those of the loopback.
     *
     * @param hosts the names, such as {@code proxy.internal}
     * @return the changed settings
     */
    public ProxySettings addressedBy(Set<String> hosts) {
        return new ProxySettings(
                upstream,
                address,
                longestRequest,
                longestResponse,
                heartbeat,
                patience,
                providerTools,
                believesClients,
                requestTime,
                hosts);
    }

    /**
     * Believes what clients say of their calls: a call that a client says has succeeded satisfies requirements.
     *
     * @return the changed settings
     */
    public ProxySettings believingClients() {
        return new ProxySettings(
                upstream,
                address,
                longestRequest,
                longestResponse,
                heartbeat,
                patience,
                providerTools,
                true,
                requestTime,
                names);
    }
}
