package dev.toolpolicy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The table of packages: which package may use which. A new package gets its row here first. */
final class PackageTable {
    /**
     * Each package with the packages that it may use beside itself, from the bottom up; names are below the root
     * package, which is "" itself.
     */
    static final Map<String, Set<String>> ROWS = new TreeMap<>();

    static {
        String[] api = {"", "annotation", "event", "rule", "schema", "stream", "text", "internal.json"};
        row("text");
        row("schema", "text");
        row("internal.json", "schema");
        row("rule", "schema");
        row("event", "schema", "rule", "text");
        row("stream", "schema", "event", "text");
        row("", "schema", "rule", "stream", "event", "text", "internal.json");
        row("annotation", "rule");

        String internal = "analysis.internal.";
        String automaton = internal + "automaton.";
        row("analysis", "schema");
        row(internal + "text", "text");
        row(internal + "graph");
        row(automaton + "pattern");
        row(automaton + "build", automaton + "pattern");
        row(automaton + "match", automaton + "pattern", automaton + "build");
        row(automaton + "glob", "schema", automaton + "pattern", automaton + "build");
        row(automaton + "host", automaton + "pattern", automaton + "build");
        String shell = internal + "shell.";
        row(shell + "line", automaton + "pattern", automaton + "build");
        row(shell + "pattern", automaton + "build", shell + "line");
        row(shell + "match", automaton + "pattern", automaton + "build", shell + "line", shell + "pattern");
        row(
                internal + "read",
                and(
                        api,
                        "analysis",
                        internal + "text",
                        automaton + "pattern",
                        automaton + "build",
                        automaton + "glob",
                        automaton + "host",
                        shell + "match"));
        row(internal + "number", and(api, internal + "read"));
        row(
                internal + "search",
                and(
                        api,
                        internal + "read",
                        internal + "number",
                        automaton + "pattern",
                        automaton + "build",
                        shell + "match"));
        row(
                internal + "index",
                and(
                        api,
                        internal + "read",
                        internal + "number",
                        internal + "search",
                        automaton + "pattern",
                        automaton + "build",
                        automaton + "match"));
        row(
                internal + "lint",
                and(api, "analysis", internal + "read", automaton + "build", shell + "match", shell + "pattern"));
        String[] check = and(
                api,
                "analysis",
                internal + "read",
                internal + "lint",
                internal + "text",
                automaton + "glob",
                automaton + "host",
                shell + "match",
                shell + "pattern",
                internal + "number",
                internal + "index",
                internal + "search",
                automaton + "pattern",
                automaton + "build",
                automaton + "match");
        row(internal + "check", check);
        row("analysis.compare", and(check, internal + "check"));
        String[] below = and(api, internal + "text");
        row("runtime.internal.fault", "text");
        row("runtime.argument", and(api, "runtime.internal.fault"));
        row("runtime.decision", api);
        row("runtime.store");
        row("runtime.snapshot", below);
        row("runtime.audit", and(api, "runtime.internal.fault"));
        row("runtime.display", api);
        row("runtime.permission", and(api, "runtime.display"));
        row("runtime.internal.permission", and(api, "runtime.internal.fault", "runtime.permission"));
        row("runtime.internal.json", and(api, "runtime.argument"));
        row("runtime.internal.policy", and(api, "runtime.internal.fault"));
        String[] place = and(
                api,
                internal + "read",
                automaton + "pattern",
                automaton + "build",
                "runtime.argument",
                "runtime.decision",
                "runtime.internal.fault",
                "runtime.internal.json");
        row("runtime.internal.place", place);
        String[] compound = and(place, automaton + "match", internal + "shell.match", "runtime.internal.place");
        row("runtime.internal.line", automaton + "build", automaton + "pattern", internal + "shell.match");
        row("runtime.internal.compound", and(compound, "runtime.internal.line"));
        row("runtime.internal.rule", and(compound, "runtime.internal.compound", internal + "check"));
        row("runtime.internal.store", internal + "text", "runtime.store");
        row("runtime.internal.limit", and(api, "runtime.internal.policy", "runtime.internal.fault"));
        row("runtime.layer", and(api, "analysis"));
        row("runtime.internal.layer", and(check, internal + "check", "analysis.compare", "runtime.layer"));
        row(
                "runtime.policy",
                and(
                        api,
                        internal + "graph",
                        "runtime.argument",
                        "runtime.internal.fault",
                        "runtime.internal.layer",
                        "runtime.internal.limit",
                        "runtime.internal.policy"));
        row(
                "runtime.session",
                and(
                        below,
                        "runtime.decision",
                        "runtime.snapshot",
                        "runtime.store",
                        "runtime.internal.fault",
                        "runtime.internal.policy"));
        String[] call = and(
                api,
                "runtime.argument",
                "runtime.decision",
                "runtime.permission",
                "runtime.session",
                "runtime.internal.fault",
                "runtime.internal.json",
                "runtime.internal.permission",
                "runtime.internal.place",
                "runtime.internal.rule");
        row("runtime.internal.call", and(call, internal + "read"));
        row("runtime.call", and(call, "runtime.internal.call", "runtime.internal.policy"));
        row(
                "runtime.turn",
                and(
                        below,
                        "runtime.call",
                        "runtime.decision",
                        "runtime.permission",
                        "runtime.session",
                        "runtime.store",
                        "runtime.internal.call",
                        "runtime.internal.fault",
                        "runtime.internal.permission"));
        row(
                "runtime",
                and(
                        and(
                                check,
                                internal + "check",
                                "analysis.compare",
                                "runtime.layer",
                                "runtime.internal.layer",
                                "runtime.internal.limit",
                                "runtime.internal.policy",
                                "runtime.policy",
                                "runtime.store",
                                "runtime.snapshot",
                                "runtime.turn",
                                "runtime.call",
                                "runtime.internal.call"),
                        call));
        row("runtime.internal.wire", "runtime.argument", "runtime.internal.json", "runtime.turn");
        String[] adapter = and(
                below, "runtime", "runtime.call", "runtime.turn", "runtime.internal.fault", "runtime.internal.json");
        row("runtime.adapter", adapter);
        row("runtime.internal.adapter", adapter);

        // Readers, checks and writers don't know each other.
        String[] proof = and(check, internal + "check", internal + "graph", internal + "text");
        row("processor.mirror", proof);
        row("processor.host", and(proof, "processor.mirror"));
        row("processor.model", and(proof, "processor.mirror", "processor.host"));
        row("processor.read", and(proof, "processor.mirror", "processor.host", "processor.model"));
        row("processor.check", and(proof, "processor.mirror", "processor.model"));
        row("processor.write", and(proof, "processor.mirror", "processor.model"));
        row("processor.report", proof);
        row(
                "processor",
                and(
                        proof,
                        "annotation",
                        "processor.report",
                        "processor.mirror",
                        "processor.host",
                        "processor.model",
                        "processor.read",
                        "processor.check",
                        "processor.write"));

        row("config.internal.document", and(api, "analysis", internal + "read", internal + "text", "runtime.layer"));
        row(
                "config",
                and(
                        check,
                        internal + "check",
                        internal + "text",
                        "config.internal.document",
                        "runtime.layer",
                        "runtime.internal.layer"));
        row("config.host", and(api, internal + "read", "analysis", "text", "config", "runtime", "runtime.layer"));
        row("jdbc", "event", "runtime.audit", "runtime.store", "runtime.internal.fault", "runtime.internal.store");
        String[] stream = and(
                below,
                "runtime.argument",
                "runtime.internal.fault",
                "runtime.internal.json",
                "runtime.internal.wire",
                "stream.sink");
        row("stream.sink", api);
        row("stream.run", stream);
        row(
                "stream.gate",
                and(
                        stream,
                        "stream.run",
                        "runtime",
                        "runtime.call",
                        "runtime.decision",
                        "runtime.session",
                        "runtime.internal.call",
                        "runtime.internal.place",
                        "runtime.internal.rule"));
        row("stream.internal.wire", and(below, "runtime.internal.json", "runtime.internal.wire"));
        String imports = "agents.importing.internal.";
        row(imports + "source", internal + "text", "schema", "runtime.layer", "config.internal.document");
        row(imports + "model", "rule", imports + "source");
        row(
                imports + "form",
                "",
                "schema",
                "rule",
                "config",
                internal + "read",
                automaton + "pattern",
                imports + "model");
        row(imports + "syntax", "rule", imports + "source", imports + "model", imports + "form");
        row(
                imports + "read",
                "rule",
                "config",
                imports + "source",
                imports + "model",
                imports + "form",
                imports + "syntax");
        row(imports + "arrange", "rule", "config", imports + "model", imports + "form");
        row(imports + "write", "rule", "text", imports + "model", imports + "source", imports + "arrange");
        row(
                "agents.importing",
                "analysis",
                "rule",
                "schema",
                "text",
                "config",
                "runtime",
                "runtime.argument",
                "runtime.layer",
                imports + "source",
                imports + "model",
                imports + "syntax",
                imports + "read",
                imports + "arrange",
                imports + "write");
        row("agents.internal.local", "schema", "runtime.argument", "runtime.store");
        String[] agent = and(
                api,
                "agents.internal.local",
                "analysis",
                "config",
                internal + "text",
                "runtime",
                "runtime.argument",
                "runtime.audit",
                "runtime.layer",
                "runtime.permission",
                "runtime.store",
                "runtime.turn");
        row("agents.internal.hook", and(agent, "runtime.internal.store", "runtime.session"));
        row(
                "agents.internal.gateway",
                and(agent, "config.host", "page", "page.internal", "runtime.display", "stream.internal.wire"));
        row(
                "agents.proxy",
                and(
                        stream,
                        "config",
                        "page",
                        "page.internal",
                        "runtime",
                        "runtime.audit",
                        "runtime.display",
                        "runtime.session",
                        "stream.gate",
                        "stream.run",
                        "stream.internal.wire"));
        String[] command =
                and(api, "analysis", "analysis.compare", "config", "runtime", "runtime.argument", "runtime.layer");
        row(
                "cli.internal.command",
                and(command, "config.host", internal + "read", internal + "text", "runtime.internal.layer"));
        row(
                "cli.internal.policy",
                and(
                        command,
                        "cli.internal.command",
                        internal + "check",
                        internal + "read",
                        "agents.importing",
                        "runtime.call",
                        "runtime.decision"));
        row(
                "cli.internal.decide",
                and(
                        command,
                        "cli.internal.command",
                        "cli.internal.policy",
                        internal + "text",
                        "runtime.call",
                        "runtime.decision",
                        "runtime.permission",
                        "runtime.turn",
                        "stream.internal.wire"));
        row("cli.internal.audit", and(command, "cli.internal.command", internal + "text"));
        row(
                "cli.internal.test",
                and(
                        command,
                        "cli.internal.command",
                        "test.policy.internal.coverage",
                        "test.policy.internal.file",
                        "test.policy.internal.mutation",
                        "test.policy.internal.run",
                        "test.policy.internal.suite"));
        row(
                "cli.internal.agents",
                and(
                        command,
                        "cli.internal.command",
                        "agents.internal.gateway",
                        "agents.internal.hook",
                        "agents.proxy",
                        "page",
                        "page.internal",
                        "runtime.audit",
                        "runtime.store"));
        row(
                "cli",
                and(
                        command,
                        internal + "read",
                        "cli.internal.agents",
                        "cli.internal.audit",
                        "cli.internal.command",
                        "cli.internal.decide",
                        "cli.internal.policy",
                        "cli.internal.test"));

        HostPackages.add(api, internal);
    }

    private PackageTable() {}

    static void row(String room, String... mayUse) {
        ROWS.put(room, new TreeSet<>(List.of(mayUse)));
    }

    static String[] and(String[] some, String... more) {
        return Stream.concat(Stream.of(some), Stream.of(more)).toArray(String[]::new);
    }
}
