# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# top in a terminal (terminal.bash): each test begins at the prompt of the shell in it.

setup() {
    start_terminal
}

start_terminal() {
    command -v tmux >/dev/null || skip 'there is no tmux'
    cd "$BATS_TEST_TMPDIR" || return
    export DOTPROC_TOP DOTPROC_TREES
    start_server
    settings_before=$(settings)
}

teardown() {
    stop_server
    give_back
}

# What programs change and have to put back: the line discipline, the cursor, the other screen.
settings() {
    stty -a <"$(server display-message -p '#{pane_tty}')" | grep -v rows
    server display-message -p 'cursor #{cursor_flag} other #{alternate_on} keypad #{keypad_flag} mouse #{mouse_any_flag}'
}

settings_are_back() {
    [ "$(settings)" = "$settings_before" ]
}

# The shell has written on the terminal's first screen; top takes the other one.
is_on_other_screen() {
    [ "$(server display-message -p '#{alternate_on}')" = 1 ]
}

# What follows takes words of the shell in the pane.

# shellcheck disable=SC2016 # for that shell
on_tree='--procfs="$DOTPROC_TREES/linux-6"'

# run_line LINE: in the pane, whose screen then has its status, for `ends`.
run_line() {
    type_line "clear; $1; echo \"status \$?.\""
}

# run_top ARGUMENT...
run_top() {
    run_line "\"\$DOTPROC_TOP\" $*"
}

# run_copy_as_nobody ARGUMENT...: after for_everybody.
run_copy_as_nobody() {
    # shellcheck disable=SC2154 # for_everybody sets it
    run_line "setpriv --reuid=65534 --regid=65534 --clear-groups '$copy' $*"
}

# start_top ARGUMENT...: its PID is written to the file pid.
start_top() {
    run_line "(echo \$BASHPID >pid; exec \"\$DOTPROC_TOP\" $*)"
    wait_until is_on_other_screen
    shows '^ +PID USER .* COMMAND$'
}

start_top_on_tree() {
    start_top "$on_tree" "$@"
}

# ends STATUS: top ends with it, and leaves the terminal as it was.
ends() {
    shows "^status $1\\."
    wait_until settings_are_back
}

# shows_look PATTERN: for the screen with the escape sequences of its looks.
shows_look() {
    wait_until look_matches "$1"
}

look_matches() {
    server capture-pane -pe | grep -qE -- "$1"
}

# first_task_is PID: it stands below the header.
first_task_is() {
    screen | grep -A 1 '^ *PID USER' | tail -n 1 | grep -qE "^ *$1 "
}

pane_is_of() {
    local result=0
    press C-k
    shows '^(command line for pid|exited in) '
    screen_matches "^command line for pid $1, " || result=1
    press C-k
    no_longer_shows '^(command line for pid|exited in) '
    return $result
}

# cursor_is_on PID: keys act on that task, perhaps when a search that has to wait for a sample is done.
cursor_is_on() {
    wait_until pane_is_of "$1"
}

lines_of_screen() {
    [ "$(screen | wc -l)" -eq "$1" ] && [ "$(server display-message -p '#{pane_width}')" -eq "$2" ]
}

# start_victims NUMBER: processes for top to act on, in the array victims, the first one also in $victim. They end with
# this one. They are ready when they have their arguments, which the kernel sets after the name.
start_victims() {
    local i
    victims=()
    for ((i = 0; i < $1; i++)); do
        setpriv --pdeathsig KILL sleep 1000 3>&- &
        victims+=($!)
        wait_until is_victim "$!"
    done
    # shellcheck disable=SC2034 # for the tests
    victim=${victims[0]}
}

is_victim() {
    [ "$(tr '\0' ' ' <"/proc/$1/cmdline")" = 'sleep 1000 ' ]
}
