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

# What a test may start: a child, one with a session of its own, and a daemon, each of which says that
# it is there by a file, and all of which hold a lock. It takes no hint, and kills itself when it is told to.
write_careless() {
    cat >careless <<'END'
#!/bin/bash
trap '' TERM HUP INT
hold() { echo >"$1"; exec sleep 1000; }
export -f hold
exec 3>&- 9>held
flock --shared 9
hold child &
setsid bash -c 'hold session' &
(setsid bash -c 'hold daemon' &)
read -r <told
kill -KILL $$
END
    chmod +x careless
    rm -f child session daemon told
    mkfifo told
}

is_complete() {
    [ -e child ] && [ -e session ] && [ -e daemon ]
}

nothing_is_left() {
    flock --nonblock held true
}

# start_careless COMMAND...: behind which the careless one is started.
start_careless() {
    local -x DOTPROC_GRACE_MS=200
    write_careless
    "$@" ./careless 3>&- &
    holder=$!
    wait_until is_complete
    run ! nothing_is_left
}

# ended_with STATUS: the holder.
ended_with() {
    local status=0
    ends_within "$holder" || status=$?
    [ "$status" -eq "$1" ]
}

@test "a command has its own status" {
    local where
    for where in '' --host; do
        run -0 "$DOTPROC_LEASH" $where true
        run -3 "$DOTPROC_LEASH" $where bash -c 'exit 3'
        # shellcheck disable=SC2016 # for the shell inside
        run -143 "$DOTPROC_LEASH" $where bash -c 'kill -TERM $$'
        run -127 "$DOTPROC_LEASH" $where ./there-is-none
        run -0 "$DOTPROC_LEASH" $where cat <<<"its input"
        [ "$output" = "its input" ]
    done
}

@test "a command has a world of its own, and stays who it is" {
    local user=()
    [ "$(id -u)" -eq 0 ] || user=(--user)
    unshare "${user[@]}" --pid --mount --ipc true || skip 'no namespaces here'
    # shellcheck disable=SC2016 # for the shell inside
    run -0 "$DOTPROC_LEASH" sh -c 'cd /proc && echo $$ [0-9]* "$(id -u):$(id -g)"'
    [[ $output == "2 1 2 "*"$(id -u):$(id -g)" ]]
    # shellcheck disable=SC2016 # for the shell inside
    run -0 "$DOTPROC_LEASH" --host sh -c 'echo $PPID'
    [ "$output" -gt 1 ]
}

@test "nothing is left when a command ends" {
    local where
    for where in '' --host; do
        start_careless "$DOTPROC_LEASH" $where
        echo >told
        ended_with 137
        nothing_is_left
    done
}

@test "nothing is left when a command is ended" {
    local signal where
    for signal in TERM HUP KILL; do
        for where in '' --host; do
            start_careless "$DOTPROC_LEASH" $where
            kill -"$signal" "$holder"
            ends_within "$holder" || :
            wait_until nothing_is_left
        done
    done
}

@test "nothing is left when a group is killed" {
    local where
    for where in '' --host; do
        start_careless setsid "$DOTPROC_LEASH" $where
        kill -KILL -- "-$holder"
        wait_until nothing_is_left
    done
}

@test "nothing is left when its parent is killed" {
    local where
    for where in '' --host; do
        # shellcheck disable=SC2016 # for the shell inside
        start_careless bash -c '"$DOTPROC_LEASH" "$@"; :' bash $where
        kill -KILL "$holder"
        wait_until nothing_is_left
    done
}

@test "a command that is ended may clean up" {
    local where
    for where in '' --host; do
        rm -f ready cleaned
        # shellcheck disable=SC2016 # for the shell inside
        "$DOTPROC_LEASH" $where bash -c 'trap "echo >cleaned; exit 5" TERM; echo >ready; while :; do sleep 0.1; done' 3>&- &
        holder=$!
        wait_until test -e ready
        kill "$holder"
        ended_with 5
        [ -e cleaned ]
    done
}

# On the host the reaper cannot see to it then.
@test "what a killed reaper leaves is found" {
    start_careless env -u DOTPROC_LEASH_PID "$DOTPROC_LEASH" --host
    kill -KILL "$(xargs <"/proc/$holder/task/$holder/children")"
    ends_within "$holder" || :
    run -0 "$BATS_TEST_DIRNAME/leftovers" '' /nonexistent
    [ "$(grep -c '(sleep), started by a test' <<<"$output")" -ge 3 ]
    wait_until nothing_is_left
}

@test "control groups of tests that have ended are removed, and no others" {
    local kept free=4194305 # more than any PID
    [ "$(id -u)" -eq 0 ] || skip 'only root removes them'
    mkdir -p groups/dotproc-{test-$$/below,test-$$-0,top-$$,build-$free,$free.service/dotproc-test}
    kept=$(find groups | sort)
    mkdir -p groups/dotproc-{test-$free/below,test-$free-0,top-$free}
    "$BATS_TEST_DIRNAME/leftovers" '' groups
    [ "$(find groups | sort)" = "$kept" ]
}

@test "pins are removed where there are any, and no service has loaded them" {
    local status_of_service status_of_pins
    [ "$(id -u)" -eq 0 ] || skip 'only root removes them'
    for status_of_service in 0 3; do
        for status_of_pins in 0 3; do
            printf '#!/bin/sh\nexit %d\n' $status_of_service >systemctl
            printf '#!/bin/sh\necho "$*" >asked\nexit %d\n' $status_of_pins >dotproc-bpf
            chmod +x systemctl dotproc-bpf
            : >asked
            PATH=$PWD:$PATH "$BATS_TEST_DIRNAME/leftovers" ./dotproc-bpf /nonexistent >said
            cat asked
        done
    done >all
    [ "$(xargs <all)" = 'unload status' ]
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
    ends_within "$group" || :
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
    wait_until is_gone "$(<"$BE_KILLED_IN/server.pid")"
}
