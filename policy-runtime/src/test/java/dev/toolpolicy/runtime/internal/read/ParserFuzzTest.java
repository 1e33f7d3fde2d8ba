package dev.toolpolicy.runtime.internal.read;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The checks of the fuzzer, on the same texts each time; {@code gradlew fuzz} looks for others. */
class ParserFuzzTest {
    private static final int CASES = 10_000;
    private static final int LONGEST = 400;

    @Test
    void seedsHold() throws IOException {
        seeds().forEach(ParserFuzz::fuzzerTestOneInput);
    }

    @Test
    void damagedSeedsHold() throws IOException {
        List<byte[]> seeds = seeds();
        Random random = new Random(1);
        for (int i = 0; i < CASES; i++) {
            byte[] data = seeds.get(random.nextInt(seeds.size())).clone();
            byte[] other = seeds.get(random.nextInt(seeds.size()));
            for (int damage = random.nextInt(4); damage >= 0 && data.length > 0; damage--) {
                data[random.nextInt(data.length)] = (byte) "\"\\u{}[]:,dD8e0-.\ud83d\u00e4".charAt(random.nextInt(18));
            }
            int cut = random.nextInt(data.length + 1);
            byte[] joined = Arrays.copyOf(data, cut + other.length);
            System.arraycopy(other, 0, joined, cut, other.length);
            ParserFuzz.fuzzerTestOneInput(random.nextBoolean() ? data : joined);
        }
    }

    /** As long as the fuzzer's texts may be. */
    private static List<byte[]> seeds() throws IOException {
        return FuzzSeeds.all().stream().filter(each -> each.length <= LONGEST).toList();
    }
}
