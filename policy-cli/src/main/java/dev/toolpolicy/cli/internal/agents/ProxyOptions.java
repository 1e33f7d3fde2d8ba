package dev.toolpolicy.cli.internal.agents;

import dev.toolpolicy.agents.proxy.ProxySettings;
import dev.toolpolicy.cli.internal.command.UsageException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** The options of the proxy's server. */
final class ProxyOptions {
    private static final int PORT = 8791;

    @Option(
            names = "--upstream",
            required = true,
            paramLabel = "URL",
            description = "Where requests go, such as https://api.openai.com or https://api.anthropic.com.")
    private String upstream = "";

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Where it listens, default " + PORT + "; 0 takes a free port.")
    private int port = PORT;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "On which of this machine's addresses it listens, default 127.0.0.1.")
    private String host = "127.0.0.1";

    @Option(
            names = "--provider-tools",
            paramLabel = "NAMES",
            split = ",",
            description = "Tools that the provider may run by itself, unchecked, such as web_search,code_execution.")
    private List<String> providerTools = List.of();

    @Option(names = "--believe-clients", description = "Results that clients report count as success.")
    private boolean believesClients;

    @Option(names = "--max-request", paramLabel = "BYTES", description = "How long a request may be, default 33554432.")
    private int longestRequest = 32 << 20;

    @Option(
            names = "--request-time",
            paramLabel = "SECONDS",
            description = "How long a request may take to arrive, default 30.")
    private int requestSeconds = 30;

    @Option(
            names = "--names",
            paramLabel = "NAMES",
            split = ",",
            description = "Host names by which agents may address it, beside its address and localhost.")
    private List<String> names = List.of();

    /** Returns the settings; throws if a value is out of its bounds. */
    ProxySettings settings() throws UsageException {
        ProxySettings settings = upstream()
                .withProviderTools(Set.copyOf(providerTools))
                .withHostNames(Set.copyOf(names))
                .withAddress(address())
                .withLongestRequest(
                        UsageException.requireBounds("--max-request", longestRequest, 1, Integer.MAX_VALUE - 1))
                .withRequestTime(
                        Duration.ofSeconds(UsageException.requireBounds("--request-time", requestSeconds, 1, 3600)));
        return believesClients ? settings.withBeliefInClients() : settings;
    }

    private ProxySettings upstream() throws UsageException {
        URI address;
        try {
            address = URI.create(upstream);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--upstream needs an address, not \"" + upstream + "\"");
        }
        try {
            return ProxySettings.of(address);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--upstream: " + e.getMessage());
        }
    }

    private InetSocketAddress address() throws UsageException {
        try {
            return new InetSocketAddress(
                    InetAddress.getByName(host), UsageException.requireBounds("--port", port, 0, 65535));
        } catch (UnknownHostException e) {
            throw new UsageException("--host needs one of this machine's addresses, not \"" + host + "\"");
        }
    }
}
