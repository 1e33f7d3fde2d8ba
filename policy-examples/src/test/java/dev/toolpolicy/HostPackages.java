package dev.toolpolicy;

import static dev.toolpolicy.PackageTable.and;
import static dev.toolpolicy.PackageTable.row;

import java.util.List;

/** The rows of the adapters and of the fixtures for tests. */
final class HostPackages {
    private HostPackages() {}

    static void add(String[] api, String internal) {
        String[] host = and(
                api, "runtime", "runtime.internal.adapter", "runtime.call", "runtime.call", "runtime.internal.adapter");
        row(
                "langchain4j",
                and(host, "config.host", "runtime.approval", "runtime.internal.fault", "runtime.internal.read"));
        row("mcp", and(host, "config.host", internal + "text"));
        row("springai.internal", "config.host", "runtime.internal.adapter", internal + "text");
        row(
                "springai",
                and(
                        host,
                        "internal.text",
                        "config.host",
                        "runtime.approval",
                        "runtime.internal.engine",
                        "springai.internal"));
        row(
                "springboot",
                and(
                        host,
                        "config",
                        "config.host",
                        "config.internal.document",
                        "jdbc",
                        "micrometer",
                        "page",
                        "runtime.audit",
                        "runtime.call",
                        "runtime",
                        "runtime.approval",
                        "runtime.store",
                        "springai",
                        "springai.internal"));
        row(
                "adk",
                and(
                        host,
                        "config.host",
                        "runtime.approval",
                        "runtime.internal.engine",
                        "runtime.internal.run",
                        "runtime.store"));
        row("opentelemetry", host);
        row("micrometer", host);
        for (String name : List.of("openai", "anthropic")) {
            row(name, and(host, "runtime.internal.adapter"));
        }
        row("test.replay");
        row("test.internal", and(api, "analysis.internal.text"));
        row("test", and(host, "test.internal", "config", "config.host", "runtime", "runtime.approval", "test.replay"));
        String tested = "test.policy.internal.";
        row(
                tested + "file",
                and(
                        api,
                        "analysis",
                        internal + "check",
                        internal + "read",
                        "config.internal.document",
                        "config.internal.write",
                        "runtime",
                        "runtime.internal.engine"));
        String[] run = and(
                api,
                tested + "file",
                "runtime",
                "runtime.call",
                "runtime.call",
                "runtime.call",
                "runtime.internal.run",
                "runtime",
                "runtime.approval",
                "runtime.store",
                "runtime.call");
        row(tested + "run", run);
        String[] covered = and(
                run,
                "config.internal.write",
                tested + "run",
                internal + "check",
                internal + "read",
                "runtime.internal.load");
        row(tested + "coverage", covered);
        String[] mutated = and(covered, tested + "coverage", "analysis", "analysis.internal.compare");
        row(tested + "mutation", mutated);
        row(
                tested + "prove",
                and(
                        covered,
                        tested + "coverage",
                        "analysis",
                        internal + "search",
                        "analysis.internal.compare",
                        "runtime.internal.decide",
                        "runtime.internal.engine"));
        row(tested + "suite", and(mutated, tested + "mutation", tested + "prove", "config"));
        row("test.policy", and(mutated, tested + "mutation", tested + "prove", tested + "suite", "config"));
    }
}
