package dev.toolpolicy.test.policy.internal.prove;

/** A longer run of the adversary. */
final class SurfaceAdversaryMain {
    private SurfaceAdversaryMain() {}

    /** Tries as many calls of each policy as the first argument says. */
    public static void main(String[] arguments) {
        System.setProperty("toolpolicy.rounds", arguments[0]);
        SurfaceAdversaryTest adversary = new SurfaceAdversaryTest();
        adversary.nothingRunsOutsideOfTheSurface();
        System.out.println(arguments[0] + " calls of each policy: " + adversary.allowed()
                + " ran without approval, each by a rule of the surface and within its bounds");
    }
}
