#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# How top stops and goes on, and how it ends while it is stopped or in the background: job control of an
# interactive shell in the terminal of terminal.bats.

bats_require_minimum_version 1.5.0
load ../cli/helper
load terminal
load top_terminal

# goes_on_and_ends LINE: after a stop, by this line with fg. The shell may have forgotten what else stood on the line
# that began top; the status of fg is that of top.
goes_on_and_ends() {
    type_line "$1"
    no_longer_shows 'Stopped'
    works_and_ends
}

works_and_ends() {
    shows '^ +PID USER .* COMMAND$'
    press h
    shows '^q +quit$'
    press q q
    type_line "echo \"status \$?.\""
    ends 0
}

@test "stops and goes on" {
    start_top_on_tree -d 1000
    press C-z
    shows 'Stopped'
    wait_until settings_are_back
    goes_on_and_ends fg
}

# The shell reads what stands behind ^Z, and top goes on with what it had waited for before.
@test "goes on where keys of the shell came with the stop" {
    start_top_on_tree -d 1000
    press C-z f g Enter
    works_and_ends
}

# Of a shell that leaves the modes alone; bash sets those at fg that it has found at the stop.
@test "leaves the terminal as stty has set it in a stop" {
    command -v dash >/dev/null || skip 'this needs dash'
    type_line 'exec dash -i'
    type_line "clear; \"\$DOTPROC_TOP\" $on_tree -d 1000"
    wait_until is_on_other_screen
    shows '^ +PID USER .* COMMAND$'
    press C-z
    shows 'Stopped'
    type_line 'clear; stty -ixon; fg'
    wait_until is_on_other_screen
    shows '^ +PID USER .* COMMAND$'
    press q
    type_line "echo; stty -a | grep -o -- '-ixon '; echo over"
    shows '^over'
    shows '^-ixon'
}

is_stopped() {
    grep -q '^State:[[:space:]]*T' "/proc/$1/status"
}

is_zombie() {
    grep -q '^State:[[:space:]]*Z' "/proc/$1/status"
}

# The shell of the script stops at once, before top can give the terminal back. What the user's shell says
# of that may be on either screen.
@test "stops and goes on below the shell of a script" {
    # shellcheck disable=SC2016 # for the shell of the script
    echo "sh -c 'echo \$\$ >pid; exec \"\$DOTPROC_TOP\" -d 1000 $on_tree'; :" >script
    run_line 'sh script'
    wait_until is_on_other_screen
    shows '^ +PID USER .* COMMAND$'
    press C-z
    wait_until is_stopped "$(cat pid)"
    goes_on_and_ends 'clear; fg'
}

# end_while_stopped: by the shell, which continues it, but in the background, where it cannot take the terminal.
end_while_stopped() {
    type_line 'clear; kill %1'
    wait_until is_gone "$(cat pid)"
    wait_until settings_are_back
}

@test "ends by a signal that comes while it is stopped" {
    start_top_on_tree -d 1000
    press C-z
    shows 'Stopped'
    end_while_stopped
}

@test "ends by a signal that comes after a stop that it did not see" {
    start_top_on_tree -d 1000
    kill -STOP "$(cat pid)"
    shows 'Stopped'
    end_while_stopped
}

# stops_in_background: each bg continues it, and it stops again, as it cannot take the terminal. What the shell says of
# that it may say later.
stops_in_background() {
    local round
    for round in 1 2 3; do
        type_line "clear; bg; echo round $round"
        shows "^round $round"
        wait_until is_stopped "$(<pid)"
    done
}

@test "ends by a signal in the background, where it stops" {
    start_top_on_tree -d 1000
    press C-z
    shows 'Stopped'
    stops_in_background
    end_while_stopped
}

@test "ends by a signal in the background after a stop that it did not see" {
    start_top_on_tree -d 1000
    kill -STOP "$(cat pid)"
    shows 'Stopped'
    stops_in_background
    end_while_stopped
}

@test "ends by a signal in the background after a stop that it did not see, under tostop" {
    type_line 'stty tostop'
    start_top_on_tree -d 1000
    kill -STOP "$(cat pid)"
    shows 'Stopped'
    stops_in_background
    type_line 'clear; kill %1'
    wait_until is_gone "$(cat pid)"
    type_line 'stty -tostop'
    wait_until settings_are_back
}

start_top_in_background() {
    rm -f pid
    type_line "clear; (echo \$BASHPID >pid; exec \"\$DOTPROC_TOP\" $on_tree -d 1000) &"
    wait_until test -s pid
    wait_until is_stopped "$(<pid)"
}

@test "ends by a signal in the background, where it was started" {
    start_top_in_background
    stops_in_background
    end_while_stopped
    start_top_in_background
    end_while_stopped
}

@test "takes the terminal when it comes from the background, where it was started" {
    start_top_in_background
    stops_in_background
    goes_on_and_ends 'clear; fg'
}

@test "takes the terminal again after a stop that it did not see" {
    local pid
    start_top_on_tree -d 1000
    pid=$(cat pid)
    kill -STOP "$pid"
    shows 'Stopped'
    goes_on_and_ends 'clear; fg'
}

# Nothing could continue it: its parent is no shell and not of its session.
@test "does not stop where it would stop forever" {
    local pid
    server new-window "exec \"\$DOTPROC_TOP\" --procfs=\"\$DOTPROC_TREES/linux-6\" -d 1000"
    shows '^ +PID USER .* COMMAND$'
    pid=$(server display-message -p '#{pane_pid}')
    kill -TSTP "$pid"
    press h
    shows '^q +quit$'
    press q q
    wait_until is_gone "$pid"
}

@test "does not start in the background where it cannot stop" {
    type_line "clear; (trap '' TTOU TTIN; \"\$DOTPROC_TOP\" $on_tree -d 1000; echo \"status \$?.\") & sleep 1000"
    shows '^top: failed tty set: not in the foreground \(use -b\)$'
    shows '^status 1\.'
    press C-c
    ends 1
}

@test "ends when it goes on in the background where it cannot stop" {
    run_line "(trap '' TTOU TTIN; echo \$BASHPID >pid; exec \"\$DOTPROC_TOP\" $on_tree -d 1000)"
    wait_until is_on_other_screen
    shows '^ +PID USER .* COMMAND$'
    press C-z
    shows 'Stopped'
    type_line 'clear; bg'
    wait_until is_gone "$(<pid)"
    wait_until settings_are_back
}

is_in_background() {
    local group foreground
    read -r _ _ _ _ group _ _ foreground _ <"/proc/$1/stat"
    [ "$group" != "$foreground" ]
}

is_on_first_screen() {
    ! is_on_other_screen
}

# ends_when_left STTY: when its parent has exited, so no shell could continue it, by a key. The program in the foreground
# reads none.
ends_when_left() {
    local pid
    mkfifo go
    type_line "stty $1"
    type_line "clear; ( (echo \$BASHPID >pid; exec \"\$DOTPROC_TOP\" $on_tree -d 1000) </dev/tty & read -r _ <go); sleep 1000"
    wait_until is_on_other_screen
    shows '^ +PID USER .* COMMAND$'
    pid=$(<pid)
    echo >go
    wait_until is_in_background "$pid"
    press Enter
    wait_until is_gone "$pid"
    wait_until is_on_first_screen
}

@test "ends by a key when its parent has left it in the background" {
    ends_when_left -tostop
}

@test "ends by a key when its parent has left it in the background, under tostop" {
    ends_when_left tostop
}

# start_in_namespace [END]: the first process of a PID namespace does not stop, and sees neither its own group nor that
# in the foreground. The file pid has the one that waits for it, outside.
start_in_namespace() {
    unshare -pf true 2>/dev/null || skip 'this needs PID namespaces'
    type_line "clear; (echo \$BASHPID >pid; exec unshare -pf \"\$DOTPROC_TOP\" $on_tree -d 0.1) ${1-}"
}

child_of() {
    "$DOTPROC_PS" -o pid= --ppid "$1" | tr -d ' '
}

@test "waits for the terminal of a PID namespace that was started in the background" {
    start_in_namespace '&'
    wait_until test -s pid
    goes_on_and_ends 'clear; fg'
}

@test "waits for the terminal in the background of a PID namespace" {
    start_in_namespace
    wait_until is_on_other_screen
    shows '^ +PID USER .* COMMAND$'
    press C-z
    wait_until is_stopped "$(<pid)"
    goes_on_and_ends 'clear; fg'
}

@test "ends by a signal in the background of a PID namespace" {
    local top
    start_in_namespace
    wait_until is_on_other_screen
    shows '^ +PID USER .* COMMAND$'
    top=$(child_of "$(<pid)")
    press C-z
    wait_until is_stopped "$(<pid)"
    kill -TERM "$top"
    wait_until is_zombie "$top"
    type_line 'clear; fg'
    type_line "echo \"status \$?.\""
    ends 143
}

@test "gives the terminal of a PID namespace back for a signal that would end another process" {
    start_in_namespace
    wait_until is_on_other_screen
    shows '^ +PID USER .* COMMAND$'
    kill -TRAP "$(child_of "$(<pid)")"
    type_line "echo \"status \$?.\""
    ends 133
}

# is_gone_when_continued PID: in the background it is stopped again, by SIGTTOU, where one thread goes
# to take the terminal before another has got round to what kills it.
is_gone_when_continued() {
    kill -CONT "$1" 2>/dev/null || :
    is_gone "$1"
}

# The shell has its own modes then, and they stay.
@test "leaves the terminal alone when it is killed after a stop" {
    type_line 'ulimit -c 0; export ASAN_OPTIONS=handle_segv=0'
    start_top_on_tree -d 1000
    press C-z
    shows 'Stopped'
    wait_until settings_are_back
    type_line clear
    kill -SEGV "$(cat pid)"
    wait_until is_gone_when_continued "$(cat pid)"
    settings_are_back
    type_line 'echo still here'
    shows '^still here'
}

# Keys that make a signal go to it, and it waits.
is_in_foreground() {
    local state group foreground
    read -r _ _ state _ group _ _ foreground _ <"/proc/$1/stat"
    [ "$state $group" = "S $foreground" ]
}

@test "batch mode stops and goes on" {
    type_line "clear; (echo \$BASHPID >pid; exec \"\$DOTPROC_TOP\" -b --procfs=\"\$DOTPROC_TREES/linux-6\" -d 1000 -p 1)"
    shows ' init$'
    press C-z
    shows 'Stopped'
    type_line 'clear; fg'
    wait_until is_in_foreground "$(<pid)"
    press C-c
    type_line "echo \"status \$?.\""
    ends 0
}

@test "batch mode ends by a signal where output from the background stops it" {
    type_line "stty tostop; clear; (echo \$BASHPID >pid; exec \"\$DOTPROC_TOP\" -b $on_tree -d 1000 -p 1) &"
    wait_until test -s pid
    wait_until is_stopped "$(<pid)"
    type_line 'clear; kill %1'
    wait_until is_gone "$(<pid)"
}
