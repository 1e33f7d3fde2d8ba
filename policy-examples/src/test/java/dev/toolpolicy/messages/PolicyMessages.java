package dev.toolpolicy.messages;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.policy.CallKey;
import dev.toolpolicy.runtime.policy.KeyedDependency;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.policy.ReadBeforeWritePolicy;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.schema.NormalPath;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Session policies and stored approvals. */
final class PolicyMessages extends MessageCases {
    @Override
    void addAll() {
        policies();
        files();
        keys();
        storedApprovals();
        suspended();
    }

    private void policies() {
        ToolPolicy both = Policies.requires("deploy", "test", "build");
        add("a requirement", engine(both), "deploy", "{}");
        addLast("a requirement, half met", engine(both), "test", "deploy");
        ToolPolicy keyed = Policies.keyed(KeyedDependency.of("merge", CallKey.at("/pull"))
                .after("review", CallKey.at("/pull"))
                .denyWhenMissing());
        addLast("a requirement with a key", engine(keyed), "review {\"pull\":1}", "merge {\"pull\":2}");
        add("a requirement, the key is missing", engine(keyed), "merge", "{}");
        add("not read", engine(ReadBeforeWritePolicy.standard()), "write_file", "{\"path\":\"a\"}");
        add("a policy that needs approval", engine(Policies.approval("deploy")), "deploy", "{}");
        addLast("a quota of one", engine(LimitPolicy.quota(1, "deploy")), "deploy", "deploy");
        addLast("a quota of two", engine(LimitPolicy.quota(2, "deploy")), "deploy", "deploy", "deploy");
        addLast(
                "a rate",
                engine(LimitPolicy.rate(2, Duration.ofMinutes(1), "deploy"))
                        .sessions(SessionSettings.inMemory().withClock(CLOCK)),
                "deploy",
                "deploy",
                "deploy");
        add("any of two", engine(Policies.anyOf("either", both, Policies.approval("deploy"))), "deploy", "{}");
        add("any of none", engine(Policies.anyOf("none")), "deploy", "{}");
        add("all of two", engine(Policies.allOf("all", both, Policies.approval("deploy"))), "deploy", "{}");
        add(
                "a policy of the service",
                engine(new ScriptedPolicy(
                        "office_hours", () -> PolicyDecision.deny("Payments run from 8:00 to 18:00 UTC"))),
                "deploy",
                "{}");
    }

    private void files() {
        String file = "{\"path\":\"a\"}";
        ReadBeforeWritePolicy files = ReadBeforeWritePolicy.of(List.of("read_file"), List.of("write_file"));
        add("not read, one tool that reads", engine(files), "write_file", file);
        add("no file named", engine(files.denyWhenMissing()), "write_file", "{}");
        add(
                "outside of the workspace",
                engine(files.withPaths(NormalPath.Form.PLAIN.inWorkspace("/ws"))),
                "write_file",
                "{\"path\":\"/etc/passwd\"}");
        AtomicInteger versions = new AtomicInteger();
        addLast(
                "changed since it was read",
                engine(files.denyingStaleReads(path -> Optional.of("" + versions.incrementAndGet()))),
                "read_file " + file,
                "write_file " + file);
    }

    private void keys() {
        CallKey pull = CallKey.at("/pull");
        addLast(
                "a quota of a key",
                engine(LimitPolicy.quota(1, "review").perKey(pull)),
                "review {\"pull\":1}",
                "review {\"pull\":1}");
        addLast(
                "too many keys",
                engine(LimitPolicy.quota(1, "review").perKey(pull).maxKeys(1)),
                "review {\"pull\":1}",
                "review {\"pull\":2}");
        add(
                "an empty key",
                engine(Policies.keyed(KeyedDependency.of("merge", CallKey.by("branch", call -> Optional.of("")))
                        .after("review", pull))),
                "merge",
                "{}");
        KeyedDependency either =
                KeyedDependency.of("merge", pull).after("review", pull).after("deploy", pull);
        add("a requirement of one of two with a key", engine(Policies.keyed(either)), "merge", "{\"pull\":1}");
        add("a requirement of two with a key", engine(Policies.keyed(either.all())), "merge", "{\"pull\":1}");
        add(
                "a policy that needs approval for a key",
                engine(Policies.approval("approval_required", ToolSelector.named(List.of("review")), pull)),
                "review",
                "{\"pull\":1}");
    }

    /** Calls that are resumed with an approval of the store that doesn't let them run. */
    private void storedApprovals() {
        PolicySession session = engine().build().session("s");
        add("resumed without an answer", session.calls().resume(asked(session)).forModel());
        String declined = asked(session);
        session.policies()
                .approvals()
                .decline(session.policies().approvals().find(declined).orElseThrow(), "the reviewer", "no");
        add("resumed after a decline", session.calls().resume(declined).forModel());
        String used = asked(session);
        session.policies()
                .approvals()
                .approve(session.policies().approvals().find(used).orElseThrow(), "the reviewer");
        session.calls().resume(used).approved().orElseThrow().succeeded(TextNode.valueOf("done"));
        add("resumed twice", session.calls().resume(used).forModel());
        String expired = asked(session, Duration.ofMillis(1));
        LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        add("resumed too late", session.calls().resume(expired).forModel());
        String other = asked(session);
        session.policies()
                .approvals()
                .approve(session.policies().approvals().find(other).orElseThrow(), "the reviewer");
        add(
                "an approval of another call",
                session.calls()
                        .call("c", "write")
                        .append("{\"path\":\"src/b\"}")
                        .finish(other)
                        .forModel());
        add(
                "an approval that is unknown",
                session.calls().call("c", "write").append(ASKED).finish("none").forModel());
    }

    /** Calls that are resumed with handlers. */
    private void suspended() {
        PolicySession session = engine().build().session("s");
        ToolHandlers handlers = handlers((given, call) -> "done", PATIENCE);
        String waiting = asked(session);
        add("resumed while it waits", session.calls().resume(waiting, handlers));
        session.policies()
                .approvals()
                .decline(session.policies().approvals().find(waiting).orElseThrow(), "the reviewer", "not today");
        add("resumed with handlers after a decline", session.calls().resume(waiting, handlers));
    }

    private static String asked(PolicySession session) {
        return asked(session, Duration.ofMinutes(5));
    }

    private static String asked(PolicySession session, Duration validity) {
        ToolCallStream call = session.calls().call("c", "write").append(ASKED);
        call.finish();
        return session.calls().requestApproval(call, validity).id();
    }
}
