# Attends to the program that rowlock runs. Reads orders from standard input: first the program's process id, then the
# names of signals to send it, "stop" to end it with all that it has started, "done" when it has ended by itself.
# The end of the input without "done" means that rowlock was killed: then the program must not go on.
# $1: how many seconds there are between SIGTERM and SIGKILL; $2: the same without a fraction, for a sleep that knows none.

# Signals that are meant for the program must not end its attendant: the terminal sends them to all of us. A message that
# nobody reads must not end it either.
trap '' HUP INT QUIT TERM PIPE

# In the background: a full pipe blocks the writer, and the program must not run on meanwhile.
say() {
    echo "rowlock: $*" >&2 &
}

children() {
    cat "/proc/$1/task/"*/children 2>/dev/null || ps -A -o pid= -o ppid= | while read -r pid parent; do
        [ "$parent" != "$1" ] || echo "$pid"
    done
}

tree() {
    for process; do
        echo "$process"
        tree $(children "$process")
    done
}

living() {
    for process; do
        kill -0 "$process" 2>/dev/null && echo "$process"
    done
}

# Another user's process cannot be asked whether it lives, but it can be seen.
is_there() {
    kill -0 "$1" 2>/dev/null || if [ -d /proc/self ]; then [ -d "/proc/$1" ]; else ps -p "$1" >/dev/null 2>&1; fi
}

send() {
    signal=$1
    shift
    for process; do
        kill -"$signal" "$process" 2>/dev/null || ! is_there "$process" ||
            say "process $process may not be signalled by this user, as after sudo; it goes on"
    done
}

# The descendants of the program are looked for again and again, because it may start more; those that have lost their
# parent meanwhile are remembered. The grace is a process that ends with it: the looks take their time too.
stop() {
    left=$(tree "$program")
    send TERM $left
    { sleep "$1" || sleep "$2"; } >/dev/null 2>&1 &
    grace=$!
    [ -z "$3" ] || say "$3"
    while kill -0 "$grace" 2>/dev/null; do
        left=$(tree $(living $left) | sort -u)
        [ -n "$left" ] || exit 0
        sleep 0.1 2>/dev/null || sleep 1
    done
    kill -KILL $(tree $left | sort -u) 2>/dev/null
    exit 0
}

read -r program || exit 0
while read -r order; do
    case $order in
        done) exit 0 ;;
        stop) stop "$1" "$2" '' ;;
        *) send "$order" "$program" ;;
    esac
done
is_there "$program" || exit 0
stop "$1" "$2" "the process that held the lock for program $program was killed; the program is told to stop"
