package dev.toolpolicy.agents.internal.hook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.agents.internal.local.FolderLock;
import dev.toolpolicy.internal.json.JsonDigest;
import dev.toolpolicy.runtime.internal.remember.StoredJson;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A store of sessions in a folder of this machine: one file a session, which is replaced as a whole. Any number of
 * processes may share it. Reading takes no lock; changes take the folder's. A file that can't be read is an error, so
 * the calls of its session are denied.
 */
final class FolderStore implements SessionStore {
    private static final String SUFFIX = ".json";
    /** What must stay of a session that was deleted because it was old, beside where its file was. */
    private static final String LASTING = ".left";

    private static final String LOCK = "lock";
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int LONGEST = 64 << 20;
    private static final Duration KEPT = Duration.ofDays(30);
    private static final int MOST_AT_ONCE = 1_000;

    private final Path folder;
    private final int most;
    private final FolderLock lock;

    private FolderStore(Path folder, int most) {
        this.folder = folder;
        this.most = most;
        this.lock = new FolderLock(folder.resolve(LOCK));
    }

    /**
     * Opens a folder, which is created for this user alone if it doesn't exist.
     *
     * @param folder the folder
     * @param sessions the maximum number of sessions, at least 1
     * @throws StoreException if it can't be created, or other users can write to it
     */
    static FolderStore open(Path folder, int sessions) {
        Path absolute = folder.toAbsolutePath().normalize();
        try {
            if (!Files.isDirectory(absolute)) {
                create(absolute);
            }
            PosixFileAttributeView view = Files.getFileAttributeView(absolute, PosixFileAttributeView.class);
            if (view != null && isWritableByOthers(view.readAttributes().permissions())) {
                throw new StoreException(
                        "other users can write to the folder of sessions " + absolute
                                + ": run chmod 700 on it, or name another one with --store",
                        null);
            }
        } catch (IOException e) {
            throw new StoreException("the folder of sessions can't be opened: " + e.getMessage(), e);
        }
        return new FolderStore(absolute, sessions);
    }

    private static void create(Path folder) throws IOException {
        Path parent = folder.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Files.createDirectories(folder);
        if (isPosix(folder)) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
    }

    private static boolean isWritableByOthers(Set<PosixFilePermission> permissions) {
        return permissions.stream()
                .anyMatch(EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE)::contains);
    }

    /** Deletes sessions that haven't changed for 30 days. It looks for them once a day. */
    void deleteOld() {
        Path looked = folder.resolve("looked");
        Instant now = Instant.now();
        try {
            boolean isToday = Files.exists(looked)
                    && Files.getLastModifiedTime(looked).toInstant().isAfter(now.minus(Duration.ofDays(1)));
            if (!isToday) {
                Files.write(looked, new byte[0]);
                deleteUnchanged(now.minus(KEPT), MOST_AT_ONCE);
            }
        } catch (IOException e) {
            throw new StoreException("old sessions can't be deleted: " + e.getMessage(), e);
        }
    }

    @Override
    public State read(String session, State known) {
        Saved saved = saved(file(session));
        return saved.state().version() == known.version() ? known : saved.state();
    }

    @Override
    public Optional<State> replace(String session, State before, Map<String, JsonNode> parts) {
        Path file = file(session);
        return lock.hold("a session can't be changed", () -> {
            State now = saved(file).state();
            if (now.version() != before.version()) {
                return Optional.empty();
            }
            if (!Files.exists(file) && files(SUFFIX).size() >= most) {
                throw StoreException.full("the folder of sessions " + folder + " is full: it holds " + most
                        + "; delete files of old sessions there");
            }
            State after = new State(RANDOM.nextLong(1, Long.MAX_VALUE), parts);
            write(file, session, after);
            Files.deleteIfExists(lasting(file));
            return Optional.of(after);
        });
    }

    @Override
    public void delete(String session) {
        Path file = file(session);
        lock.hold("a session can't be deleted", () -> {
            Files.deleteIfExists(lasting(file));
            return Files.deleteIfExists(file);
        });
    }

    @Override
    public int deleteUnchanged(Instant since, int limit) {
        return lock.hold("old sessions can't be deleted", () -> {
            Map<Path, FileTime> old = new LinkedHashMap<>();
            for (Path left : files(LASTING)) {
                if (Files.getLastModifiedTime(left).toInstant().isBefore(since)) {
                    isDropped(left);
                }
            }
            for (Path file : files(SUFFIX)) {
                FileTime changed = Files.getLastModifiedTime(file);
                if (changed.toInstant().isBefore(since)) {
                    old.put(file, changed);
                }
            }
            List<Path> first = old.entrySet().stream()
                    .sorted(Map.Entry.comparingByValue())
                    .limit(limit)
                    .map(Map.Entry::getKey)
                    .toList();
            int dropped = 0;
            for (Path file : first) {
                dropped += isDropped(file) ? 1 : 0;
            }
            return dropped;
        });
    }

    /**
     * Deletes a session's file, or what is left of a session, and keeps what must stay: it is looked at again after as
     * long. A file that can't be read stays, as do its denials.
     */
    private boolean isDropped(Path file) throws IOException {
        Saved saved;
        try {
            saved = saved(file);
        } catch (StoreException damaged) {
            return false;
        }
        Map<String, JsonNode> lasting = saved.state().lasting();
        if (!lasting.isEmpty() && lasting(file).equals(file)) {
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
            return false;
        } else if (!lasting.isEmpty()) {
            write(lasting(file), saved.session(), new State(RANDOM.nextLong(1, Long.MAX_VALUE), lasting));
        }
        Files.delete(file);
        return true;
    }

    private static Path lasting(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(LASTING) ? file : file.resolveSibling(name + LASTING);
    }

    @Override
    public List<Part> find(String prefix, String from, boolean newest, int limit) {
        List<Part> found = new ArrayList<>();
        try {
            for (Path file : files(SUFFIX)) {
                Saved saved = saved(file);
                saved.state().parts().forEach((name, value) -> {
                    if (name.startsWith(prefix) && name.compareTo(from) >= 0) {
                        found.add(new Part(saved.session(), name, value));
                    }
                });
            }
        } catch (IOException e) {
            throw new StoreException("sessions can't be listed: " + e.getMessage(), e);
        }
        found.sort(Comparator.comparing(Part::name, Part.order(newest)));
        return List.copyOf(found.subList(0, Math.min(limit, found.size())));
    }

    @Override
    public boolean isLocal() {
        return true;
    }

    /** A session as its file holds it. */
    private record Saved(String session, State state) {
        static final Saved NONE = new Saved("", State.NONE);
    }

    private List<Path> files(String suffix) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*" + suffix)) {
            all.forEach(files::add);
        }
        return files;
    }

    private Path file(String session) {
        ByteBuffer units = ByteBuffer.allocate(session.length() * Character.BYTES);
        units.asCharBuffer().put(session);
        return folder.resolve(HexFormat.of().formatHex(JsonDigest.sha256().digest(units.array())) + SUFFIX);
    }

    /** Reads a session, or what is left of it. Between the two readings it can begin again, so it is looked for twice. */
    private static Saved saved(Path file) {
        return read(file).or(() -> read(lasting(file))).or(() -> read(file)).orElse(Saved.NONE);
    }

    private static Optional<Saved> read(Path file) {
        String text;
        try {
            text = Files.readString(file);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new StoreException("a session can't be read: " + e.getMessage(), e);
        }
        JsonNode tree = StoredJson.read("session", text);
        Map<String, JsonNode> parts = new LinkedHashMap<>();
        tree.path("parts").properties().forEach(part -> parts.put(part.getKey(), part.getValue()));
        if (!tree.path("session").isTextual()
                || !tree.path("version").canConvertToLong()
                || !tree.path("parts").isObject()) {
            throw new StoreException("the file of a session is damaged: " + file, null);
        }
        return Optional.of(new Saved(
                tree.path("session").textValue(), new State(tree.path("version").longValue(), parts)));
    }

    /** Returns what makes a new file its owner's alone: arguments can be secret, and others may read the folder. */
    private static FileAttribute<?>[] forOwner(Path file) {
        FileAttribute<?> alone = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        return isPosix(file) ? new FileAttribute<?>[] {alone} : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** Replaces a session's file: after a crash there is the old or the new one, whole. */
    private void write(Path file, String session, State state) throws IOException {
        ObjectNode tree =
                JsonNodeFactory.instance.objectNode().put("session", session).put("version", state.version());
        ObjectNode parts = tree.putObject("parts");
        state.parts().forEach(parts::set);
        String text = StoredJson.write("session", tree, LONGEST);
        Path next = folder.resolve("next");
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
        Files.deleteIfExists(next); // a crash can leave it
        try (FileChannel channel = FileChannel.open(
                next, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), forOwner(next))) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
