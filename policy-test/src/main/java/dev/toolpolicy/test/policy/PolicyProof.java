package dev.toolpolicy.test.policy;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.test.policy.internal.file.Claim;
import dev.toolpolicy.test.policy.internal.prove.Proof;
import dev.toolpolicy.test.policy.internal.prove.Prover;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A claim about each call of some tools, which is proved or refuted by analysis, not by trying calls. Immutable.
 *
 * <pre>{@code
 * PolicyProof.of(engine)
 *         .tools("send_*")
 *         .labels("untrusted")
 *         .never(ALLOW)
 *         .unless(Argument.Text.at("/to").from("contacts", "request"))
 *         .isProved();
 * }</pre>
 *
 * <p>It is about the engine's current tools and rules: without remembered approvals and without a shadow. Requirements and
 * limits don't count, since they can be met.
 */
public final class PolicyProof {
    private final Prover prover;
    private final Claim claim;

    private PolicyProof(Prover prover, Claim claim) {
        this.prover = prover;
        this.claim = claim;
    }

    private PolicyProof with(
            List<String> tools, List<String> labels, List<Claim.Part> facts, Set<Mode> wrong, List<Claim.Part> unless) {
        return new PolicyProof(prover, new Claim("the claim", tools, labels, facts, wrong, unless, false));
    }

    /**
     * Begins a claim about all tools of an engine, in each state of a session.
     *
     * @param engine the engine
     * @return the claim, which rules nothing out yet
     */
    public static PolicyProof of(PolicyEngine engine) {
        Claim nothing = new Claim("the claim", List.of("*"), List.of(), List.of(), Set.of(), List.of(), false);
        return new PolicyProof(new Prover(engine), nothing);
    }

    /**
     * Limits the claim to some tools.
     *
     * @param namesOrPatterns names, or patterns such as {@code send_*}; one that fits no tool can't be proved
     * @return the changed claim
     * @throws IllegalArgumentException if there is none
     */
    public PolicyProof tools(String... namesOrPatterns) {
        require(namesOrPatterns.length > 0, "a claim is about at least one tool");
        return with(List.of(namesOrPatterns), claim.labels(), claim.facts(), claim.wrong(), claim.unless());
    }

    /**
     * Limits the claim to sessions that have labels, and perhaps more.
     *
     * @param atLeast the labels, such as {@code untrusted}
     * @return the changed claim
     */
    public PolicyProof labels(String... atLeast) {
        return with(claim.tools(), List.of(atLeast), claim.facts(), claim.wrong(), claim.unless());
    }

    /**
     * Limits the claim to calls about which facts are known.
     *
     * @param conditions conditions on facts, all of which hold
     * @return the changed claim
     */
    public PolicyProof facts(Condition... conditions) {
        return with(claim.tools(), claim.labels(), parts(conditions), claim.wrong(), claim.unless());
    }

    /**
     * Claims that no call is decided in some ways.
     *
     * @param modes the modes, such as {@link Mode#ALLOW}
     * @return the changed claim
     * @throws IllegalArgumentException if there is none
     */
    public PolicyProof never(Mode... modes) {
        require(modes.length > 0, "a claim rules out at least one mode");
        return with(claim.tools(), claim.labels(), claim.facts(), Set.of(modes), claim.unless());
    }

    /**
     * Leaves out calls for which all of some conditions hold. A tool that one of them doesn't fit is not left out.
     *
     * @param conditions the conditions; those on arrays need {@code any} or {@code all}
     * @return the changed claim
     */
    public PolicyProof unless(Condition... conditions) {
        return with(claim.tools(), claim.labels(), claim.facts(), claim.wrong(), parts(conditions));
    }

    private static void require(boolean isSo, String what) {
        if (!isSo) {
            throw new IllegalArgumentException(what);
        }
    }

    /**
     * Proves the claim.
     *
     * @throws IllegalStateException if the claim rules out no mode, so that it claims nothing
     * @throws AssertionError if a call refutes it, with that call; or if it can't be decided, with the reason
     */
    public void isProved() {
        if (claim.wrong().isEmpty()) {
            throw new IllegalStateException("call never(...) first: this claim rules out no mode");
        }
        Proof proof = prover.prove(claim);
        if (!proof.isProved()) {
            throw new AssertionError(proof);
        }
    }

    private static List<Claim.Part> parts(Condition... conditions) {
        return Stream.of(conditions).map(Claim.Part::of).toList();
    }
}
