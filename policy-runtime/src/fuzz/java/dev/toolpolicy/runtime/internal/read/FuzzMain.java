package dev.toolpolicy.runtime.internal.read;

import com.code_intelligence.jazzer.Jazzer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks for texts that break {@link ParserFuzz}'s promises, guided by which code of ours they reach. It starts from the
 * tests' texts and from what earlier runs in the same folder found; a text that doesn't hold ends it with a failure,
 * and is printed as a test would write it. Run by {@code gradlew fuzz -Pminutes=N}.
 */
public final class FuzzMain {
    private FuzzMain() {}

    /**
     * Fuzzes.
     *
     * @param arguments the minutes, and the folder for what is found; then arguments of libFuzzer
     * @throws IOException if the folder can't be written to
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        long seconds = Math.max(1, Math.round(Double.parseDouble(arguments[0]) * 60));
        Path folder = Path.of(arguments[1]);
        Path found = Files.createDirectories(folder.resolve("found"));
        List<String> command = new ArrayList<>(List.of(
                "--target_class=" + ParserFuzz.class.getName(),
                "--instrumentation_includes=dev.toolpolicy.runtime.json.**:dev.toolpolicy.schema.**",
                "--disabled_hooks=*",
                "--reproducer_path=" + folder,
                "-artifact_prefix=" + folder + "/",
                "-max_total_time=" + seconds,
                "-max_len=400",
                "-timeout=60",
                "-rss_limit_mb=0",
                "-verbosity=0",
                "-print_final_stats=1"));
        command.addAll(List.of(arguments).subList(2, arguments.length));
        command.add(found.toString());
        command.add(seeds(folder.resolve("seeds")).toString());
        Jazzer.main(command.toArray(String[]::new));
    }

    /** The texts to start from. No class that is to be watched may be loaded here. */
    private static Path seeds(Path folder) throws IOException {
        Files.createDirectories(folder);
        List<byte[]> texts = FuzzSeeds.all();
        for (int i = 0; i < texts.size(); i++) {
            Files.write(folder.resolve("seed-" + i), texts.get(i));
        }
        return folder;
    }
}
