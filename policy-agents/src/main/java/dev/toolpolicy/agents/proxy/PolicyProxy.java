package dev.toolpolicy.agents.proxy;

import com.sun.net.httpserver.HttpServer;
import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.page.internal.OwnRequests;
import dev.toolpolicy.runtime.PolicyEngine;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/**
 * An HTTP server that speaks OpenAI chat completions, OpenAI responses and Anthropic messages to both sides. What a
 * model says passes as it comes; calls that the engine lets run pass to the byte, all others are replaced by a text that
 * says why. Everything that it can't see through is refused.
 *
 * <p>It does not authenticate clients: keys go through it to the provider. Each request has a thread while it is
 * served.
 */
public final class PolicyProxy implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads;
    private final ScheduledExecutorService timer;

    private PolicyProxy(HttpServer server, ExecutorService threads, ScheduledExecutorService timer) {
        this.server = server;
        this.threads = threads;
        this.timer = timer;
    }

    /**
     * Starts a proxy.
     *
     * @param engine decides about calls; its tools are those that models may call
     * @param settings how it works
     * @param listeners receive the events of each response
     * @return the proxy, which serves until it is closed
     * @throws IOException if the address is taken, or isn't this machine's
     */
    @SafeVarargs
    public static PolicyProxy start(
            PolicyEngine engine, ProxySettings settings, Consumer<? super StreamEvent>... listeners)
            throws IOException {
        OwnRequests.limitTime(settings.requestTime());
        HttpServer server = HttpServer.create(settings.address(), 0);
        ExecutorService threads = Executors.newCachedThreadPool(OwnRequests.daemons("proxy"));
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(OwnRequests.daemons("proxy timer"));
        List<Consumer<? super StreamEvent>> all = new ArrayList<>();
        for (Consumer<? super StreamEvent> listener : listeners) {
            all.add(listener);
        }
        server.createContext("/", new ProxyHandler(engine, settings, all, timer));
        server.setExecutor(threads);
        server.start();
        return new PolicyProxy(server, threads, timer);
    }

    /**
     * Returns the address on which it listens.
     *
     * @return an address without a path, such as {@code http://127.0.0.1:8791}
     */
    public URI uri() {
        InetSocketAddress address = server.getAddress();
        String host = address.getAddress().getHostAddress();
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort());
    }

    /** Stops the proxy and cuts off running responses. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        timer.shutdownNow();
    }
}
