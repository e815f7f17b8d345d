# Attends to the program that rowlock runs. Reads orders from standard input: first the program's process id, then the
# names of signals to send it, "stop" to end it with all that it has started, "done" when it has ended by itself.
# The end of the input without "done" means that rowlock was killed: then the program must not go on.
# $1: how many tenths of a second there are between SIGTERM and SIGKILL.

# What is meant for the program must not end its attendant: the terminal sends signals to all of us.
trap '' HUP INT QUIT TERM

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

# What the program has started is looked for again and again, for it may go on starting; what has lost its parent
# meanwhile is remembered.
stop() {
    left=$(tree "$program")
    kill -TERM $left 2>/dev/null
    tenths=$1
    while [ "$tenths" -gt 0 ]; do
        left=$(tree $(living $left) | sort -u)
        [ -n "$left" ] || exit 0
        if sleep 0.1 2>/dev/null; then tenths=$((tenths - 1)); else sleep 1; tenths=$((tenths - 10)); fi
    done
    kill -KILL $(tree $left | sort -u) 2>/dev/null
    exit 0
}

read -r program || exit 0
while read -r order; do
    case $order in
        done) exit 0 ;;
        stop) stop "$1" ;;
        *) kill -"$order" "$program" 2>/dev/null ;;
    esac
done
kill -0 "$program" 2>/dev/null || exit 0
echo "rowlock: the process that held the lock for program $program was killed; the program is told to stop" >&2
stop "$1"
