package dev.toolpolicy.springai.methods;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;

/**
 * Methods of shapes whose parameters every host describes as rules see them. Other hosts compile them with their own
 * annotations: see {@code gradle/shapes.gradle}.
 */
public final class Shapes {
    @Tool
    @Checked
    public void text(String a) {}

    @Tool
    @Checked
    public void described(@ToolParam(description = "the text") String a) {}

    @Tool
    @Checked
    public void optionalText(@ToolParam(required = false) String a) {}

    @Tool
    @Checked
    public void optionalNumber(@ToolParam(required = false) Integer a) {}

    @Tool
    @Checked
    public void optionalRecord(@ToolParam(required = false) Point a) {}

    @Tool
    @Checked
    public void optionalList(@ToolParam(required = false) List<String> a) {}

    @Tool
    @Checked
    public void uuid(UUID a) {}

    @Tool
    @Checked
    public void shorts(short a, Short b) {}

    @Tool
    @Checked
    public void ints(int a, Integer b) {}

    @Tool
    @Checked
    public void longs(long a, Long b) {}

    @Tool
    @Checked
    public void bigInteger(BigInteger a) {}

    @Tool
    @Checked
    public void floats(float a, Float b) {}

    @Tool
    @Checked
    public void doubles(double a, Double b) {}

    @Tool
    @Checked
    public void bigDecimal(BigDecimal a) {}

    @Tool
    @Checked
    public void booleans(boolean a, Boolean b) {}

    @Tool
    @Checked
    public void color(Color a) {}

    @Tool
    @Checked
    public void operation(Operation a) {}

    @Tool
    @Checked
    public void optionalColor(@ToolParam(required = false) Color a) {}

    @Tool
    @Checked
    public void textArray(String[] a) {}

    @Tool
    @Checked
    public void intArray(int[] a) {}

    @Tool
    @Checked
    public void doubleArray(double[] a) {}

    @Tool
    @Checked
    public void colorArray(Color[] a) {}

    @Tool
    @Checked
    public void recordArray(Point[] a) {}

    @Tool
    @Checked
    public void arrayOfArrays(int[][] a) {}

    @Tool
    @Checked
    public void aList(List<String> a) {}

    @Tool
    @Checked
    public void set(Set<Integer> a) {}

    @Tool
    @Checked
    public void collection(Collection<Double> a) {}

    @Tool
    @Checked
    public void arrayList(ArrayList<String> a, LinkedHashSet<Long> b) {}

    @Tool
    @Checked
    public void lists(List<List<String>> a) {}

    @Tool
    @Checked
    public void records(List<Point> a) {}

    @Tool
    @Checked
    public void kotlinRecords(List<? extends Point> a) {}

    @Tool
    @Checked
    public void colors(List<Set<Color>> a) {}

    @Tool
    @Checked
    public void map(Map<String, String> a) {}

    @Tool
    @Checked
    public void mapOfAny(Map<String, Object> a) {}

    @Tool
    @Checked
    public void any(Object a) {}

    @Tool
    @Checked
    public void listOfAny(List<Object> a) {}

    @Tool
    @Checked
    public void record(Point a) {}

    @Tool
    @Checked
    public void twice(Point a, Point b) {}

    @Tool
    @Checked
    public void mapped(Tags a) {}

    @Tool
    @Checked
    public void pojo(Plain a) {}

    @Tool
    @Checked
    public void nothing() {}

    @Tool
    @Checked
    public void many(String a, int b, @ToolParam(required = false) Color c, List<Point> d, Map<String, Long> e) {}

    @Tool
    @Checked
    public void names(String snake_case, String größe, String isActive, String component1, String $dollar) {}

    public enum Color {
        RED,
        GREEN
    }

    public enum Operation {
        ADD {
            @Override
            int of(int a, int b) {
                return a + b;
            }
        },
        TAKE {
            @Override
            int of(int a, int b) {
                return a - b;
            }
        };

        abstract int of(int a, int b);
    }

    public record Point(int x, double y) {}

    public record Tags(Map<String, String> tags, Set<String> all) {}

    public static final class Plain {
        static final String CONSTANT = "x";
        private String text;
        private int count;

        public String getText() {
            return text;
        }

        public void setText(String text) {
            this.text = text;
        }

        public int getCount() {
            return count;
        }
    }
}
