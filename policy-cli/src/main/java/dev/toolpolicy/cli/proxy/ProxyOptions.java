package dev.toolpolicy.cli.proxy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The options of the command line. */
record ProxyOptions(ProxySettings settings, List<String> configurations, OptionalInt page, Optional<Path> audit) {
    private static final int PORT = 8791;

    /** An invalid command line. The message is one line. */
    static final class UsageException extends Exception {
        private static final long serialVersionUID = 1L;

        UsageException(String message) {
            super(message);
        }
    }

    static ProxyOptions read(List<String> typed) throws UsageException {
        String upstream = "";
        List<String> files = new ArrayList<>();
        String host = "127.0.0.1";
        int port = PORT;
        boolean believes = false;
        OptionalInt page = OptionalInt.empty();
        Optional<Path> audit = Optional.empty();
        Set<String> provider = Set.of();
        Set<String> names = Set.of();
        ProxySettings.Limits limits = ProxySettings.Limits.defaults();
        for (Iterator<String> rest = typed.iterator(); rest.hasNext(); ) {
            String option = rest.next();
            switch (option) {
                case "--upstream" -> upstream = value(option, rest);
                case "--configuration" -> files.add(value(option, rest));
                case "--host" -> host = value(option, rest);
                case "--port" -> port = number(option, value(option, rest), 0, 65535);
                case "--page" -> page = OptionalInt.of(number(option, value(option, rest), 0, 65535));
                case "--audit" -> audit = Optional.of(file(option, value(option, rest)));
                case "--max-request" ->
                    limits = limits.withLongestRequest(number(option, value(option, rest), 1, Integer.MAX_VALUE - 1));
                case "--provider-tools" -> provider = names(option, rest);
                case "--names" -> names = names(option, rest);
                case "--request-time" ->
                    limits = limits.withRequestTime(Duration.ofSeconds(number(option, value(option, rest), 1, 3600)));
                case "--believe-clients" -> believes = true;
                default -> throw new UsageException("there is no option " + option + "; --help lists them");
            }
        }
        if (upstream.isEmpty() || files.isEmpty()) {
            throw new UsageException("type --upstream URL --configuration FILE; --help says more");
        }
        ProxySettings all = settings(upstream).allowingProviderTools(provider).addressedBy(names);
        ProxySettings settings = all.at(address(host, port)).withLimits(limits);
        return new ProxyOptions(believes ? settings.believingClients() : settings, List.copyOf(files), page, audit);
    }

    private static String value(String option, Iterator<String> rest) throws UsageException {
        if (!rest.hasNext()) {
            throw new UsageException(option + " needs a value");
        }
        return rest.next();
    }

    private static Set<String> names(String option, Iterator<String> rest) throws UsageException {
        return Set.copyOf(List.of(value(option, rest).split(",")));
    }

    private static Path file(String option, String name) throws UsageException {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new UsageException(option + " needs a file: " + e.getReason());
        }
    }

    private static int number(String option, String text, int least, int most) throws UsageException {
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new UsageException(option + " needs a number, not \"" + text + "\"");
        }
        throw new UsageException(option + " needs a number from " + least + " to " + most + ", not " + text);
    }

    private static ProxySettings settings(String upstream) throws UsageException {
        try {
            return ProxySettings.of(ProxyCommand.address(upstream)
                    .orElseThrow(() -> new UsageException("--upstream needs an address, not \"" + upstream + "\"")));
        } catch (IllegalArgumentException e) {
            throw new UsageException("--upstream: " + e.getMessage());
        }
    }

    private static InetSocketAddress address(String host, int port) throws UsageException {
        try {
            return new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (UnknownHostException e) {
            throw new UsageException("--host needs one of this machine's addresses, not \"" + host + "\"");
        }
    }
}
