package dev.toolpolicy.runtime.internal.remember;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * The JDK Flight Recorder event of one check of a call by a session's policies. It contains names but no arguments. Its
 * cost is negligible while recording is off.
 */
@Name(PolicyCheckEvent.NAME)
@Label("Policy Check")
@Category("Tool Policy")
@Description("A session's policies decided whether a call may run")
@StackTrace(false)
final class PolicyCheckEvent extends Event {
    static final String NAME = "dev.toolpolicy.PolicyCheck";

    @Label("Session")
    String session = "";

    @Label("Tool")
    String tool = "";

    @Label("Call")
    @Description("The provider's id of the call")
    String callId = "";

    @Label("Policies")
    @Description("How many policies govern the tool")
    int policies;

    @Label("Allowed")
    boolean allowed;

    @Label("Denied By")
    @Description("The policy that denied, empty if the call is allowed")
    String deniedBy = "";
}
