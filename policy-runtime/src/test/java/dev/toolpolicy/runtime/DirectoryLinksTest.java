package dev.toolpolicy.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.NormalPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ready-made resolver of links below a directory, against the operating system's own reading. */
class DirectoryLinksTest {
    private static final long SEED = Long.getLong("toolpolicy.seed", 20_261L);

    @TempDir
    Path folder;

    private Path root;
    private Function<String, Optional<String>> links;

    @BeforeEach
    void directory() throws IOException {
        root = Files.createDirectories(folder.resolve("ws"));
        links = links(root);
    }

    private static Function<String, Optional<String>> links(Path root) {
        PathSettings settings = PathSettings.plain().withLinks(root);
        return path -> settings.resolve(path).map(NormalPath::toString);
    }

    private void assertLeads(Path target, String path) {
        assertEquals(Optional.of(target.toString()), links.apply(path), path);
    }

    private void assertUnknown(String path) {
        assertEquals(Optional.empty(), links.apply(path), path);
    }

    @Test
    void aPathLeadsWhereItsLinksLead() throws IOException {
        Path outside = Files.createDirectories(folder.toRealPath().resolve("outside/deep"));
        Files.createDirectories(root.resolve("src"));
        Files.createSymbolicLink(root.resolve("src/out"), outside);
        Files.createSymbolicLink(root.resolve("in"), root.resolve("src"));
        assertLeads(root, "");
        assertLeads(root.resolve("src/new/deep"), "in/./new/deep");
        assertLeads(outside.resolve("a"), "in/out/a");
        assertLeads(outside.resolve("a"), root + "/src/../src/out/a");
        assertLeads(folder.toRealPath().resolve("b"), "../b");
    }

    @Test
    void aDotDotBehindALinkHasNoTarget() throws IOException {
        Path outside = Files.createDirectories(folder.resolve("outside/deep"));
        Files.createSymbolicLink(root.resolve("out"), outside);
        assertUnknown("out/..");
        assertUnknown("out/../new");
        assertUnknown("out/x/../../new");
        assertUnknown("src/../out/../new");
        assertLeads(outside.toRealPath().resolve("new"), "out/x/../new");
    }

    @Test
    void whatCannotBeReadHasNoTarget() throws IOException {
        Files.createSymbolicLink(root.resolve("dangling"), root.resolve("nowhere"));
        Files.createSymbolicLink(root.resolve("loop"), root.resolve("loop"));
        Files.createFile(root.resolve("file"));
        for (String path : List.of("dangling", "dangling/x", "loop", "loop/x", "file/x", "a\0b", "n".repeat(300))) {
            assertUnknown(path);
        }
    }

    @Test
    void aRootBehindALinkIsTheWorkspace() throws IOException {
        Path other = Files.createSymbolicLink(folder.resolve("other"), root);
        assertEquals(Optional.of(other.resolve("a").toString()), links(other).apply("a"));
        assertEquals(Optional.of(other.resolve("a").toString()), links(other).apply(root.toRealPath() + "/a"));
    }

    @Test
    void homeIsExpandedBeforeLinksAreResolved() throws IOException {
        Path home = Files.createDirectories(folder.resolve("home"));
        Files.createSymbolicLink(home.resolve("link"), folder.resolve("ws"));
        PathSettings settings =
                PathSettings.plain().withHome(home.toString(), true).withLinks(root);
        assertEquals(Optional.of(NormalPath.of(root.resolve("x").toString())), settings.resolve("~/link/x"));
    }

    @Test
    void theSystemReadsRandomPathsInTheSameWay() throws IOException {
        Random random = new Random(SEED);
        for (int tree = 0; tree < 40; tree++) {
            List<Path> places = tree(random, Files.createDirectory(folder.resolve("tree" + tree)));
            Function<String, Optional<String>> resolver = links(places.get(0));
            for (int i = 0; i < 200; i++) {
                String path = path(random);
                Path written = places.get(0).resolve(path);
                Optional<String> told = resolver.apply(path);
                for (Path read : List.of(written, written.normalize())) {
                    Optional<Path> opened = opened(read);
                    if (told.isPresent() && opened.isPresent()) {
                        Path real = places.get(0).toRealPath();
                        Path target = Path.of(told.get());
                        Path resolved = target.startsWith(places.get(0))
                                ? real.resolve(places.get(0).relativize(target))
                                : target;
                        assertEquals(opened.get(), resolved, "seed " + SEED + ", " + read);
                    }
                }
                if (told.isEmpty() && opened(written).isPresent()) {
                    assertTrue(path.contains(".."), "seed " + SEED + ", " + written);
                }
            }
        }
    }

    /** Makes folders and links below a folder, and returns the folder of relative paths and the others. */
    private static List<Path> tree(Random random, Path folder) throws IOException {
        List<Path> places = new ArrayList<>(List.of(Files.createDirectories(folder.resolve("a/b"))));
        for (int i = 0; i < 12; i++) {
            Path parent = places.get(random.nextInt(places.size()));
            Path place = parent.resolve(name(random));
            if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
                places.add(
                        random.nextBoolean()
                                ? Files.createDirectory(place)
                                : Files.createSymbolicLink(place, places.get(random.nextInt(places.size()))));
            }
        }
        return places;
    }

    private static String name(Random random) {
        return String.valueOf((char) ('a' + random.nextInt(4)));
    }

    private static String path(Random random) {
        StringBuilder path = new StringBuilder(name(random));
        for (int i = random.nextInt(6); i > 0; i--) {
            path.append('/').append(random.nextInt(3) == 0 ? ".." : name(random));
        }
        return path.toString();
    }

    /** Returns what the system opens or creates by a path; empty if it can't. */
    private static Optional<Path> opened(Path path) {
        try {
            return Optional.of(path.toRealPath());
        } catch (IOException missing) {
            try {
                boolean isNew = !path.endsWith("..") && !Files.isSymbolicLink(path);
                return isNew
                        ? Optional.of(path.getParent().toRealPath().resolve(path.getFileName()))
                        : Optional.empty();
            } catch (IOException unreadable) {
                return Optional.empty();
            }
        }
    }
}
