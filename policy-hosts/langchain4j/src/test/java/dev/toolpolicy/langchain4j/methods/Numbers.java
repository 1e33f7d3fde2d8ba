package dev.toolpolicy.langchain4j.methods;

import static dev.toolpolicy.annotation.Mode.ALLOW;

import dev.langchain4j.agent.tool.Tool;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/** Methods that return the numbers that they get. */
public class Numbers {
    /** Numbers in an object. */
    public record Account(long id, BigDecimal limit) {}

    @Tool
    @Policy(run = @Rule(mode = ALLOW))
    public String numberLong(long a) {
        return String.valueOf(a);
    }

    @Tool
    @Policy(run = @Rule(mode = ALLOW))
    public String numberWhole(BigInteger a) {
        return a.toString();
    }

    @Tool
    @Policy(run = @Rule(mode = ALLOW))
    public String numberDecimal(BigDecimal a) {
        return plain(a);
    }

    @Tool
    @Policy(run = @Rule(mode = ALLOW))
    public String numberDouble(double a) {
        return plain(BigDecimal.valueOf(a));
    }

    @Tool
    @Policy(run = @Rule(mode = ALLOW))
    public String numberList(List<Long> a) {
        return a.toString();
    }

    @Tool
    @Policy(run = @Rule(mode = ALLOW))
    public String numberObject(Account a) {
        return "{\"id\":" + a.id() + ",\"limit\":" + plain(a.limit()) + "}";
    }

    private static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }
}
