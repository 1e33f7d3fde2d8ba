package dev.toolpolicy.runtime.policy;

import static dev.toolpolicy.runtime.internal.remember.Sessions.allows;
import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static dev.toolpolicy.runtime.internal.remember.Sessions.denial;
import static dev.toolpolicy.runtime.internal.remember.Sessions.reason;
import static dev.toolpolicy.runtime.internal.remember.Sessions.run;
import static dev.toolpolicy.runtime.internal.remember.Sessions.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.internal.remember.CheckedCall;
import dev.toolpolicy.runtime.internal.remember.PolicyPreview;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.schema.NormalPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadBeforeWritePolicyTest {
    private static final ReadBeforeWritePolicy STANDARD = ReadBeforeWritePolicy.standard();

    private final Map<String, String> disk = new HashMap<>();

    private static ToolCall read(String path) {
        return call("read_file", "{'path':'" + path + "'}");
    }

    private static ToolCall write(String path) {
        return call("write_file", "{'path':'" + path + "'}");
    }

    private Optional<String> content(NormalPath path) {
        return Optional.ofNullable(disk.get(path.toString()));
    }

    @Test
    void anUnreadFileIsNotWritten() {
        PolicyDenial denied = denial(session(STANDARD), write("./a/b.txt")).orElseThrow();

        assertThat(denied.policy()).isEqualTo("read_before_write");
        assertThat(denied.reason())
                .isEqualTo("\"a/b.txt\" can be written only after it has been read in this session: call read_file or"
                        + " vfs_read_file first.");
        assertThat(denied.metadata())
                .isEqualTo(Map.of("tool", TextNode.valueOf("write_file"), "path", TextNode.valueOf("a/b.txt")));
    }

    @Test
    void everyToolOfTheDefaultsReadsOrWrites() {
        for (String reads : List.of("read_file", "vfs_read_file")) {
            for (String writes : List.of("write_file", "edit_file", "vfs_write_file", "vfs_edit_file")) {
                for (String field : List.of("path", "file_path", "filepath")) {
                    PolicyRegistry session = session(STANDARD);
                    String arguments = "{'" + field + "':'x'}";
                    assertThat(run(session, call(writes, arguments))).isFalse();
                    assertThat(run(session, call(reads, arguments))).isTrue();
                    assertThat(run(session, call(writes, "{'path':'x'}"))).isTrue();
                }
            }
        }
    }

    @Test
    void case19TheFirstFieldWithATextCounts() {
        assertThat(allows(session(STANDARD), call("write_file", "{'path':null,'file_path':'x'}")))
                .isFalse();
        assertThat(allows(session(STANDARD), call("write_file", "{'path':5,'filepath':'x'}")))
                .isFalse();
        PolicyRegistry session = session(STANDARD);
        run(session, call("read_file", "{'path':null,'file_path':'x'}"));
        assertThat(allows(session, write("x"))).isTrue();
        assertThat(allows(session, call("write_file", "{'path':'y','file_path':'x'}")))
                .isFalse();
    }

    @Test
    void case20PathsCountByTheirNormalForm() {
        PolicyRegistry session = session(STANDARD);
        run(session, read("./a/../cfg.yaml"));

        assertThat(allows(session, write("cfg.yaml"))).isTrue();
        assertThat(allows(session, write("cfg.yaml/"))).isTrue();
        assertThat(allows(session, write("/cfg.yaml")))
                .as("an absolute path is another")
                .isFalse();
        PolicyRegistry other = session(STANDARD);
        run(other, read("x/cfg.yaml"));
        assertThat(allows(other, write("cfg.yaml"))).isFalse();
    }

    @Test
    void case21InAWorkspaceAbsolutePathsAreRelative() {
        ReadBeforeWritePolicy policy = STANDARD.withPaths(NormalPath.Form.PLAIN.inWorkspace("/workspace"));
        PolicyRegistry session = session(policy);
        run(session, read("/workspace/c"));

        assertThat(allows(session, write("c"))).isTrue();
        assertThat(allows(session, write("workspace/c")))
                .as("below the workspace, not it")
                .isFalse();
        run(session, read("/workspacex/c"));
        assertThat(allows(session, write("/workspacex/c"))).isFalse();
        run(session, read("/workspace"));
        assertThat(allows(session, write("."))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../etc/passwd", "/etc/passwd", "/workspace/../etc/passwd", "a/../../b"})
    void case22WhatIsOutsideOfTheWorkspaceIsNeverWritten(String path) {
        PolicyRegistry session = session(STANDARD.withPaths(NormalPath.Form.PLAIN.inWorkspace("/workspace"))
                .allowingNewFiles(name -> false));
        run(session, read(path));

        assertThat(reason(session, write(path))).endsWith("is outside of the workspace, so it can't be written.");
    }

    @Test
    void aWriteWithoutATargetIsAllowedUnlessSaidOtherwise() {
        assertThat(allows(session(STANDARD), call("write_file"))).isTrue();
        assertThat(allows(session(STANDARD), call("write_file", "{'path':['a']}")))
                .isTrue();
        assertThat(reason(session(STANDARD.denyWhenMissing()), call("write_file", "{'path':null}")))
                .isEqualTo("write_file must name a file in path or file_path or filepath.");
    }

    @Test
    void aNewFileMayBeWrittenIfSoSaid() {
        disk.put("old", "1");
        PolicyRegistry session =
                session(STANDARD.allowingNewFiles(path -> content(path).isPresent()));

        assertThat(allows(session, write("new"))).isTrue();
        assertThat(allows(session, write("./old"))).isFalse();
        assertThat(allows(session(STANDARD), write("new")))
                .as("without a probe")
                .isFalse();
    }

    @Test
    void aProbeThatFailsDenies() {
        PolicyRegistry session = session(STANDARD.allowingNewFiles(path -> {
            throw new IllegalStateException("the disk is gone");
        }));

        assertThat(reason(session, write("new")))
                .isEqualTo("Not run: policy 'read_before_write' failed while it checked this call.");
    }

    @Test
    void aWriteCountsAsAReadIfSoSaid() {
        PolicyRegistry plain =
                session(STANDARD.allowingNewFiles(path -> content(path).isPresent()));
        PolicyRegistry counting = session(
                STANDARD.allowingNewFiles(path -> content(path).isPresent()).writesCountAsReads());
        for (PolicyRegistry session : List.of(plain, counting)) {
            assertThat(run(session, write("new"))).isTrue();
        }
        disk.put("new", "written");

        assertThat(allows(plain, write("new"))).isFalse();
        assertThat(allows(counting, write("new"))).isTrue();
    }

    @Test
    void aFailedReadIsNone() {
        PolicyRegistry session = session(STANDARD);
        Sessions.recordFailure(session, Sessions.check(session, read("a")));

        assertThat(allows(session, write("a"))).isFalse();
    }

    @Test
    void case24AFileThatChangedSinceItWasReadIsReadAgain() {
        disk.put("a", "1");
        PolicyRegistry session = session(STANDARD.denyingStaleReads(this::content));
        run(session, read("a"));
        assertThat(allows(session, write("a"))).isTrue();
        disk.put("a", "2");

        assertThat(reason(session, write("a")))
                .isEqualTo("\"a\" has changed since it was read: call read_file or vfs_read_file again.");
        run(session, read("a"));
        assertThat(allows(session, write("a"))).isTrue();
        disk.remove("a");
        assertThat(allows(session, write("a"))).isFalse();
    }

    @Test
    void twoPoliciesKeepTheirFingerprintsOfOneReading() {
        disk.put("a", "1");
        PolicyRegistry session = session(
                STANDARD.denyingStaleReads(this::content),
                STANDARD.named("another").denyingStaleReads(this::content));

        run(session, read("a"));

        assertThat(reason(session, write("a"))).isEqualTo("allowed");
    }

    @Test
    void aChangeDuringTheReadingIsOneAfterIt() {
        disk.put("a", "1");
        PolicyRegistry session = session(STANDARD.denyingStaleReads(this::content));
        CheckedCall reading = Sessions.check(session, read("a"));
        disk.put("a", "2");
        Sessions.recordSuccess(session, reading, NullNode.getInstance());

        assertThat(allows(session, write("a"))).isFalse();
    }

    @Test
    void readingsThatBeginAtOnceKeepTheirFingerprintsApart() {
        disk.put("a", "1");
        ManualClock clock = new ManualClock();
        PolicyRegistry session = new PolicyRegistry(
                "s", dev.toolpolicy.runtime.store.SessionSettings.inMemory().withClock(clock));
        session.register(STANDARD.denyingStaleReads(this::content));
        CheckedCall first = Sessions.check(session, read("a"));
        disk.put("a", "2");
        CheckedCall second = Sessions.check(session, read("a"));
        Sessions.recordSuccess(session, first, NullNode.getInstance());
        assertThat(allows(session, write("a"))).as("the first saw what is gone").isFalse();
        Sessions.recordSuccess(session, second, NullNode.getInstance());
        assertThat(allows(session, write("a")))
                .as("the owner of each is unknown")
                .isFalse();

        clock.pass(java.time.Duration.ofMillis(1));
        run(session, read("a"));
        assertThat(allows(session, write("a"))).isTrue();
        assertThat(session.snapshot().json().at("/record/files").toString())
                .isEqualTo("{\"read_before_write\":{\"read\":{\"a\":{\"as\":\"2\",\"by\":\"read_file\"}}}}");
    }

    @Test
    void aFailedReadingLeavesNothing() {
        disk.put("a", "1");
        PolicyRegistry session = session(STANDARD.denyingStaleReads(this::content));
        Sessions.recordFailure(session, Sessions.check(session, read("a")));

        assertThat(allows(session, write("a"))).isFalse();
        assertThat(session.snapshot().json().at("/record").isEmpty()).isTrue();
    }

    @Test
    void countedWritesUpdateTheKnownVersion() {
        disk.put("a", "1");
        PolicyRegistry session =
                session(STANDARD.denyingStaleReads(this::content).writesCountAsReads());
        run(session, read("a"));
        CheckedCall writing = Sessions.check(session, write("a"));
        disk.put("a", "2");
        Sessions.recordSuccess(session, writing, NullNode.getInstance());

        assertThat(allows(session, write("a"))).isTrue();
        disk.put("a", "3");
        assertThat(allows(session, write("a"))).isFalse();
    }

    @Test
    void aFingerprintThatFailsDeniesWritesAndForgetsReads() {
        boolean[] broken = {false};
        PolicyRegistry session = session(STANDARD.denyingStaleReads(path -> {
            if (broken[0]) {
                throw new IllegalStateException("the disk is gone");
            }
            return Optional.of("1");
        }));
        run(session, read("a"));
        broken[0] = true;
        assertThat(reason(session, write("a"))).endsWith("failed while it checked this call.");
        assertThat(run(session, read("a"))).as("reading is nothing to deny").isTrue();
        broken[0] = false;
        assertThat(allows(session, write("a"))).isFalse();
        run(session, read("a"));
        assertThat(allows(session, write("a"))).isTrue();
    }

    @Test
    void case25OtherNames() {
        PolicyRegistry session = session(ReadBeforeWritePolicy.of(Set.of("fetch"), Set.of("update", "delete"))
                .named("documents")
                .inFields("id"));

        assertThat(allows(session, write("a"))).isTrue();
        assertThat(reason(session, call("delete", "{'id':'a'}"))).contains("call fetch first.");
        run(session, call("fetch", "{'id':'a'}"));
        assertThat(allows(session, call("delete", "{'id':'a'}"))).isTrue();
        assertThat(denial(session, call("update", "{'id':'b'}")).orElseThrow().policy())
                .isEqualTo("documents");
    }

    @Test
    void case26WhatCantBeMeantIsRefused() {
        assertThatThrownBy(() -> ReadBeforeWritePolicy.of(Set.of("a", "b"), Set.of("c", "b")))
                .hasMessage("a tool must either read or write, but these do both: b");
        assertThatThrownBy(() -> ReadBeforeWritePolicy.of(Set.of(), Set.of("c")))
                .hasMessage("at least one tool that reads is required");
        assertThatThrownBy(() -> ReadBeforeWritePolicy.of(Set.of("a"), Set.of("")))
                .hasMessage("the name of a tool that writes must not be empty");
        assertThatThrownBy(STANDARD::inFields).hasMessage("at least one field that names the file is required");
        assertThatThrownBy(() -> STANDARD.named(" ")).hasMessage("policy name must not be empty");
    }

    @Test
    void aPreviewAnswersWhenTheFieldThatCountsIsCertain() {
        PolicyRegistry session = session(STANDARD);

        assertThat(session.preview(write("a"), false))
                .extracting(PolicyPreview::kind)
                .isEqualTo(PolicyPreview.Kind.DENIED);
        assertThat(session.preview(call("write_file", "{'file_path':'a'}"), false))
                .as("a path may still come")
                .extracting(PolicyPreview::kind)
                .isEqualTo(PolicyPreview.Kind.WAITING);
        assertThat(session.preview(call("write_file", "{'path':null,'file_path':'a'}"), false))
                .extracting(PolicyPreview::kind)
                .isEqualTo(PolicyPreview.Kind.DENIED);
        assertThat(session.preview(call("write_file", "{'content':'a'}"), false))
                .extracting(PolicyPreview::kind)
                .isEqualTo(PolicyPreview.Kind.WAITING);
        assertThat(session.preview(call("read_file"), false))
                .extracting(PolicyPreview::kind)
                .isEqualTo(PolicyPreview.Kind.ALLOWED);
    }

    /** The same as a keyed dependency: any tool that reads, before each tool that writes, with the same path. */
    @Test
    void itDecidesAsAKeyedPolicyOfTheSameTools() {
        List<String> reads = List.of("read_file", "view");
        List<String> writes = List.of("write_file", "delete");
        ReadBeforeWritePolicy policy = ReadBeforeWritePolicy.of(reads, writes).inFields("path");
        ToolPolicy keyed = Policies.keyed(writes.stream()
                .map(tool -> KeyedDependency.of(tool, CallKey.pathAt("/path")).after("read_file", "view"))
                .toArray(KeyedDependency[]::new));
        List<String> tools = List.of("read_file", "view", "write_file", "delete", "other");
        List<String> paths = List.of("a", "./a", "b/../a", "b", "b/", "/b", "../b", "", ".", "A");
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        Random random = new Random(seed);
        int allowed = 0;
        int denied = 0;
        for (int round = 0; round < 100; round++) {
            PolicyRegistry one = session(policy);
            PolicyRegistry other = session(keyed);
            List<ToolCall> history = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String tool = tools.get(random.nextInt(tools.size()));
                String path = paths.get(random.nextInt(paths.size()));
                ToolCall call = call(tool, random.nextInt(8) == 0 ? "{}" : "{'path':'" + path + "'}");
                history.add(call);
                boolean allows = allows(one, call);
                assertThat(allows(other, call))
                        .as("seed %d, round %d, %s", seed, round, history)
                        .isEqualTo(allows);
                allowed += allows && writes.contains(tool) ? 1 : 0;
                denied += allows ? 0 : 1;
                if (random.nextInt(3) == 0) {
                    run(one, call);
                    run(other, call);
                } else if (allows && random.nextBoolean()) {
                    Sessions.recordFailure(one, Sessions.check(one, call));
                    Sessions.recordFailure(other, Sessions.check(other, call));
                }
            }
        }
        assertThat(allowed).as("writes that are allowed").isGreaterThan(100);
        assertThat(denied).as("writes that are denied").isGreaterThan(100);
    }
}
