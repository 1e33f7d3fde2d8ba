/** Permission lists of other agents as policy files. Begin with {@link dev.toolpolicy.agents.importing.PermissionList}. */
@NullMarked
package dev.toolpolicy.agents.importing;

import org.jspecify.annotations.NullMarked;
