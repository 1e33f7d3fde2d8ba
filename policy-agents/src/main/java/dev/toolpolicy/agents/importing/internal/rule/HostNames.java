package dev.toolpolicy.agents.importing.internal.rule;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Names of hosts in rules. Stateless. */
public final class HostNames {
    private HostNames() {}

    /** Returns the form of a name, which may begin with {@code *.}. */
    public static Form form(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        String body = lower.startsWith("*.") ? lower.substring(2) : lower;
        if (body.endsWith(".")) {
            body = body.substring(0, body.length() - 1);
        }
        boolean plain = !body.isEmpty()
                && !body.startsWith(".")
                && !body.contains("..")
                && body.chars().allMatch(c -> c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '.');
        boolean named = plain && !Character.isDigit(body.charAt(body.lastIndexOf('.') + 1));
        return named || plain && isAddress(body)
                ? new Form.Hosts(List.of(lower.startsWith("*.") ? "*." + body : body))
                : new Form.Unsaid("\"" + name + "\" is not the name of a host");
    }

    /** Returns the form of a name, which may stand behind the word {@code domain:}. */
    public static Form domain(String text) {
        return form(text.startsWith("domain:") ? text.substring(7) : text);
    }

    /** Returns the form of a domain that its subdomains are part of, for hosts that have no stars in names. */
    public static Form withSubdomains(String text) {
        return domain(text) instanceof Form.Hosts hosts && text.indexOf('*') < 0
                ? new Form.Hosts(
                        List.of(hosts.names().get(0), "*." + hosts.names().get(0)))
                : new Form.Unsaid("\"" + text + "\" is not the name of a domain");
    }

    private static boolean isAddress(String body) {
        return body.chars().filter(c -> c == '.').count() == 3
                && body.chars().allMatch(c -> c == '.' || c >= '0' && c <= '9')
                && Stream.of(body.split("[.]", -1)).allMatch(part -> !part.isEmpty() && part.length() <= 3);
    }
}
