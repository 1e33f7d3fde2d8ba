package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.shared.BriefJava;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The command as it is installed, with its archive of classes: once for all tests, since a training costs three seconds. */
final class Installed {
    static final Path JAR = Path.of("build/toolpolicy.jar").toAbsolutePath();
    private static final Path FOLDER = Path.of("build/tmp/installed").toAbsolutePath();

    private static boolean trained;

    private Installed() {}

    /** Returns the installed script, with the archive. */
    static synchronized Path script() throws Exception {
        Path script = FOLDER.resolve("bin/toolpolicy");
        if (!trained) {
            Files.deleteIfExists(jar().resolveSibling("toolpolicy.jsa"));
            copyTo(FOLDER);
            ProcessBuilder training = new ProcessBuilder("sh", script.toString()).redirectErrorStream(true);
            training.environment().put("TOOLPOLICY_TRAIN", "true");
            training.environment().put("TOOLPOLICY_JAVA", BriefJava.command().get(0));
            Process process = training.start();
            assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEmpty();
            assertThat(process.waitFor()).isZero();
            assertThat(jar().resolveSibling("toolpolicy.jsa")).isNotEmptyFile();
            trained = true;
        }
        return script;
    }

    /** Returns the installed jar. */
    static Path jar() {
        return FOLDER.resolve("lib/toolpolicy/toolpolicy.jar");
    }

    /** Installs the command in a folder, without an archive; returns the folder of the jar. */
    static Path copyTo(Path folder) throws Exception {
        Path lib = Files.createDirectories(folder.resolve("lib/toolpolicy"));
        Files.createDirectories(folder.resolve("bin"));
        Files.copy(
                Path.of("src/script/toolpolicy.sh"),
                folder.resolve("bin/toolpolicy"),
                StandardCopyOption.REPLACE_EXISTING);
        Files.copy(JAR, lib.resolve("toolpolicy.jar"), StandardCopyOption.REPLACE_EXISTING);
        return lib;
    }
}
