package dev.toolpolicy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The contents of {@code gradlew.bat}, which isn't run here, and one wrapper version in all files. */
class StartScriptsTest {
    private static final Path ROOT = Path.of("..");
    /** What Windows sets, and what a user may have set. */
    private static final Set<String> GIVEN = Set.of("GRADLE_USER_HOME", "USERPROFILE", "JAVA_HOME", "CD", "ERRORLEVEL");

    @Test
    void theBatchFileHasLinesAndLettersThatCmdReads() throws IOException {
        String script = script();
        assertThat(script.replace("\r\n", "")).doesNotContain("\r", "\n", "\t");
        assertThat(script.chars().allMatch(c -> c == '\r' || c == '\n' || c >= ' ' && c <= '~'))
                .isTrue();
        assertThat(script).startsWith("@echo off\r\n").endsWith("\r\n");
    }

    @Test
    void itsJumpsLandAndItsVariablesAreSet() throws IOException {
        String script = script().toUpperCase(Locale.ROOT);
        assertThat(found(script, "GOTO (\\w+)"))
                .isEqualTo(found(script, "(?m)^:(\\w+)"))
                .isNotEmpty();
        Set<String> set = found(script, "\\bSET \"?(\\w+)=");
        assertThat(found(script, "%(\\w+)(?::[^%]*)?%"))
                .contains("HERE")
                .allSatisfy(name -> assertThat(set.contains(name) || GIVEN.contains(name))
                        .as(name)
                        .isTrue());
    }

    /** A parenthesis in a block would end it, and a quote that is left open takes the rest of its line. */
    @Test
    void itsBlocksAndQuotesClose() throws IOException {
        int open = 0;
        for (String line :
                script().lines().filter(line -> !line.startsWith("rem ")).toList()) {
            String code = line.replace("%JAVA_HOME:\"=%", "");
            assertThat(code.chars().filter(c -> c == '"').count() % 2).as(line).isZero();
            open += code.endsWith("(") ? 1 : 0;
            open -= code.equals(")") ? 1 : 0;
            boolean echoed = code.strip().startsWith("echo ");
            assertThat(echoed && code.matches(".*[()<|&].*") && !code.matches("[^()<>|&]* 1>&2"))
                    .as(line)
                    .isFalse();
        }
        assertThat(open).isZero();
    }

    @Test
    void allNameTheSameWrapper() throws Exception {
        byte[] jar = Files.readAllBytes(ROOT.resolve("gradle/wrapper/gradle-wrapper.jar"));
        String sum = String.format(
                "%064x", new BigInteger(1, MessageDigest.getInstance("SHA-256").digest(jar)));
        String version = found(
                        Files.readString(ROOT.resolve("gradle/wrapper/gradle-wrapper.properties")),
                        "gradle-([\\d.]+)-bin")
                .iterator()
                .next();
        assertThat(script()).contains("set WRAPPER_SHA256=" + sum + "\r\n", "set VERSION=" + version + "\r\n");
        assertThat(Files.readString(ROOT.resolve("gradlew"))).contains("wrapper_sha256=" + sum + "\n");
    }

    private static String script() throws IOException {
        return Files.readString(ROOT.resolve("gradlew.bat"));
    }

    private static Set<String> found(String text, String pattern) {
        List<MatchResult> all = Pattern.compile(pattern).matcher(text).results().toList();
        return all.stream().map(each -> each.group(1)).collect(Collectors.toSet());
    }
}
