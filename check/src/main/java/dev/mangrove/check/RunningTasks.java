package dev.mangrove.check;

import dev.mangrove.fabric.host.Host;

import java.util.List;

/** Asks tasks whether they run; cheap enough to be asked after each step of a simulation. */
public final class RunningTasks {
    private RunningTasks() {}

    /** Whether all of them have ended. */
    public static boolean haveEnded(List<Host.Task> tasks) {
        for (int i = 0; i < tasks.size(); i++) {
            if (tasks.get(i).isAlive()) {
                return false;
            }
        }
        return true;
    }
}
