package io.rowlock.engines.server;

import io.rowlock.engines.machine.Command;
import io.rowlock.engines.machine.Machine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a program that does not run as root is run. The first way that works here is taken. */
public enum Unprivileged {
    /** This JVM is not root's. */
    AS_IT_IS(""),
    /** As the user nobody. */
    AS_NOBODY("65534"),
    /** As a nobody of a user namespace, who outside it is still root. Many containers forbid it. */
    IN_NAMESPACE("0");

    private final String owner;

    Unprivileged(String owner) {
        this.owner = owner;
    }

    public static Optional<Unprivileged> here() {
        return Machine.isRoot()
                ? Arrays.stream(values()).filter(Unprivileged::hidesRoot).findFirst()
                : Optional.of(AS_IT_IS);
    }

    public List<String> command(List<String> words) {
        List<String> command = new ArrayList<>(prefix());
        command.addAll(words);
        return command;
    }

    /** Gives the directory, with all that is in it, to the program. */
    public void own(Path directory) {
        if (!owner.isEmpty()) {
            Command.of("chown", "-R", owner + ":" + owner, directory.toString()).output();
        }
    }

    private List<String> prefix() {
        return switch (this) {
            case AS_IT_IS -> List.of();
            case AS_NOBODY -> List.of("setpriv", "--reuid=" + owner, "--regid=" + owner, "--clear-groups");
            case IN_NAMESPACE -> List.of("unshare", "-U");
        };
    }

    private boolean hidesRoot() {
        Command.Result uid = new Command(command(List.of("id", "-u")), Map.of()).run();
        return uid.succeeded() && !uid.output().equals("0");
    }
}
