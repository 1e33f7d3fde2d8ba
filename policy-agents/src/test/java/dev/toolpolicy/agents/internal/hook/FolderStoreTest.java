package dev.toolpolicy.agents.internal.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.SessionStore.State;
import dev.toolpolicy.runtime.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FolderStoreTest {
    private static final int MOST = 5;

    @TempDir
    Path folder;

    private SessionStore store;

    @BeforeEach
    void open() {
        store = FolderStore.open(folder.resolve("sessions"), MOST);
    }

    private State put(String session, State before, Map<String, JsonNode> parts) {
        return store.replace(session, before, parts).orElseThrow();
    }

    private State read(String session) {
        return store.read(session, State.NONE);
    }

    @Test
    void whatWasStoredIsReadByAnotherProcess() {
        Map<String, JsonNode> parts =
                Map.of("a", IntNode.valueOf(1), "é\ud83d", TextNode.valueOf("\u0000\ud83d\u2028"));
        State stored = put("s", State.NONE, parts);

        SessionStore other = FolderStore.open(folder.resolve("sessions"), MOST);
        assertThat(other.read("s", State.NONE)).isEqualTo(stored);
        assertThat(other.read("s", stored)).isSameAs(stored);
        assertThat(other.read("t", State.NONE)).isSameAs(State.NONE);
        assertThat(other.find("é", "é", false, 9))
                .extracting(SessionStore.Part::session)
                .containsExactly("s");
    }

    @Test
    void namesThatCallsBroughtNeverMakeASessionUnreadable() {
        for (String name : List.of("\ud83d", "\ude00\ud83d", "\u0000", "\u2028", "", "é")) {
            JsonNode value = JsonNodeFactory.instance.objectNode().set(name, IntNode.valueOf(1));
            State stored = put(name, State.NONE, Map.of(name, value));
            assertThat(FolderStore.open(folder.resolve("sessions"), MOST).read(name, State.NONE))
                    .as("%s", (Object) name.chars().boxed().toList())
                    .isEqualTo(stored);
            store.delete(name);
        }
    }

    @Test
    void whatIsNotJsonIsRefusedBeforeItIsWritten() {
        State stored = put("s", State.NONE, Map.of());
        assertThatThrownBy(() -> store.replace("s", stored, Map.of("a", DoubleNode.valueOf(Double.NaN))))
                .isInstanceOf(StoreException.class);
        assertThat(read("s")).isEqualTo(stored);
    }

    @Test
    void aChangeThatComesSecondIsRefused() {
        State one = put("s", State.NONE, Map.of());
        assertThat(store.replace("s", State.NONE, Map.of())).isEmpty();
        State two = put("s", one, Map.of("a", IntNode.valueOf(2)));
        assertThat(store.replace("s", one, Map.of())).isEmpty();
        assertThat(read("s")).isEqualTo(two);
    }

    @Test
    void idsThatDifferInHalfACharacterAreTwoSessions() {
        put("\ud83d", State.NONE, Map.of("a", IntNode.valueOf(1)));
        assertThat(read("\ude00")).isSameAs(State.NONE);
        assertThat(read("../s")).isSameAs(State.NONE);
    }

    @Test
    void aDeletedSessionNeverGetsAnOldVersion() {
        Set<Long> versions = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            assertThat(versions.add(put("s", State.NONE, Map.of()).version())).isTrue();
            store.delete("s");
        }
    }

    @Test
    void aFullFolderTakesNoNewSession() {
        for (int i = 0; i < MOST; i++) {
            put("s" + i, State.NONE, Map.of());
        }
        assertThatThrownBy(() -> store.replace("t", State.NONE, Map.of()))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        thrown -> assertThat(thrown.isFull()).isTrue());
        put("s0", read("s0"), Map.of("a", IntNode.valueOf(1)));
    }

    @Test
    void theLongestUnchangedAreDeletedFirst() throws IOException {
        for (int i = 0; i < 4; i++) {
            put("s" + i, State.NONE, Map.of("a", IntNode.valueOf(i)));
        }
        List<Path> files = new ArrayList<>();
        try (var all = Files.newDirectoryStream(folder.resolve("sessions"), "*.json")) {
            all.forEach(files::add);
        }
        for (int i = 0; i < 3; i++) {
            Files.setLastModifiedTime(files.get(i), FileTime.from(Instant.ofEpochSecond(100 + i)));
        }
        assertThat(store.deleteUnchanged(Instant.ofEpochSecond(1_000), 2)).isEqualTo(2);
        assertThat(files.get(0)).doesNotExist();
        assertThat(files.get(1)).doesNotExist();
        assertThat(store.deleteUnchanged(Instant.ofEpochSecond(1_000), 2)).isEqualTo(1);
        assertThat(store.find("", "", false, 9)).hasSize(1);
    }

    @Test
    void sessionsThatWereNotUsedForAMonthAreDeletedOnceADay() throws IOException {
        FolderStore folderStore = FolderStore.open(folder.resolve("sessions"), MOST);
        put("new", State.NONE, Map.of());
        age(29);
        folderStore.deleteOld();
        assertThat(read("new")).isNotEqualTo(State.NONE);
        age(31);
        folderStore.deleteOld();
        assertThat(read("new")).as("looked for today").isNotEqualTo(State.NONE);
        Files.setLastModifiedTime(
                folder.resolve("sessions/looked"), FileTime.from(Instant.now().minus(Duration.ofDays(2))));
        folderStore.deleteOld();
        assertThat(read("new")).isEqualTo(State.NONE);
    }

    private void age(int days) throws IOException {
        try (var all = Files.newDirectoryStream(folder.resolve("sessions"), "*.json")) {
            for (Path file : all) {
                Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(days))));
            }
        }
    }

    @Test
    void aDamagedFileIsAnErrorAndNoNewSession() throws IOException {
        put("s", State.NONE, Map.of("a", IntNode.valueOf(1)));
        try (var all = Files.newDirectoryStream(folder.resolve("sessions"), "*.json")) {
            for (Path file : all) {
                Files.writeString(file, "{\"session\":\"s\",\"version\":0,\"parts\":[]}");
            }
        }
        assertThatThrownBy(() -> read("s")).isInstanceOf(StoreException.class).hasMessageContaining("damaged");
        assertThatThrownBy(() -> store.replace("s", State.NONE, Map.of())).isInstanceOf(StoreException.class);
    }

    @Test
    void aFolderThatOthersCanWriteToIsRefused() throws IOException {
        Path open = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> FolderStore.open(open, MOST)).hasMessageContaining("chmod 700");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("sessions"))))
                .isEqualTo("rwx------");
    }

    /** A folder that was made before can be one that others may read, and arguments of calls can be secret. */
    @Test
    void filesAreTheOwnersAlone() throws IOException {
        Path readable = Files.createDirectory(folder.resolve("readable"));
        Files.setPosixFilePermissions(readable, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(readable.resolve("next"), "left by a crash");
        FolderStore.open(readable, MOST).replace("s", State.NONE, Map.of("a", IntNode.valueOf(1)));
        try (var files = Files.newDirectoryStream(readable, "*.json")) {
            assertThat(Files.getPosixFilePermissions(files.iterator().next()))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
    }

    @Test
    void noChangeOfManyIsLost() throws Exception {
        int threads = 4;
        int each = 25;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<String>> work = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                String name = "t" + i;
                SessionStore own = FolderStore.open(folder.resolve("sessions"), MOST);
                work.add(() -> {
                    for (int n = 1; n <= each; n++) {
                        State now = own.read("s", State.NONE);
                        Map<String, JsonNode> parts = new LinkedHashMap<>(now.parts());
                        parts.put(name, IntNode.valueOf(n));
                        n -= own.replace("s", now, parts).isPresent() ? 0 : 1;
                    }
                    return name;
                });
            }
            for (Future<String> done : pool.invokeAll(work)) {
                assertThat(read("s").parts().get(done.get())).isEqualTo(IntNode.valueOf(each));
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void anOldSessionLeavesWhatMustStay() throws IOException {
        put("s", State.NONE, Map.of("flow/label/x", IntNode.valueOf(1), "a", IntNode.valueOf(2)));
        Instant later = Instant.now().plus(Duration.ofDays(1));

        assertThat(store.deleteUnchanged(later, 9)).isEqualTo(1);

        State left = read("s");
        assertThat(left.parts()).containsOnlyKeys("flow/label/x");
        assertThat(store.deleteUnchanged(later, 9)).isZero();
        assertThat(store.find("", "", false, 9)).isEmpty();
        assertThat(store.replace("s", State.NONE, Map.of())).isEmpty();
        put("s", left, Map.of("a", IntNode.valueOf(3)));
        assertThat(read("s").parts()).containsOnlyKeys("a");
        assertThat(store.deleteUnchanged(later, 9)).isEqualTo(1);
        assertThat(read("s")).isSameAs(State.NONE);
    }

    @Test
    void aCounterStaysUntilItsTimeIsOver() {
        Instant later = Instant.now().plus(Duration.ofDays(1));
        putCounter("limit/x", later);
        putCounter("limit/y", Instant.now().minusSeconds(1));
        store.deleteUnchanged(later, 9);
        store.deleteUnchanged(later, 9);
        assertThat(read("limit/x").parts()).containsOnlyKeys("limit");
        assertThat(read("limit/y")).isSameAs(State.NONE);
    }

    private void putCounter(String id, Instant until) {
        put(
                id,
                State.NONE,
                Map.of("limit", JsonNodeFactory.instance.objectNode().put("until", until.toString())));
    }

    @Test
    void aClearedSessionLeavesNothing() {
        put("s", State.NONE, Map.of("flow/label/x", IntNode.valueOf(1)));
        store.deleteUnchanged(Instant.now().plus(Duration.ofDays(1)), 9);

        store.delete("s");

        assertThat(read("s")).isSameAs(State.NONE);
    }
}
