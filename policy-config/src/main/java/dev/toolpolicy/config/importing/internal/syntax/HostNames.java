package dev.toolpolicy.config.importing.internal.syntax;

import dev.toolpolicy.config.importing.internal.model.Form;
import java.util.List;
import java.util.Locale;

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
        return named || plain && body.matches("(\\d{1,3}\\.){3}\\d{1,3}")
                ? new Form.Hosts(List.of(lower.startsWith("*.") ? "*." + body : body))
                : new Form.Unsaid("\"" + name + "\" is not the name of a host");
    }
}
