package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.rule.HostRules;
import dev.toolpolicy.agents.importing.internal.source.Node;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Settings of a host that stop or change calls beside its list: hooks, modes and the like. None is imported. */
public final class HostSettings {
    /** The settings, by format; a dot is a level, or a character of the name. */
    private static final Map<String, String> NAMES = Map.of(
            "claude",
                    "permissions.defaultMode permissions.disableBypassPermissionsMode disableAllHooks sandbox"
                            + " enabledMcpjsonServers disabledMcpjsonServers allowManagedPermissionRulesOnly",
            "qwen", "tools.approvalMode tools.sandbox tools.core disableAllHooks",
            "kiro", "tools",
            "amazonq", "tools",
            "cursor", "approvalMode sandbox",
            "opencode", "plugin experimental.hook",
            "amp", "amp.mcpPermissions amp.guardedFiles.allowlist amp.tools.disable",
            "vscode",
                    "chat.tools.terminal.enableAutoApprove chat.tools.terminal.blockDetectedFileWrites"
                            + " chat.tools.eligibleForAutoApproval");

    /** The events at which a hook can stop a call, in lower case and without underscores. */
    private static final Set<String> STOPPING = Set.of("pretooluse", "beforetool", "permissionrequest");

    private final Set<String> named = new LinkedHashSet<>();
    private final Set<String> hooks = new LinkedHashSet<>();
    private final Set<String> hooked = new LinkedHashSet<>();

    private HostSettings() {}

    /**
     * Returns the rules with notes on these settings, and with the tools whose calls a hook may stop.
     *
     * @param format the word of the format
     * @param rules the rules of the files
     * @param roots the files with such settings
     * @param withoutHooks whether hooks take no allowance away
     */
    public static HostRules added(String format, HostRules rules, List<Node> roots, boolean withoutHooks) {
        HostSettings found = new HostSettings();
        String[] names = NAMES.getOrDefault(format, "").split(" ");
        roots.forEach(root -> found.read(names, root));
        List<String> notes = new ArrayList<>(rules.notes());
        if (!found.named.isEmpty()) {
            notes.add("not imported: " + String.join(", ", found.named));
        }
        if (!found.hooks.isEmpty()) {
            notes.add("hooks are not imported: " + String.join(", ", found.hooks));
        }
        if (!found.hooked.isEmpty()) {
            String tools = found.hooked.contains("*") ? "every tool" : String.join(", ", found.hooked);
            notes.add(
                    withoutHooks
                            ? "hooks no longer stop calls of " + tools
                            : "calls of " + tools + " ask, since a hook may stop them; --without-hooks allows them");
        }
        return rules.with(notes, withoutHooks ? List.of() : List.copyOf(found.hooked));
    }

    private void read(String[] names, Node root) {
        for (String name : names) {
            Node value = root.find(name).orElseGet(() -> root.at(name.split("\\.", -1)));
            if (!value.isNone()) {
                boolean isShort = !value.isObject() && !value.isList();
                named.add(isShort ? name + " = " + value.written() : name);
            }
        }
        boolean off = root.get("disableAllHooks").is(true);
        Stream.concat(Stream.of(root), root.get("agents").members().stream().map(Node.Member::value))
                .flatMap(owner -> owner.get("hooks").members().stream())
                .forEach(event -> event(event, off));
    }

    private void event(Node.Member event, boolean off) {
        boolean stops =
                !off && STOPPING.contains(event.name().toLowerCase(Locale.ROOT).replace("_", ""));
        List<Node> entries = event.value().isList() ? event.value().items() : List.of(event.value());
        for (Node hook : entries) {
            String matcher = hook.get("matcher").text();
            hooks.add(matcher.isEmpty() ? event.name() : event.name() + " \"" + matcher + "\"");
            if (stops) {
                hooked.addAll(tools(matcher));
            }
        }
    }

    /** Returns the names of tools that a matcher names, or all for an expression that isn't plain names. */
    private static Set<String> tools(String matcher) {
        Set<String> names = Stream.of(matcher.replace(".*", "*").split("\\|", -1))
                .map(String::strip)
                .flatMap(name ->
                        name.startsWith("@") && name.indexOf('/') < 0 ? Stream.of(name, name + "/*") : Stream.of(name))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        boolean plain = names.stream()
                .allMatch(name -> !name.isEmpty()
                        && !name.equals("@builtin/*")
                        && name.chars().allMatch(c -> Character.isLetterOrDigit(c) || "_-*@/".indexOf(c) >= 0));
        return plain ? names : Set.of("*");
    }
}
