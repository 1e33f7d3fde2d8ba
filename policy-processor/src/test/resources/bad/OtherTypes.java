package demo;

import dev.toolpolicy.annotation.Tool;
import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

class Tools {
    @Tool
    record Report(
        Collection<String> authors,
        ArrayList<Path> files,
        TreeMap<String, Integer> counts,
        Map<String, Object> options,
        File target,
        UUID id,
        URI link,
        LocalDate day,
        char[] letters,
        boolean[] flags,
        Set<String>[] groups,
        List lines,
        List<Map> tables,
        Number ratio,
        Runnable action,
        @Nullable String[] names,
        List<? extends Path> roots) {}

    @Tool
    record Pair<A, B>(String name) {}

    @Tool
    interface Reader {
        String read(Path path);
    }

    @Tool
    enum Kind { ONE, TWO }

    @Tool(name = "größe")
    record Measure() {}
}
