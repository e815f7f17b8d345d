package io.rowlock.engines.mysql;

import io.rowlock.engines.machine.Availability;
import io.rowlock.engines.machine.Command;
import io.rowlock.engines.machine.Lazy;
import io.rowlock.engines.machine.Ports;
import io.rowlock.engines.process.ScratchDirectory;
import io.rowlock.engines.process.Signal;
import io.rowlock.engines.server.Console;
import io.rowlock.engines.server.Launch;
import io.rowlock.engines.server.Server;
import io.rowlock.engines.server.Unprivileged;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * MariaDB servers that all take writes and certify each other's: a Galera cluster on the loopback address. No Maven artifact
 * carries Galera, so the programs are the system's: Debian's packages {@code mariadb-server}, {@code galera-4} and
 * {@code rsync}. The first node has the data; the others copy it when they start.
 */
public final class GaleraCluster {

    private static final Path PROGRAM = Path.of("/usr/sbin/mariadbd");
    private static final Path INSTALLER = Path.of("/usr/bin/mariadb-install-db");
    private static final Path PROVIDER = Path.of("/usr/lib/galera/libgalera_smm.so");
    private static final Path COPIER = Path.of("/usr/bin/rsync");

    private final List<Integer> groupPorts;
    private final Lazy<List<GaleraNode>> nodes;

    private GaleraCluster(int size) {
        groupPorts = Stream.generate(Ports::free).limit(size).toList();
        nodes = new Lazy<>(
                () -> IntStream.range(0, size).mapToObj(this::startedNode).toList());
    }

    /** A cluster of one's own, started on first use. */
    public static GaleraCluster of(int size) {
        return new GaleraCluster(size);
    }

    /** Whether its programs are there. */
    public static Availability availability() {
        List<Path> missing = Stream.of(PROGRAM, INSTALLER, PROVIDER, COPIER)
                .filter(file -> !Files.isReadable(file))
                .toList();
        return missing.isEmpty() && Unprivileged.here().isPresent()
                ? Availability.available()
                : Availability.unavailable(
                        "this runs only where galera-4 is installed, and a user other than root can be; missing: "
                                + missing,
                        "apt-get install mariadb-server galera-4 rsync");
    }

    /** Its servers, all running and joined. */
    public List<GaleraNode> nodes() {
        return nodes.get();
    }

    private GaleraNode startedNode(int index) {
        availability().orThrow();
        Unprivileged user = Unprivileged.here().orElseThrow();
        Path scratch = ScratchDirectory.create("galera-" + index);
        fill(scratch, index);
        user.own(scratch);
        return new GaleraNode(
                index,
                Server.start(new Launch(
                        port -> user.command(command(index, scratch, port)),
                        Map.of(),
                        scratch.resolve("log"),
                        Signal.TERM,
                        port -> Console.at(GaleraNode.url(port)))));
    }

    private static void fill(Path scratch, int index) {
        MySqlAdministrator.writeInitFile(scratch, "by");
        Path data = scratch.resolve("data");
        if (index == 0) {
            Command.of(
                            INSTALLER.toString(),
                            "--no-defaults",
                            "--auth-root-authentication-method=normal",
                            "--skip-test-db",
                            "--innodb-log-file-size=32M",
                            "--datadir=" + data)
                    .output();
        } else {
            Command.of("mkdir", data.toString()).output();
        }
    }

    private List<String> command(int index, Path scratch, int port) {
        List<String> command = new ArrayList<>(List.of(PROGRAM.toString(), "--no-defaults"));
        command.addAll(MySqlAdministrator.options(scratch, port));
        command.addAll(replication(index));
        if (index == 0) {
            command.add("--wsrep-new-cluster");
        }
        return command;
    }

    private List<String> replication(int index) {
        String group = local(groupPorts.get(index));
        return List.of(
                "--innodb-log-file-size=32M",
                "--binlog-format=ROW",
                "--wait-timeout=1800",
                "--innodb-autoinc-lock-mode=2",
                "--wsrep-on=ON",
                "--wsrep-provider=" + PROVIDER,
                "--wsrep-cluster-name=rowlock",
                "--wsrep-cluster-address=gcomm://"
                        + groupPorts.stream().map(GaleraCluster::local).collect(Collectors.joining(",")),
                "--wsrep-node-name=node-" + index,
                "--wsrep-node-address=" + group,
                "--wsrep-sst-method=rsync",
                "--wsrep-sst-receive-address=" + local(Ports.free()),
                "--wsrep-provider-options=base_port=" + groupPorts.get(index) + ";gmcast.listen_addr=tcp://" + group
                        + ";ist.recv_addr=" + local(Ports.free()) + ";gcache.size=32M");
    }

    private static String local(int port) {
        return "127.0.0.1:" + port;
    }
}
