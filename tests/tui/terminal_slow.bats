#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What makes others wait makes neither the screen nor its keys wait: tasks that are stuck, names that
# take their time.

bats_require_minimum_version 1.5.0
load ../cli/helper
load ../common/slow
load terminal
load top_terminal

# From here on whoever opens this file, by default the command line of task 300, waits until "gate" is
# written to or gone, as the reader of a task whose memory is locked does.
use_stuck_file() {
    use_slow gate
    type_line "export LD_PRELOAD='$PWD/slow.so' SLOW_FILE=${1:-300/cmdline} SLOW_GATE='$PWD/gate' ASAN_OPTIONS=$SLOW_ASAN_OPTIONS"
}

@test "a stuck task holds up no other" {
    use_stuck_file
    start_top_on_tree -d 1000
    press c
    shows '^ +290 .* sshd: a'
    shows '^ +400 .* /opt/fi'
    shows '^ +300 .* \[bash\]$'
    press h
    shows '^q +quit$'
    press q
    press R
    shows '^ +1 root .* /sbin/i'
    press q
    ends 0
}

# stands_before PID PID
stands_before() {
    [ "$(screen | grep -oE "^ *($1|$2) " | tr -s ' \n' ' ')" = " $1 $2 " ]
}

# The scan itself needs the file then. The one that got stuck is left behind until it comes back.
@test "a stuck task holds up no other where all are sorted or searched" {
    use_stuck_file
    start_top_on_tree -d 0.2 -c -o +COMMAND
    shows '^ +290 .* sshd: a'
    shows '^ +300 .* \[bash\]$'
    wait_until stands_before 290 300
    press P L
    press -l '[bash]'
    press Enter
    cursor_is_on 300
    press Home
    mv gate open
    timeout "$WAIT_S" bash -c 'echo >open'
    shows '^ +300 .* -bash$'
    press q
    ends 0
}

@test "what a stuck task waits for is left out" {
    use_stuck_file 300/task/300/stat
    start_top_on_tree -d 1000
    press o
    press -l 'PID=300'
    press Enter
    wait_until first_task_is 300
    press C-w
    shows '^wait reason for pid 300, bash$'
    press h
    shows '^q +quit$'
    press q
    shows '^none, or permission denied$'
    press q
    ends 0
}

@test "control groups on a file system that does not respond hold up no task" {
    use_stuck_file web/cpu.stat
    mkdir -p groups/web
    touch groups/web/cpu.stat groups/cgroup.controllers
    start_top_on_tree -d 0.2 --cgroup-root groups
    press 8
    shows '^Control groups 0-0 of 0 by .*; some left out$'
    mv gate open
    timeout "$WAIT_S" bash -c 'echo >open'
    shows '^Control groups 1-2 of 2 by '
    press q
    shows '^ +1 root .* init$'
    press q
    ends 0
}

# From here on no scan ends before "gate" is written to: each begins with that file.
use_slow_scans() {
    use_slow gate
    type_line "export LD_PRELOAD='$PWD/slow.so' SLOW_FILE=uptime SLOW_GATE='$PWD/gate' ASAN_OPTIONS=$SLOW_ASAN_OPTIONS"
}

@test "keys are answered before there are tasks" {
    use_slow_scans
    start_top_on_tree -d 1000
    shows '^  reading the tasks: 0 so far$'
    press h
    shows '^q +quit$'
    press Escape
    shows '^  reading the tasks: 0 so far$'
    mv gate open
    timeout "$WAIT_S" bash -c 'echo >open'
    shows '^ +1 root .* init$'
    no_longer_shows 'reading the tasks'
    press q
    ends 0
}

@test "q does not wait for a scan" {
    use_slow_scans
    start_top_on_tree -d 1000
    shows '^  reading the tasks: 0 so far$'
    press q
    ends 0
}

# From here on the name of user 3000 comes when the FIFO "service" is written to, once for each
# question.
use_slow_names() {
    use_slow service
    type_line "export LD_PRELOAD='$PWD/slow.so' SLOW_NAMES='$PWD/service' ASAN_OPTIONS=$SLOW_ASAN_OPTIONS"
}

# Until top opens the FIFO there is nobody to write to.
service_answers() {
    timeout "$WAIT_S" bash -c 'echo >service'
}

@test "numbers stand for names that take their time" {
    use_slow_names
    start_top_on_tree -d 1000 -o USER
    shows '^ +1 root '
    shows '^ +300 3000 '
    press h
    shows '^q +quit$'
    press q
    press o
    press -l 'USER=late'
    press Enter
    no_longer_shows ' 3000 '
    service_answers
    shows '^ +300 late '
    no_longer_shows ' root '
    press '=' R
    shows ' root '
    press q
    ends 0
}

@test "a user is looked up while the screen goes on" {
    use_slow_names
    start_top_on_tree -d 1000
    service_answers
    shows '^ +300 late '
    press u
    press -l 'late'
    press Enter
    shows '^ Looking for the user .late. \.\.\.'
    press h
    shows '^q +quit$'
    press q
    shows '^ +1 root '
    service_answers
    no_longer_shows ' root '
    shows '^ +300 late '
    press q
    ends 0
}

@test "the last frame does not wait forever for a name" {
    use_slow_names
    run_top -n 1 "$on_tree"
    ends 0
    shows '^ +300 3000 '
}

@test "batch mode waits for names" {
    use_slow_names
    run_top -b -n 1 --patience 0 "$on_tree"
    service_answers
    ends 0
    shows '^ +300 late '
}

@test "batch mode does not wait forever for a name" {
    use_slow_names
    run_top "-b -n 2 -d 0 $on_tree >frames"
    ends 0
    [ "$(grep -cE '^ +300 3000 ' frames)" -eq 2 ]
    [ "$(grep -cE '^ +1 root ' frames)" -eq 2 ]
}

@test "a signal ends batch mode while it waits for a name" {
    local signal
    use_slow_names
    for signal in INT TERM; do
        run_line "(echo \$BASHPID >pid; exec \"\$DOTPROC_TOP\" -b --patience 0 $on_tree >frames 2>error)"
        # Opening the FIFO returns when top waits there; it stays open until top has exited.
        # shellcheck disable=SC2016 # the inner shell expands them
        timeout "$WAIT_S" bash -c 'exec 9>service; kill -"$1" "$(<pid)"; tail --pid="$(<pid)" -s 0.01 -f /dev/null' bash "$signal"
        ends 0
        [ ! -s error ]
    done
}
