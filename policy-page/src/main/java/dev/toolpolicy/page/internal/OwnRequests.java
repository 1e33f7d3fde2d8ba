package dev.toolpolicy.page.internal;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Collectors;

/**
 * A check that a request was meant for this server and was not sent by another origin's page. A page can point a name
 * of its own at this machine, but can't make the browser say another name in {@code Host} or {@code Origin} than the
 * one it was loaded from.
 */
public final class OwnRequests {
    /** The JDK's server reads it once, when the first one of a process is made. */
    private static final String TIME = "sun.net.httpserver.maxReqTime";

    private final Set<String> names;

    private OwnRequests(Set<String> names) {
        this.names = names;
    }

    /**
     * Requests by the address that they came to, by the names of the loopback if they came there, and by other names.
     *
     * @param names the other names, such as {@code proxy.internal} or {@code proxy.internal:8791}
     * @return the check
     */
    public static OwnRequests to(Set<String> names) {
        return new OwnRequests(
                names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet()));
    }

    /**
     * Limits how long a request may take to arrive, so that clients that never end theirs don't hold a thread each. The
     * limit is the JDK's, for all of its HTTP servers in this process, and must be set before the first of them is
     * made; where the system property {@code sun.net.httpserver.maxReqTime} is set already, that stays.
     *
     * @param limit the limit; rounded up to seconds
     */
    public static void limitTime(Duration limit) {
        if (System.getProperty(TIME) == null) {
            System.setProperty(TIME, Long.toString(limit.plusMillis(999).toSeconds()));
        }
    }

    /**
     * Makes a server at this machine's loopback, which isn't started.
     *
     * @param port the port; 0 for any that is free
     * @param limit how long a request may take to arrive
     * @return the server
     * @throws IOException if the port can't be had; the message says what to do
     */
    public static HttpServer server(int port, Duration limit) throws IOException {
        limitTime(limit);
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (BindException e) {
            throw new IOException("port " + port + " is in use: choose another, or 0 for any that is free", e);
        }
    }

    /**
     * Makes threads that don't keep the process alive.
     *
     * @param name the name of each
     * @return the threads
     */
    public static ThreadFactory daemons(String name) {
        return work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /**
     * Checks a request's names.
     *
     * @param exchange the request
     * @return whether it names this server in one {@code Host}, and no other origin
     */
    public boolean isOwn(HttpExchange exchange) {
        List<String> hosts = exchange.getRequestHeaders().getOrDefault("Host", List.of());
        List<String> origins = exchange.getRequestHeaders().getOrDefault("Origin", List.of());
        return hosts.size() == 1
                && isOwn(hosts.get(0).toLowerCase(Locale.ROOT), exchange.getLocalAddress())
                && origins.stream().allMatch(origin -> origin.equalsIgnoreCase("http://" + hosts.get(0)));
    }

    private boolean isOwn(String host, InetSocketAddress local) {
        String port = ":" + local.getPort();
        boolean named = names.contains(host)
                || host.endsWith(port) && names.contains(host.substring(0, host.length() - port.length()));
        boolean loopback = local.getAddress().isLoopbackAddress()
                && Set.of("127.0.0.1" + port, "localhost" + port, "[::1]" + port)
                        .contains(host);
        return named
                || loopback
                || host.equals(literal(local.getAddress()) + port)
                || port.equals(":80") && !host.contains(":") && isOwn(host + port, local);
    }

    private static String literal(InetAddress address) {
        String text = address.getHostAddress();
        return text.contains(":") ? "[" + text + "]" : text;
    }
}
