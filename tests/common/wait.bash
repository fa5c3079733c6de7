# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Where a test waits: one loop, with a limit.

# Far more than any of this takes: only a test that fails waits so long.
WAIT_S=${DOTPROC_SANITIZED:+300}
WAIT_S=${WAIT_S:-60}

# wait_until CONDITION...: a command that is run again and again. Where it does not come true in time, prints what the
# condition printed last, and what last_seen does, if a test has such a function.
wait_until() {
    local end=$((SECONDS + WAIT_S)) last=${BATS_TEST_TMPDIR:-/run}/wait_until
    until "$@" >"$last" 2>&1; do
        if [ $SECONDS -ge $end ]; then
            echo "not within $WAIT_S s: $*; last seen:"
            cat "$last"
            ! declare -F last_seen >/dev/null || last_seen
            return 1
        fi
        sleep 0.02
    done
}

# is_sleeping PID: of sleep(1), which it has become.
is_sleeping() {
    grep '(sleep) S' "/proc/$1/stat"
}

# is_gone PID: it has exited, though its parent may not have reaped it yet.
is_gone() {
    ! grep -qs '^State:[[:space:]]*[^ZX[:space:]]' "/proc/$1/status"
}

# ends_within PID: waits for a child as `wait` does; its status. One that does not end is killed, and the test fails,
# whatever follows. A loop would begin other processes, and where PIDs come round bash forgets the status of a child whose
# PID they get.
ends_within() {
    local parent=$BASHPID mark=${BATS_TEST_TMPDIR:-/run}/hung.$BASHPID status=0
    # shellcheck disable=SC2016 # sh expands them
    sh -c 'timeout "$2" tail --pid="$1" -s 0.1 -f /dev/null && exit
        grep -qs "^PPid:[[:space:]]*$3\$" "/proc/$1/status" || exit 0
        echo "not within $2 s: the end of $1" | tee "$4"
        kill -KILL "$1"' limit "$1" "$WAIT_S" "$parent" "$mark" 3>&- >&2 &
    wait "$1" || status=$?
    [ ! -e "$mark" ] || exit 1
    return "$status"
}
