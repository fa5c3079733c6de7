#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# ps and top where the system has less for them than usual: no threads, a procfs with nothing but
# tasks, a filter of system calls.

bats_require_minimum_version 1.5.0
load ../cli/helper
load terminal
load top_terminal

# Only two cases need a terminal.
setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# A leak check wants a thread of its own.
export ASAN_OPTIONS=detect_leaks=0

need_refuse() {
    local status=0
    "$DOTPROC_REFUSE" "$1" EPERM true 2>/dev/null || status=$?
    [ "$status" -ne 77 ] || skip 'no seccomp filter can be set here'
}

no_threads='no more threads (Resource temporarily unavailable): reading in the foreground'

@test "without threads it reads in the foreground, and says so once" {
    need_refuse threads
    local error reason
    use_tree linux-6
    ps -e >all
    # As the size of the file says, some columns are read by a second pool.
    for choice in '' '-c -u 3000'; do
        # shellcheck disable=SC2086 # words
        top -b -d0 -n3 $choice >whole
        while read -r error reason; do
            # shellcheck disable=SC2086 # words
            run -0 --separate-stderr "$DOTPROC_REFUSE" threads "$error" "$DOTPROC_TOP" -b -d0 -n3 $choice
            diff -u whole - <<<"$output"$'\n'
            # shellcheck disable=SC2154 # run sets it
            [ "$stderr" = "top: no more threads ($reason): reading in the foreground" ]
            "$DOTPROC_REFUSE" threads "$error" "$DOTPROC_PS" -e 2>&1 | diff -u all -
        done <<'ERRORS'
EAGAIN Resource temporarily unavailable
EPERM Operation not permitted
ERRORS
    done
}

# As in containers whose runtime is older than these calls: what is newer is rejected, not unknown.
@test "newer system calls that a filter rejects are not needed" {
    need_refuse newer
    local ready process
    coproc load { exec "$DOTPROC_THREADS" 4 3>&-; }
    read -r -t "$WAIT_S" -u "${load[0]}" ready
    [ "$ready" = ready ]
    # shellcheck disable=SC2154 # coproc sets it
    process=$(ps -o pid= --ppid "$load_PID")
    run -0 "$DOTPROC_REFUSE" newer EPERM "$DOTPROC_PS" --info
    [[ $output != *'older than'* ]]
    run -0 "$DOTPROC_REFUSE" newer EPERM "$DOTPROC_PS" -L -o lwp= -p "$((process))"
    [ "${#lines[@]}" -eq 4 ]
    run -0 "$DOTPROC_REFUSE" newer EPERM "$DOTPROC_TOP" -b -H -n 1 -p "$((process))"
    [ "$(grep -c ' threads$' <<<"$output")" -eq 4 ]
    kill "$load_PID"
}

@test "without threads the running host is shown, and a signal ends it" {
    need_refuse threads
    env --default-signal "$DOTPROC_REFUSE" threads EAGAIN "$DOTPROC_TOP" -b -d 1000 >frames 2>error 3>&- &
    pid=$!
    wait_until grep "^ *$pid " frames
    kill -TERM "$pid"
    ends_within "$pid"
    [ "$(<error)" = "top: $no_threads" ]
}

@test "without threads there is a screen, whose keys work" {
    need_refuse threads
    start_terminal
    run_line "ASAN_OPTIONS=$ASAN_OPTIONS '$DOTPROC_REFUSE' threads EAGAIN \"\$DOTPROC_TOP\" -d 1000"
    shows '^ *no more threads \(Resource temporarily unavailable\): reading in the foreground'
    shows '^ +PID USER .* COMMAND$'
    press h
    shows '^q +quit$'
    press q
    press C-w
    shows '^wait reason for '
    press q q
    ends 0
}

@test "a refused ppoll is one message and status 1" {
    need_refuse ppoll
    local error
    use_tree linux-6
    for error in EPERM ENOSYS; do
        run -1 --separate-stderr timeout -s KILL "$WAIT_S" "$DOTPROC_REFUSE" ppoll "$error" "$DOTPROC_TOP" -b -d 1000
        [ "$(wc -l <<<"$stderr")" -eq 1 ]
        [[ $stderr == 'top: cannot wait for events (ppoll): '* ]]
    done
}

@test "a refused ppoll on a terminal is one message and status 1" {
    need_refuse ppoll
    local error
    start_terminal
    for error in EPERM ENOSYS; do
        run_line "ASAN_OPTIONS=$ASAN_OPTIONS '$DOTPROC_REFUSE' ppoll $error \"\$DOTPROC_TOP\""
        ends 1
        shows '^top: cannot wait for events \(ppoll\): '
    done
}

# tasks_only COMMAND LINE: in a pid namespace whose procfs has tasks and nothing else (proc(5),
# subset=pid).
tasks_only() {
    local maps=()
    [ "$(id -u)" = 0 ] || maps=(--map-root-user)
    unshare "${maps[@]}" --mount --pid --fork --kill-child sh -c \
        "mount -t proc -o subset=pid proc /proc || exit 77; $1"
}

need_tasks_only() {
    tasks_only 'test ! -e /proc/stat' 2>/dev/null || skip 'no procfs with subset=pid can be mounted here'
}

@test "a procfs with nothing but tasks will do" {
    need_tasks_only
    local source
    for source in auto task; do
        run -0 --separate-stderr tasks_only "'$DOTPROC_PS' --source=$source -eo pid,pcpu,pmem,stime,time,lstart,args; :"
        [ -z "$stderr" ]
        [[ ${lines[1]} =~ ^\ +1\ .*\ sh\ -c\  ]]
        run -0 --separate-stderr tasks_only "'$DOTPROC_PS' --source=$source aux; :"
        [ -z "$stderr" ]
        run -0 --separate-stderr tasks_only "'$DOTPROC_TOP' --source=$source -b -d0 -n2 -w 200; :"
        [ -z "$stderr" ]
        [ "$(grep -c '^Tasks: ' <<<"$output")" -eq 2 ]
        [ "$(grep -cE '^%Cpu\(s\): +- us,' <<<"$output")" -eq 2 ]
        [ "$(grep -cE '^MiB Mem : +- total,' <<<"$output")" -eq 2 ]
        [ "$(grep -cE '^ +1 .* sh$' <<<"$output")" -eq 2 ]
    done
}
