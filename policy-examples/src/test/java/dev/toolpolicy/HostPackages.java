package dev.toolpolicy;

import static dev.toolpolicy.PackageTable.and;
import static dev.toolpolicy.PackageTable.row;

import java.util.List;

/** The rows of the adapters and of the fixtures for tests. */
final class HostPackages {
    private HostPackages() {}

    static void add(String[] api, String internal) {
        String[] host =
                and(api, "runtime", "runtime.adapter", "runtime.call", "runtime.turn", "runtime.internal.adapter");
        row("page.internal");
        row(
                "page",
                and(
                        api,
                        internal + "text",
                        "page.internal",
                        "runtime.display",
                        "runtime.permission",
                        "runtime.internal.fault",
                        "stream.internal.wire"));
        row("langchain4j", and(host, "config.host", "runtime.internal.json"));
        row("mcp", and(host, "config.host"));
        row("springai.internal", "config.host", internal + "text");
        row("springai", and(host, "text", "config.host", "springai.internal"));
        row(
                "springboot",
                and(
                        host,
                        "config",
                        "config.host",
                        "jdbc",
                        "micrometer",
                        "runtime.audit",
                        "runtime.decision",
                        "runtime.layer",
                        "runtime.permission",
                        "runtime.store",
                        "springai",
                        "springai.internal"));
        row("adk", and(host, "config.host", "runtime.session"));
        row("opentelemetry", host);
        row("micrometer", host);
        for (String name : List.of("openai", "anthropic")) {
            row(name, and(host, "runtime.internal.wire"));
        }
        row("test.replay");
        row("test.internal", and(api, "config.host", "runtime", "runtime.layer"));
        row(
                "test",
                and(
                        host,
                        "test.internal",
                        "config",
                        "config.host",
                        "runtime.layer",
                        "runtime.permission",
                        "test.replay"));
        String tested = "test.policy.internal.";
        row(tested + "file", and(api, "analysis", internal + "read", "config.internal.document", "runtime.layer"));
        String[] run = and(
                api,
                tested + "file",
                "runtime",
                "runtime.argument",
                "runtime.call",
                "runtime.decision",
                "runtime.internal.call",
                "runtime.layer",
                "runtime.permission",
                "runtime.session",
                "runtime.turn");
        row(tested + "run", run);
        String[] covered = and(run, tested + "run", internal + "check", internal + "read", "runtime.internal.layer");
        row(tested + "coverage", covered);
        String[] mutated = and(covered, tested + "coverage", "analysis", "analysis.compare");
        row(tested + "mutation", mutated);
        row(tested + "suite", and(mutated, tested + "mutation", "config"));
        row("test.policy", and(mutated, tested + "mutation", tested + "suite", "config"));
    }
}
