#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Keys and the mouse on a real terminal: what they change on the screen, and outside.

bats_require_minimum_version 1.5.0
load ../cli/helper
load terminal
load top_terminal

# tests/unit/top/keys_*.c have what each key does, tests/tui/frames.bats what is shown then.
@test "keys are answered" {
    start_top_on_tree -d 1000
    press c N
    shows '^ +32001 .* spinner'
    press k
    shows '^ Not here: these PIDs are of another host or PID namespace$'
    press Down n 4 2 BSpace
    shows 'Maximum tasks = 0.*\) 4$'
    press Escape / t h r
    shows_look $'k(\e\\[[0-9;]*m)+thr\e'
    press Escape
    wait_until look_lacks $'k(\e\\[[0-9;]*m)+thr\e'
    press h
    shows '^q +quit$'
    press q q
    ends 0
}

# paste TEXT: as the terminal's user does, with marks if the program has asked for them.
paste() {
    server set-buffer "$1"
    server paste-buffer -p
}

@test "pasted text is no command" {
    start_top_on_tree -d 1000
    shows '^Tasks: '
    paste $'k1\n9\nq'
    shows 'Pasted text ignored'
    press N
    shows '^ +32001 '
    press q
    ends 0
}

@test "a paste whose end mark was lost ends after a while" {
    start_top_on_tree -d 1000
    press -l $'\e[200~kq'
    shows 'Pasted text ignored'
    no_longer_shows 'Pasted text ignored'
    press q
    ends 0
}

look_lacks() {
    ! look_matches "$1"
}

@test "colours" {
    start_top_on_tree -d 1000
    press z
    shows_look $'\e\\[31mTasks:'
    press Z S 2 H 4
    shows '^Colours of window 1:Def$'
    press Enter
    shows_look $'\e\\[32mTasks:'
    shows_look $'\e\\[(37m\e\\[)?44m +PID USER' # white on blue: the ground is dark
    press Z S 1 Escape
    shows_look $'\e\\[32mTasks:'
    press z
    wait_until look_lacks $'\e\\[32mTasks:'
    press q
    ends 0
}

@test "256 colours" {
    type_line 'export TERM=screen-256color'
    start_top_on_tree -d 1000
    press Z T Down Enter
    shows_look $'\e\\[38;5;255m'
    press q
    ends 0
}

@test "frames follow each other on a terminal that cannot move its cursor" {
    type_line "clear; TERM=dumb \"\$DOTPROC_TOP\" --procfs=\"\$DOTPROC_TREES/linux-6\" -d 1000 -p 1,32001"
    shows '^Tasks: +[0-9]+ total'
    shows '^ +PID USER .* COMMAND$'
    shows '^ +1 root '
    press N
    shows '^ *32001 '
    press q
    wait_until settings_are_back
    # Each has the row of init, the last frame too, and the prompt is below.
    shows '^ready>$'
    server capture-pane -p -S - >frames
    [ "$(grep -cE '^ +1 .* init$' frames)" -eq "$(grep -c '^Tasks: *[1-9]' frames)" ]
}

@test "changes a nice value and sends a signal, and says so" {
    start_victims 1
    start_top -d 1000 -p "$victim"
    wait_until first_task_is "$victim"
    press r Enter 7 Enter
    shows "nice value of PID $victim \\(sleep\\) is now 7"
    shows "^ *$victim .* 27 +7 "
    press k Enter
    shows "Signal for PID $victim \\(sleep(, user [^)]+)?\\) \\[15 TERM"
    press k i l l Enter
    shows "Sent KILL to PID $victim \\(sleep\\)"
    wait_until is_gone "$victim"
    press q
    ends 0
}

@test "says whom a signal and a nice value did not reach, and why" {
    start_victims 1
    kill -KILL "$victim"
    ends_within "$victim" || :
    start_top -d 1000
    press k
    press -l "$victim"
    press Enter Enter
    shows "Cannot send TERM to PID $victim.*: No such process"
    press r
    press -l "$victim"
    press Enter 5 Enter
    shows "^ Cannot set the nice value of PID $victim to 5: No such process$"
    press C-r
    press -l "$victim"
    press Enter 5 Enter
    shows "^ Cannot set the autogroup of PID $victim to 5: No such file or directory$"
    press q
    ends 0
}

# As a user who may not: the task is root's.
@test "says that a task may not be signalled" {
    [ "$(id -u)" = 0 ] || skip 'this needs root'
    for_everybody "$DOTPROC_TOP"
    start_victims 1
    run_copy_as_nobody -d 1000
    wait_until is_on_other_screen
    shows '^ +PID USER .* COMMAND$'
    press k
    press -l "$victim"
    press Enter Enter
    shows "^ Cannot send TERM to PID $victim( \\(sleep\\))?: Operation not permitted$"
    press q
    ends 0
    kill "$victim"
}

@test "does not change anything outside in secure mode" {
    local key
    start_top_on_tree -s
    press p # the message would disappear after two refreshes, and -d is refused here
    for key in k r C-r F7 F8 F9 d s W Y; do
        press "$key"
        shows 'secure mode$'
        press R
        no_longer_shows 'secure mode$'
    done
    press q
    ends 0
}

# mouse BUTTON COLUMN ROW: a press, as the terminal type of the pane reports it; columns and rows
# count from 1.
mouse() {
    local number bytes=''
    for number in "$@"; do
        bytes+=$(printf '\\%03o' "$((number + 32))")
    done
    press -l "$(printf '\033[M%b' "$bytes")"
}

# click COLUMN ROW: a press and a release.
click() {
    mouse 0 "$@"
    mouse 3 "$@"
}

mouse_is_off() {
    [ "$(server display-message -p '#{mouse_any_flag}')" = 0 ]
}

# tests/unit/top/test_term.c has the other events.
@test "sorts by a click, unless the mouse is off" {
    start_top_on_tree -d 1000
    header=$(screen | grep -n '^ *PID USER' | cut -d: -f1)
    click 4 "$header"
    wait_until first_task_is 32001
    click 4 "$header"
    wait_until first_task_is 1
    press "'"
    wait_until mouse_is_off
    press q
    ends 0
}
