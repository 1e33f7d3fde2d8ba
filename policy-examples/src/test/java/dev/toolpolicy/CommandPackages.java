package dev.toolpolicy;

import static dev.toolpolicy.PackageTable.and;
import static dev.toolpolicy.PackageTable.row;

/** The rows of the command. */
final class CommandPackages {
    private CommandPackages() {}

    static void add(String[] api, String internal) {
        String[] command = and(api, "analysis", "config", "runtime", "runtime.call");
        row(
                "cli.internal.command",
                and(
                        command,
                        "agents.internal.gateway",
                        "config.host",
                        "config.internal.document",
                        "config.internal.read",
                        internal + "read",
                        internal + "text",
                        "runtime.internal.engine",
                        "runtime.internal.load",
                        "runtime.store"));
        row(
                "cli.internal.policy",
                and(
                        command,
                        "cli.internal.command",
                        internal + "check",
                        internal + "compare",
                        internal + "read",
                        internal + "text",
                        "runtime.internal.engine",
                        "runtime.internal.load",
                        "agents.importing",
                        "agents.internal.export",
                        "test.policy",
                        "test.policy.internal.coverage",
                        "test.policy.internal.file",
                        "test.policy.internal.prove",
                        "test.policy.internal.run"));
        row(
                "cli.internal.decide",
                and(
                        command,
                        "cli.internal.command",
                        "test.policy.internal.file",
                        "test.policy.internal.run",
                        internal + "text",
                        "runtime.call",
                        "runtime.approval",
                        "stream.internal.wire"));
        row("cli.internal.audit", and(command, "cli.internal.command", internal + "text"));
        row(
                "cli.internal.approvals",
                and(command, "cli.internal.command", "jdbc", "runtime.approval", "runtime.store"));
        row(
                "cli.internal.test",
                and(
                        command,
                        "cli.internal.command",
                        "test.policy.internal.coverage",
                        "test.policy.internal.file",
                        "test.policy.internal.mutation",
                        "test.policy.internal.prove",
                        "test.policy.internal.run",
                        "test.policy.internal.suite",
                        internal + "read",
                        "runtime.internal.load"));
        row(
                "cli.internal.agents",
                and(
                        command,
                        "cli.internal.approvals",
                        "cli.internal.command",
                        "jdbc",
                        "agents.internal.gateway",
                        "agents.internal.hook",
                        "agents.proxy",
                        "page",
                        "page.internal",
                        "runtime.approval",
                        "runtime.audit",
                        "runtime.store"));
        row(
                "cli",
                and(
                        command,
                        internal + "read",
                        "cli.internal.agents",
                        "cli.internal.approvals",
                        "cli.internal.audit",
                        "cli.internal.command",
                        "cli.internal.decide",
                        "cli.internal.policy",
                        "cli.internal.test"));
    }
}
