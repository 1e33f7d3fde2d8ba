package dev.toolpolicy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The table of packages: which package may use which. A new package gets its row here first. */
final class PackageTable {
    /** Each package, named below the root package, with those that it may use beside itself, from the bottom up. */
    static final Map<String, Set<String>> ROWS = new TreeMap<>();

    /** The rooms of what users hold, which are one slice. */
    static final List<String> FACE = List.of("runtime", "runtime.approval", "runtime.call", "runtime.store");

    /** The types of {@link #FACE} through which users come in: each makes something of the rooms named here. */
    static final Map<String, Set<String>> DOORS = Map.of(
            "runtime.PolicyEngine", Set.of("runtime.internal.load"),
            "runtime.PolicyEngineBuilder",
                    Set.of("runtime.internal.engine", "runtime.internal.load", "runtime.internal.remember"),
            "runtime.approval.Approval", Set.of("runtime.internal.approve"),
            "runtime.approval.Approvals", Set.of("runtime.internal.remember"),
            "runtime.approval.ApprovalRequest", Set.of("runtime.internal.approve"));

    static {
        String[] api = {
            "", "annotation", "event", "rule", "schema", "stream", "internal.text", "internal.json", "internal.schema"
        };
        row("internal.text");
        row("schema", "internal.text");
        row("internal.schema", "schema");
        row("internal.json", "schema", "internal.text");
        row("annotation");
        row("rule", "schema", "internal.schema", "annotation");
        row("event", "schema", "annotation", "rule", "internal.text");
        row("stream", "schema", "event", "internal.text");
        row("", "schema", "annotation", "rule", "stream", "event", "internal.text", "internal.json");

        String internal = "analysis.internal.";
        String automaton = internal + "automaton.";
        row("analysis", "schema");
        row(internal + "text", "internal.text");
        row(internal + "graph", "annotation");
        row(automaton + "pattern");
        row(automaton + "build", automaton + "pattern");
        row(automaton + "match", automaton + "pattern", automaton + "build");
        row(automaton + "glob", "schema", automaton + "pattern", automaton + "build");
        row(automaton + "host", automaton + "pattern", automaton + "build");
        String shell = internal + "shell.";
        row(shell + "line", automaton + "pattern", automaton + "build");
        row(shell + "pattern", automaton + "pattern", automaton + "build", shell + "line");
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
                and(
                        api,
                        "analysis",
                        internal + "read",
                        automaton + "glob",
                        automaton + "pattern",
                        automaton + "build",
                        shell + "line",
                        shell + "match",
                        shell + "pattern"));
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
        row(internal + "compare", and(check, internal + "check"));
        String[] below = and(api, internal + "text");
        // What users hold: they name each other, and only their doors know how they are made.
        String[] face = and(below, "analysis", "runtime", "runtime.internal.fault");
        for (String room : FACE) {
            row(room, and(face, FACE.toArray(String[]::new)));
        }
        row("runtime.audit", and(api, "runtime.internal.fault"));
        row("runtime.internal.load", and(check, internal + "check", internal + "compare", "runtime"));

        // The way of a call, from the bottom up.
        row("runtime.internal.fault", "", "internal.text");
        String[] read = and(and(below, FACE.toArray(String[]::new)), "runtime.internal.fault");
        row("runtime.internal.read", read);
        String[] decide = and(
                read,
                internal + "read",
                internal + "number",
                internal + "check",
                automaton + "pattern",
                automaton + "build",
                automaton + "match",
                internal + "shell.match",
                "runtime.internal.read");
        row("runtime.internal.decide", decide);
        row("runtime.internal.flow", and(read, internal + "read", "internal.schema", "runtime.internal.read"));
        row("runtime.internal.remember", and(read, internal + "read", "internal.schema", "runtime.internal.flow"));
        row("runtime.internal.approve", read);
        String[] run = and(
                read,
                internal + "read",
                "runtime.internal.read",
                "runtime.internal.decide",
                "runtime.internal.flow",
                "runtime.internal.remember",
                "runtime.internal.approve");
        row("runtime.internal.run", run);
        row(
                "runtime.policy",
                and(
                        read,
                        "analysis",
                        internal + "check",
                        internal + "graph",
                        "runtime.internal.load",
                        "runtime.internal.remember"));
        row(
                "runtime.internal.engine",
                and(
                        and(check, internal + "check", internal + "compare"),
                        and(run, "runtime.internal.run", "runtime.internal.load", "runtime", "runtime.policy")));
        row(
                "runtime.internal.adapter",
                and(
                        read,
                        "internal.schema",
                        "runtime",
                        "runtime.internal.read",
                        "runtime.internal.run",
                        "runtime.internal.engine"));

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

        row(
                "config.internal.document",
                and(api, "analysis", internal + "read", internal + "text", "runtime", "runtime.internal.load"));
        row(
                "config.internal.read",
                and(
                        check,
                        internal + "check",
                        "internal.text",
                        "config.internal.document",
                        "runtime",
                        "runtime.internal.load"));
        row("config.internal.write", and(api, internal + "check"));
        row(
                "config",
                and(
                        check,
                        internal + "check",
                        internal + "text",
                        "config.internal.document",
                        "config.internal.read",
                        "config.internal.write",
                        "runtime.internal.engine",
                        "runtime",
                        "runtime.internal.load"));
        row(
                "config.host",
                and(api, internal + "read", "analysis", "internal.text", "config", "runtime", "runtime.store"));
        row("jdbc", "event", "runtime.audit", "runtime.store", "runtime.internal.fault", "runtime.internal.remember");
        String[] stream = and(
                below,
                "runtime.call",
                "runtime.internal.fault",
                "runtime.internal.read",
                "runtime.internal.adapter",
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
                        "runtime.store",
                        "runtime.internal.run",
                        "runtime.internal.engine",
                        "runtime.internal.flow",
                        "stream.internal.wire",
                        "runtime.internal.remember",
                        "runtime.internal.decide"));
        row("stream.internal.wire", and(below, "runtime.internal.read", "runtime.internal.adapter"));
        row("page.internal");
        row(
                "page",
                and(
                        below,
                        "page.internal",
                        internal + "text",
                        "runtime",
                        "runtime.internal.approve",
                        "runtime.approval",
                        "runtime.store",
                        "runtime.internal.fault",
                        "stream.internal.wire"));
        String imports = "agents.importing.internal.";
        row(imports + "source", internal + "text", "schema", "runtime", "config.internal.document");
        row(
                imports + "rule",
                "",
                "schema",
                "annotation",
                "rule",
                "config.internal.read",
                internal + "read",
                internal + "shell.line",
                automaton + "pattern",
                imports + "source");
        row(
                imports + "read",
                "annotation",
                "rule",
                "config.internal.read",
                "runtime.internal.load",
                imports + "source",
                imports + "rule");
        row(
                imports + "arrange",
                "annotation",
                "rule",
                "internal.text",
                "config.internal.read",
                "config.internal.write",
                "runtime.internal.load",
                imports + "source",
                imports + "rule");
        row("agents.internal.local", "schema", "runtime.call", "runtime.store");
        row(
                "agents.importing",
                "",
                "analysis",
                "annotation",
                "rule",
                "schema",
                "internal.text",
                "config",
                "config.internal.read",
                internal + "read",
                "runtime",
                "runtime.call",
                "runtime.internal.load",
                imports + "source",
                imports + "rule",
                imports + "read",
                imports + "arrange",
                "agents.internal.local");
        row(
                "agents.internal.export",
                "",
                "analysis",
                "annotation",
                "rule",
                "schema",
                "internal.text",
                internal + "compare",
                internal + "shell.line",
                "config",
                "config.host",
                "config.internal.read",
                "config.internal.write",
                "runtime",
                "runtime.call",
                "runtime.internal.load",
                "agents.importing",
                imports + "rule",
                imports + "read");
        String[] agent = and(
                api,
                "agents.internal.local",
                "analysis",
                "config",
                internal + "text",
                "runtime",
                "runtime.call",
                "runtime.audit",
                "runtime.approval",
                "runtime.store");
        row(
                "agents.internal.hook",
                and(
                        agent,
                        "config.internal.read",
                        internal + "shell.line",
                        "runtime.internal.adapter",
                        "runtime.internal.engine",
                        "runtime.internal.remember"));
        row(
                "agents.internal.gateway",
                and(
                        agent,
                        "config.host",
                        "page",
                        "page.internal",
                        "runtime.internal.adapter",
                        "runtime.internal.approve",
                        "runtime.internal.engine",
                        "stream.internal.wire"));
        row(
                "agents.proxy",
                and(
                        stream,
                        "config",
                        "page",
                        "page.internal",
                        "runtime",
                        "runtime.audit",
                        "runtime.internal.approve",
                        "runtime.store",
                        "stream.gate",
                        "stream.run",
                        "stream.internal.wire"));
        CommandPackages.add(api, internal);
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
