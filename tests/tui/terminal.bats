#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# How top takes a real terminal, what it writes to it, and how it gives it back; and batch mode there.
# The terminal is a pane of a tmux server of our own. Nothing here waits a fixed time: whatever is to
# happen is waited for, as long as it may take.

bats_require_minimum_version 1.5.0
load ../cli/helper
load terminal
load top_terminal

# What reaches the terminal of so many frames, the line that starts it included.
bytes_of_frames() {
    server pipe-pane -O "cat >'$BATS_TEST_TMPDIR/bytes-$1'; echo >'$BATS_TEST_TMPDIR/end-$1'"
    run_top "$on_tree" -d 0.01 -n "$1"
    ends 0
    server pipe-pane
    wait_until test -e "$BATS_TEST_TMPDIR/end-$1"
    wc -c <"$BATS_TEST_TMPDIR/bytes-$1"
}

@test "a refresh in which nothing changes writes a handful of bytes" {
    local few many
    few=$(bytes_of_frames 2)
    type_line clear
    no_longer_shows 'status'
    many=$(bytes_of_frames 202)
    [ "$few" -gt 1000 ]
    [ $((many - few)) -le $((200 * 8)) ]
}

# Traced, it cannot look for leaks at its end. How many frames there are depends on how long the scan takes,
# but before each one top waits for something.
@test "a frame is sent in one piece" {
    run_line "ASAN_OPTIONS=detect_leaks=0 strace -f -e trace=write,?ppoll,?ppoll_time64 -o trace \"\$DOTPROC_TOP\" $on_tree -d 1000"
    shows '^ +PID USER .* COMMAND$'
    press h
    shows '^q +quit$'
    press q
    shows '^ +PID USER .* COMMAND$'
    awk '/ write\(1, / { frames++; pieces += sent; sent = 1 }
        / ppoll/ { sent = 0 }
        END { print frames " frames, " pieces + 0 " more pieces"; exit frames < 3 || pieces > 0 }' trace
    press q
    ends 0
}

@test "--debug writes to a file, and not to the screen" {
    # shellcheck disable=SC2016 # for the shell in the pane
    type_line 'clear; "$DOTPROC_TOP" --procfs="$DOTPROC_TREES/linux-6" --debug=all; echo "status $?."'
    shows '^top: on the screen, --debug needs --debug-file$'
    ends 1
    start_top_on_tree -d 1000 --debug-file "$BATS_TEST_TMPDIR/lines"
    shows '^ +PID USER .* COMMAND$'
    grep -q ' source: scan by task: ' "$BATS_TEST_TMPDIR/lines"
    press q
    ends 0
}

@test "follows the size of the terminal, down to one cell" {
    start_top_on_tree -d 1000
    server resize-window -x 40 -y 10
    wait_until lines_of_screen 10 40
    shows '^ +PID USER +PR +NI +VIRT +RES$'
    server resize-window -x 1 -y 1
    wait_until lines_of_screen 1 1
    no_longer_shows '[[:alnum:]]'
    server resize-window -x 132 -y 40
    wait_until lines_of_screen 40 132
    shows '^ +PID USER .* COMMAND$'
    shows '^ +32001 .* spinner$'
    press q
    ends 0
}

@test "starts on a terminal of one cell" {
    server resize-window -x 1 -y 1
    wait_until lines_of_screen 1 1
    run_top "$on_tree"
    wait_until screen_lacks '[[:alnum:]>]'
    server resize-window -x 80 -y 24
    shows '^ +PID USER .* COMMAND$'
    press q
    ends 0
}

@test "leaves its last frame to be read" {
    run_top -n 1 "$on_tree"
    ends 0
    shows '^ +32001 .* spinner$'
}

@test "-w narrows the screen" {
    type_line "clear; \"\$DOTPROC_TOP\" -w 30 --procfs=\"\$DOTPROC_TREES/linux-6\""
    wait_until is_on_other_screen
    shows '^ +PID USER +PR +NI$'
    press q
    wait_until settings_are_back
}

# tests/cli/top_batch.bats has all others, which go the same way.
@test "leaves in order on a signal" {
    local signal
    for signal in INT TERM PIPE; do
        start_top_on_tree -d 1000
        if [ "$signal" = INT ]; then
            press C-c
        else
            kill -"$signal" "$(cat pid)"
        fi
        ends 0
    done
}

# is_killed_by SIGNAL: by nothing else, and the terminal is as it was, with the shell's words on it.
is_killed_by() {
    kill -"$1" "$(cat pid)"
    ends $((128 + $(kill -l "$1")))
    screen_lacks '^ +PID USER'
}

# tests/unit/top/test_terminal_reset.c has every signal.
@test "gives the terminal back when a signal kills it" {
    local signal
    # A sanitizer handles those of crashes itself, and has statuses of its own.
    type_line 'ulimit -c 0; export ASAN_OPTIONS=handle_segv=0'
    for signal in SEGV ABRT RTMIN; do
        start_top_on_tree -d 1000
        is_killed_by "$signal"
    done
}

# Where there is no other screen, what comes next stands below what was there.
@test "gives a terminal without another screen back when a signal kills it" {
    type_line 'clear; ulimit -c 0; export ASAN_OPTIONS=handle_segv=0'
    # shellcheck disable=SC2016 # for the shell in the pane
    type_line 'clear; (echo $BASHPID >pid; TERM=vt100 exec "$DOTPROC_TOP" --procfs="$DOTPROC_TREES/linux-6" -d 1000); echo "status $?."'
    shows '^ +PID USER .* COMMAND$'
    server resize-window -x 80 -y 30
    wait_until lines_of_screen 30 80
    shows '^ +32001 .* spinner$'
    press h
    shows '^q +quit$'
    kill -SEGV "$(cat pid)"
    ends 139
    [ "$(screen | grep -n '^status 139' | cut -d: -f1)" -ge 29 ]
}

@test "gives the terminal back when it is killed while output is stopped" {
    type_line 'ulimit -c 0; export ASAN_OPTIONS=handle_segv=0'
    start_top_on_tree -d 0.1
    press C-s
    is_killed_by SEGV
}

waits_for_terminal() {
    grep -q wait_woken "/proc/$(cat pid)/wchan"
}

# shellcheck disable=SC2016 # for that shell
@test "a signal ends it while output is stopped, whatever it writes" {
    local signal key status
    # A frame; the cursor, which ncurses shows by itself.
    while read -r signal key status; do
        start_top_on_tree -d 1000
        press C-s "$key"
        wait_until waits_for_terminal
        kill -"$signal" "$(cat pid)"
        if [ "$signal" = INT ]; then # the shell leaves the line
            shows '^ready>'
            type_line 'echo "status $?."'
        fi
        ends "$status"
    done <<END
TERM h 143
INT k 130
PIPE h 141
USR1 k 138
END
}

@test "ends when its terminal goes" {
    local pid
    start_top_on_tree -d 1000
    pid=$(cat pid)
    server kill-server
    wait_until is_gone "$pid"
}

@test "prints frames where only the keyboard is a terminal" {
    type_line "clear; \"\$DOTPROC_TOP\" --procfs=\"\$DOTPROC_TREES/linux-6\" -d 0.1 | head -n 2; echo \"status \${PIPESTATUS[0]}.\""
    ends 0
    shows '^top - 02:00:00 up'
    type_line "\"\$DOTPROC_TOP\" --procfs=\"\$DOTPROC_TREES/linux-6\" -n 1 >frame; echo done >>frame"
    wait_until grep -qsx 'done' frame
    grep -qE '^ +32001 .* spinner$' frame
    run -1 grep -q $'\e' frame
}

# With a recorded tree, top waits for nothing else.
is_waiting_to_write() {
    grep -qE 'poll|pipe' "/proc/$1/wchan"
}

@test "batch mode does not wait for a reader that takes no more" {
    local pid
    mkfifo pipe
    exec 8<>pipe
    "$DOTPROC_TOP" -b --procfs="$DOTPROC_TREES/linux-6" -d 0 >pipe 8>&- &
    pid=$!
    wait_until is_waiting_to_write "$pid"
    kill -TERM "$pid"
    ends_within "$pid"
    exec 8>&-
}

# script(1) reads no more from its terminal when nobody reads from it.
@test "a signal ends batch mode while its terminal takes no more" {
    local recorder signal
    command -v script >/dev/null || skip 'there is no script'
    mkfifo pipe
    exec 8<>pipe
    for signal in TERM INT; do
        rm -f pid
        # The shell starts what runs in the background with INT ignored.
        # shellcheck disable=SC2016 # for the shell of script
        SHELL=/bin/sh env --default-signal=INT \
            script -qfc 'echo $$ >pid; exec "$DOTPROC_TOP" -b -w 512 -d 0 --procfs="$DOTPROC_TREES/linux-6"' /dev/null >pipe 3>&- 8>&- &
        recorder=$!
        wait_until test -s pid
        wait_until waits_for_terminal
        kill "-$signal" "$(<pid)"
        wait_until is_gone "$(<pid)"
        kill -KILL "$recorder"
        ends_within "$recorder" || :
    done
    exec 8>&-
}

# Without an end to the keys the loop comes to everything else.
@test "a signal ends it while keys come without a pause" {
    type_line "(echo \$BASHPID >pid; exec \"\$DOTPROC_TOP\" -d 1000 $on_tree); echo \$? >status"
    wait_until is_on_other_screen
    press -N 1000000 R
    kill -TERM "$(cat pid)"
    # The shell gets the other keys.
    wait_until test -s status
    [ "$(<status)" -eq 0 ]
}

@test "needs a terminal" {
    run -1 --separate-stderr top </dev/null
    [ -z "$output" ]
    # shellcheck disable=SC2154 # run sets it
    [[ $stderr == 'top: failed tty get'* ]]
}

@test "needs a type of terminal that is known" {
    # newterm(3) loses memory when it fails, which is no leak of ours.
    run_line "ASAN_OPTIONS=detect_leaks=0 TERM=no-such-terminal \"\$DOTPROC_TOP\" 2>error"
    ends 1
    [ "$(wc -l <error)" -eq 1 ]
    grep -q '^top: .*no-such-terminal' error
}
