package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.event.VMDeathEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.EventRequestManager;
import com.sun.jdi.request.MethodEntryRequest;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * How many classes a reader meets on the path of an acquire that nobody contends, and of its release. A debugger counts the classes of
 * which a method runs, values and JDBC helpers included, on the caller's thread and on the workers'. The limits are what was counted
 * on H2, 57 and 33, with a little room for a connection that happens to go back meanwhile. They may only become smaller.
 */
class WalkTest {
    private static final int ACQUIRE = 60;
    private static final int RELEASE = 40;

    private static Map<String, Set<String>> walks = Map.of();

    @BeforeAll
    static void walk() throws Exception {
        walks = new Walk().run();
    }

    @Test
    void anUncontendedAcquireTouchesFewClasses() {
        assertThat(walks.get("acquire")).hasSizeLessThanOrEqualTo(ACQUIRE);
    }

    @Test
    void aReleaseTouchesFewClasses() {
        assertThat(walks.get("release")).hasSizeLessThanOrEqualTo(RELEASE);
    }

    /** One run of {@link WalkMain} under a debugger. */
    private static final class Walk {
        private final Map<String, Set<String>> touched = new TreeMap<>();
        private final VirtualMachine machine;
        private final MethodEntryRequest entries;
        private Set<String> current = new TreeSet<>();

        Walk() throws Exception {
            LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
            Map<String, Connector.Argument> arguments = connector.defaultArguments();
            arguments.get("main").setValue(WalkMain.class.getName());
            arguments.get("options").setValue("-cp " + System.getProperty("java.class.path"));
            machine = connector.launch(arguments);
            EventRequestManager requests = machine.eventRequestManager();
            var prepared = requests.createClassPrepareRequest();
            prepared.addClassFilter(WalkMain.class.getName());
            prepared.enable();
            entries = requests.createMethodEntryRequest();
            entries.addClassFilter("io.rowlock.*");
            entries.setSuspendPolicy(EventRequest.SUSPEND_NONE);
        }

        Map<String, Set<String>> run() throws InterruptedException {
            try {
                while (true) {
                    EventSet events = machine.eventQueue().remove();
                    for (Event event : events) {
                        if (event instanceof VMDeathEvent || event instanceof VMDisconnectEvent) {
                            return touched;
                        }
                        heard(event);
                    }
                    events.resume();
                }
            } finally {
                machine.process().destroyForcibly();
            }
        }

        private void heard(Event event) {
            if (event instanceof ClassPrepareEvent prepared) {
                stopAtTheMarks(prepared.referenceType());
            } else if (event instanceof BreakpointEvent mark) {
                reached(mark.location().method().name());
            } else if (event instanceof MethodEntryEvent entry && isOnTheWay(entry)) {
                current.add(outermost(entry.method().declaringType().name()));
            }
        }

        private void stopAtTheMarks(ReferenceType main) {
            for (String mark : Set.of("acquireBegins", "acquireEnds", "releaseBegins", "releaseEnds")) {
                machine.eventRequestManager()
                        .createBreakpointRequest(main.methodsByName(mark).get(0).location())
                        .enable();
            }
        }

        private void reached(String mark) {
            if (mark.endsWith("Begins")) {
                current = new TreeSet<>();
                touched.put(mark.replace("Begins", ""), current);
                entries.enable();
            } else {
                entries.disable();
            }
        }

        private static boolean isOnTheWay(MethodEntryEvent entry) {
            String thread = entry.thread().name();
            return (thread.equals("main") || thread.startsWith("rowlock-worker"))
                    && !entry.method().declaringType().name().endsWith("WalkMain");
        }

        private static String outermost(String name) {
            return name.contains("$") ? name.substring(0, name.indexOf('$')) : name;
        }
    }
}
