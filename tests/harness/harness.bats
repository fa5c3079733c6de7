#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# A test that is cut off leaves nothing behind, however that is done.

bats_require_minimum_version 1.5.0
load ../tui/terminal

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    export DOTPROC_LEASH
}

# What a test may start: a child, one with a session of its own, and a daemon, each of which says who
# it is by a file. Then it waits, and takes no hint.
write_careless() {
    cat >careless <<'END'
#!/bin/bash
trap '' TERM HUP INT
hold() { echo "$BASHPID" >"$1.new"; mv "$1.new" "$1"; exec sleep 1000; }
export -f hold
echo "$$" >itself
hold child 3>&- &
setsid bash -c 'hold session' 3>&- &
(setsid bash -c 'hold daemon' 3>&- &)
exec 3>&-
while :; do wait; done
END
    chmod +x careless
}

is_complete() {
    [ -s itself ] && [ -s child ] && [ -s session ] && [ -s daemon ]
}

nothing_is_left() {
    local name
    for name in itself child session daemon; do
        wait_until is_gone "$(<$name)"
    done
}

# start_careless COMMAND...: behind which the careless one is started.
start_careless() {
    local -x DOTPROC_GRACE_MS=200
    write_careless
    "$@" ./careless 3>&- &
    holder=$!
    wait_until is_complete
}

@test "a command has its own status" {
    run -0 "$DOTPROC_LEASH" true
    run -3 "$DOTPROC_LEASH" bash -c 'exit 3'
    # shellcheck disable=SC2016 # for the shell inside
    run -143 "$DOTPROC_LEASH" bash -c 'kill -TERM $$'
    run -127 "$DOTPROC_LEASH" ./there-is-none
    run -0 "$DOTPROC_LEASH" cat <<<"its input"
    [ "$output" = "its input" ]
}

@test "nothing is left when a command ends" {
    start_careless "$DOTPROC_LEASH"
    kill -KILL "$(<itself)"
    wait "$holder" || [ $? -eq 137 ]
    is_gone "$(<child)"
    is_gone "$(<session)"
    is_gone "$(<daemon)"
}

@test "nothing is left when a command is ended" {
    local signal
    for signal in TERM HUP KILL; do
        rm -f itself child session daemon
        start_careless "$DOTPROC_LEASH"
        kill -"$signal" "$holder"
        wait "$holder" || :
        nothing_is_left
    done
}

@test "nothing is left when a group is killed" {
    start_careless setsid "$DOTPROC_LEASH"
    kill -KILL -- "-$holder"
    nothing_is_left
}

@test "nothing is left when its parent is killed" {
    # shellcheck disable=SC2016 # for the shell inside
    start_careless bash -c '"$DOTPROC_LEASH" "$1"; :' bash
    kill -KILL "$holder"
    nothing_is_left
}

@test "a command that is ended may clean up" {
    # shellcheck disable=SC2016 # for the shell inside
    "$DOTPROC_LEASH" bash -c 'trap "echo >cleaned; exit 5" TERM; echo >ready; while :; do sleep 0.1; done' 3>&- &
    holder=$!
    wait_until test -e ready
    kill "$holder"
    wait "$holder" || [ $? -eq 5 ]
    [ -e cleaned ]
}

# The reaper cannot see to it then.
@test "what a killed reaper leaves is found" {
    local name
    start_careless "$DOTPROC_LEASH"
    kill -KILL "$(xargs <"/proc/$holder/task/$holder/children")"
    wait "$holder" || :
    run -0 "$BATS_TEST_DIRNAME/leftovers"
    for name in child session daemon; do
        [[ $output == *"PID $(<$name) "* ]]
    done
    nothing_is_left
    run -0 "$BATS_TEST_DIRNAME/leftovers"
    [[ $output != *"PID $(<child) "* ]]
}

# begin_test: the last one of this file, by another bats, in a group of processes of its own that is
# $group; without the variables of this bats, and as from a shell where ^C is not ignored.
begin_test() {
    rm -f ./*.pid
    setsid env -i --default-signal PATH="${PATH//"$BATS_LIBEXEC":/}" BE_KILLED_IN="$PWD" \
        LC_ALL=C.UTF-8 TERM=xterm DOTPROC_LEASH="$DOTPROC_LEASH" DOTPROC_GRACE_MS=200 \
        bats --tap --filter '^waits on a terminal' "$BATS_TEST_FILENAME" >said 2>&1 3>&- &
    group=$!
    if ! wait_until test -s shell.pid; then
        cat said
        return 1
    fi
}

# is_cut_off_by SIGNAL PROCESS
is_cut_off_by() {
    kill -0 "$(<server.pid)" "$(<shell.pid)"
    kill -"$1" -- "$2"
    wait_until is_gone "$(<server.pid)"
    wait_until is_gone "$(<shell.pid)"
    wait "$group" || :
}

@test "a test on a terminal that is cut off leaves no server" {
    local signal
    command -v tmux >/dev/null || skip 'there is no tmux'
    for signal in KILL TERM; do
        begin_test
        is_cut_off_by "$signal" "$(<test.pid)"
    done
    # ^C is for all of them.
    for signal in KILL TERM INT; do
        begin_test
        is_cut_off_by "$signal" "-$group"
    done
}

@test "waits on a terminal" {
    [ -n "${BE_KILLED_IN-}" ] || skip 'another test runs it'
    start_server
    echo "$BASHPID" >"$BE_KILLED_IN/test.pid"
    server display-message -p '#{pid}' >"$BE_KILLED_IN/server.pid"
    server display-message -p '#{pane_pid}' >"$BE_KILLED_IN/shell.pid"
    # A shell that gets ^C between two sleeps goes on.
    until is_gone "$(<"$BE_KILLED_IN/server.pid")"; do
        sleep 0.1
    done
}
