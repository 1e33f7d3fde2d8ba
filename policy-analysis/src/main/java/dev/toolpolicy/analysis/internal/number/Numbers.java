package dev.toolpolicy.analysis.internal.number;

import dev.toolpolicy.analysis.internal.number.NumberRange.Cut;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.schema.ExactNumber;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The rest of a number line after sets are removed, and readable numbers in it. */
public final class Numbers {
    private static final BigInteger MOST_DIGITS = BigInteger.valueOf(40);
    private static final BigInteger LARGE = BigInteger.valueOf(1 << 20);
    private static final ExactNumber ZERO = ExactNumber.of("0");

    private final NumberLine line;
    /** Ranges that don't touch each other, in order. */
    private final List<NumberRange> left = new ArrayList<>();

    public Numbers(NumberLine line) {
        this.line = line;
        left.add(line.all());
    }

    /** Keeps only the numbers that are in a set too. */
    public void keep(ValueSet set) {
        List<NumberRange> kept = new ArrayList<>();
        for (NumberRange range : ranges(set)) {
            left.stream().map(range::and).filter(each -> !each.isEmpty()).forEach(kept::add);
        }
        left.clear();
        kept.sort(Comparator.comparing(NumberRange::from, Comparator.nullsFirst(Comparator.naturalOrder())));
        left.addAll(kept);
    }

    /** Removes the numbers that are in all of some sets. */
    public void remove(List<ValueSet> sets) {
        List<NumberRange> common = List.of(line.all());
        for (ValueSet set : sets) {
            List<NumberRange> ranges = ranges(set);
            common = common.stream()
                    .flatMap(one -> ranges.stream().map(one::and))
                    .filter(each -> !each.isEmpty())
                    .toList();
        }
        common.forEach(this::remove);
    }

    private void remove(NumberRange range) {
        int from = firstNotBelow(range);
        int to = from;
        List<NumberRange> rest = new ArrayList<>();
        while (to < left.size() && !left.get(to).and(range).isEmpty()) {
            rest.addAll(left.get(to++).minus(range));
        }
        List<NumberRange> affected = left.subList(from, to);
        affected.clear();
        affected.addAll(rest);
    }

    /** Returns the index of the first of the ordered ranges that ends after the start of a range. */
    private int firstNotBelow(NumberRange range) {
        int low = 0;
        int high = left.size();
        while (low < high) {
            int middle = low + high >>> 1;
            Cut end = left.get(middle).to();
            boolean isBelow = end != null && range.from() != null && end.compareTo(range.from()) <= 0;
            low = isBelow ? middle + 1 : low;
            high = isBelow ? high : middle;
        }
        return low;
    }

    private List<NumberRange> ranges(ValueSet set) {
        if (set instanceof ValueSet.Bounded bounded) {
            return List.of(line.range(bounded));
        }
        return set.listed().stream()
                .map(point -> line.range((ExactNumber) point))
                .toList();
    }

    /** Returns whether no number is left. */
    public boolean isEmpty() {
        return left.isEmpty();
    }

    /** Removes and returns a number of the rest. */
    public Optional<ExactNumber> take() {
        Optional<ExactNumber> taken = left.stream()
                .map(this::simplest)
                .min(Comparator.comparing(Numbers::length).thenComparing(number -> number.signum() < 0));
        taken.ifPresent(number -> remove(line.range(number)));
        return taken;
    }

    private static int length(ExactNumber number) {
        Decimal decimal = Decimal.of(number);
        return decimal.digits().length() + decimal.magnitude().abs().min(LARGE).intValue();
    }

    private ExactNumber simplest(NumberRange range) {
        if (range.contains(ZERO)) {
            return ZERO;
        }
        boolean negative = range.from() == null || range.from().number().signum() < 0;
        Stream<ExactNumber> candidates = negative
                ? candidates(range.negated())
                        .map(Decimal::of)
                        .map(Decimal::negated)
                        .map(Decimal::number)
                : candidates(range);
        return candidates
                .filter(number -> range.contains(number) && line.holds(number))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no number in " + range));
    }

    /** Returns numbers of which one is in a range above zero, the most readable first. */
    private static Stream<ExactNumber> candidates(NumberRange range) {
        ExactNumber low = range.from() == null ? ZERO : range.from().number();
        List<ExactNumber> candidates = new ArrayList<>();
        Cut high = range.to();
        if (Decimal.of(low).magnitude().abs().compareTo(MOST_DIGITS) <= 0) {
            BigDecimal exact = new BigDecimal(low.toString());
            candidates.add(
                    ExactNumber.of(exact.setScale(0, RoundingMode.CEILING).toPlainString()));
            candidates.add(ExactNumber.of(
                    exact.setScale(0, RoundingMode.FLOOR).add(BigDecimal.ONE).toPlainString()));
        }
        if (high == null) {
            candidates.add(
                    low.signum() == 0
                            ? ExactNumber.of("1")
                            : Decimal.of(low).powerAbove().number());
        } else {
            candidates.add(Decimal.of(high.number()).tenth().number());
        }
        candidates.add(low);
        if (high != null && low.signum() > 0) {
            candidates.add(high.number());
            between(low, high.number()).forEach(candidates::add);
        }
        return candidates.stream();
    }

    /**
     * Returns numbers above a positive one that come as near to it as needed to be below another. The digits after its
     * last digit are less than those of any greater number there, once there are more zeros than that number has
     * digits.
     */
    private static Stream<ExactNumber> between(ExactNumber low, ExactNumber high) {
        int most = Decimal.of(high).digits().length();
        return Stream.iterate(0, zeros -> zeros <= most, zeros -> zeros + 1)
                .map(zeros -> Decimal.of(low).followed(zeros).number());
    }
}
