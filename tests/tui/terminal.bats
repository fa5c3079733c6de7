#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# top on a real terminal, which is a pane of a tmux server of our own. Nothing here waits a fixed
# time: whatever is to happen is waited for, as long as it may take.

bats_require_minimum_version 1.5.0
load ../cli/helper
load slow
load terminal

setup() {
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

# start_top ARGUMENT...: in the pane; its pid goes into the file pid, its status onto the screen.
start_top() {
    type_line "clear; (echo \$BASHPID >pid; exec \"\$DOTPROC_TOP\" $*); echo \"status \$?.\""
    until_true is_on_other_screen
    shows '^ +PID USER .* COMMAND$'
}

start_top_on_tree() {
    start_top "--procfs=\"\$DOTPROC_TREES/linux-6\"" "$@"
}

# ends STATUS: top ends with it, and leaves the terminal as it was.
ends() {
    shows "^status $1\\."
    until_true settings_are_back
}

@test "starts on the running host and quits" {
    start_top
    shows '^top - [0-9:]{8} up .*load average: '
    shows '^MiB Swap: '
    press q
    ends 0
}

@test "ends by itself after so many frames" {
    type_line "clear; \"\$DOTPROC_TOP\" -d 0.1 -n 2; echo \"status \$?.\""
    ends 0
}

@test "keys are answered" {
    start_top_on_tree -d 1000
    shows '^Tasks: '
    press c
    shows ' \[kthrea'
    press H
    shows '^Threads: '
    press N
    shows '^ +32001 '
    press R
    shows '^ +1 root '
    press Down
    no_longer_shows '^ +1 root '
    press Home
    shows '^ +1 root '
    press h
    shows '^q +quit$'
    press q
    no_longer_shows '^q +quit$'
    press '@'
    shows 'Unknown command'
    press k 4 2 BSpace
    shows '\] 4$'
    press Escape
    no_longer_shows '\] 4$'
    press q
    ends 0
}

@test "Alt with h, j, k and l stands for the arrows, with Ctrl for the keys around them" {
    server resize-window -x 80 -y 12
    start_top_on_tree -d 1000
    press N C M-j M-l
    shows 'y = 2/20 \(tasks\), x = 2/'
    press M-k M-h
    shows 'y = 1/20 \(tasks\), x = 1/'
    press M-C-j
    shows 'y = 8/20 \(tasks\)'
    press M-C-k
    shows 'y = 1/20 \(tasks\)'
    press M-C-l
    shows 'y = 13/20 \(tasks\)'
    press M-C-h
    shows 'y = 1/20 \(tasks\)'
    press q
    ends 0
}

# shows_look PATTERN: for the screen with the escape sequences of its looks.
shows_look() {
    until_true look_matches "$1"
}

look_matches() {
    server capture-pane -pe | grep -qE -- "$1"
}

look_lacks() {
    ! look_matches "$1"
}

@test "the field manager" {
    start_top_on_tree -d 1000
    press f
    shows '^Fields Management for window 1:Def, whose current sort field is %CPU$'
    press Home
    shows '^\* PID +='
    press Space
    shows '^  PID +='
    press Down Right Down Down Left
    shows '^\* NI +='
    press s q
    shows '^ PR +NI USER +VIRT'
    press f Home Space q
    shows '^ +PID +PR +NI USER +VIRT'
    press q
    ends 0
}

@test "four windows share the screen" {
    start_top_on_tree -d 1000
    press A
    shows '^1:Def - '
    shows '^1 +PID USER'
    shows '^2 +PID +PPID'
    shows '^3 +PID +%MEM'
    shows '^4 +PID +PPID +UID USER'
    press a -
    shows '^2:Job - '
    no_longer_shows '^2 +PID +PPID'
    press A
    shows '^ +PID +PPID +TIME\+'
    press q
    ends 0
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
    until_true look_lacks $'\e\\[32mTasks:'
    press q
    ends 0
}

@test "256 colours" {
    type_line 'export TERM=screen-256color'
    start_top_on_tree -d 1000
    press Z T Down Down Down Enter
    shows_look $'\e\\[38;5;255m'
    press q
    ends 0
}

@test "no colours where none are wanted" {
    type_line 'export NO_COLOR=1'
    start_top_on_tree -d 1000
    press z
    shows 'There are no colours on this terminal'
    press q
    ends 0
}

@test "no colours where the terminal has none" {
    type_line "clear; TERM=vt100 \"\$DOTPROC_TOP\" --procfs=\"\$DOTPROC_TREES/linux-6\""
    shows '^ +PID USER .* COMMAND$'
    press Z
    shows 'There are no colours on this terminal'
    press q
    until_true settings_are_back
}

# Every test has a home of its own, below its folder.
config_home() {
    export HOME=$BATS_TEST_TMPDIR/home
    server resize-window -x 132 -y 24
    mkdir -p "$HOME"
    type_line "export HOME='$HOME'; unset XDG_CONFIG_HOME; cd '$BATS_TEST_TMPDIR'; clear"
    shows '^ready>'
}

@test "W saves what the next start finds, and nothing is written without it" {
    config_home
    start_top_on_tree -d 1000
    press c
    press q
    ends 0
    [ -z "$(ls -A "$HOME")" ]

    start_top_on_tree -d 7
    press f Home d Down d q
    shows '^ PR +NI'
    press z M W
    shows "Wrote configuration to '.*/home/\\.config/dotproc/toprc'"
    press q
    ends 0
    [ "$(stat -c %a "$HOME/.config/dotproc/toprc")" = 600 ]
    [ "$(ls -A "$HOME/.config/dotproc")" = toprc ]
    grep -qx 'delay = 7' "$HOME/.config/dotproc/toprc"
    grep -qx 'sort = %MEM' "$HOME/.config/dotproc/toprc"

    type_line "clear; \"\$DOTPROC_TOP\" --procfs=\"\$DOTPROC_TREES/linux-6\""
    shows '^ PR +NI'
    shows_look $'\e\\[31mTasks:'
    press d
    shows '^ ?Change delay from 7\.0 to'
    press Escape q
    shows '^ready>'
    # And without it all is as on first start.
    start_top_on_tree -A
    press q
    ends 0
}

@test "a configuration with a mistake is named and not used" {
    config_home
    mkdir -p "$HOME/.config/dotproc"
    printf 'format = 1\ndelay = 7\nalternate = perhaps\n' >"$HOME/.config/dotproc/toprc"
    start_top_on_tree
    shows '^ /.*/toprc:3: .perhaps. is not a value for .alternate.'
    press d
    shows '^ ?Change delay from 3\.0 to'
    press Escape q
    ends 0
}

@test "W says why it cannot save" {
    config_home
    touch "$HOME/.config"
    start_top_on_tree -d 1000
    press W
    shows 'Cannot save: Not a directory: /'
    press q
    ends 0
    type_line 'unset HOME; clear'
    start_top_on_tree -d 1000
    press W
    shows 'Nowhere to save to'
    press q
    ends 0
}

@test "names reach the terminal escaped" {
    start_top_on_tree -d 1000 -p 350
    shows ' e\?\[7m'
    press q
    ends 0
}

# first_task_is PID: it stands below the header.
first_task_is() {
    screen | grep -A 1 '^ *PID USER' | tail -n 1 | grep -qE "^ *$1 "
}

# From here on whoever opens the command line of task 300 waits until "gate" is written to or gone, as
# the reader of a task whose memory is locked does.
use_stuck_file() {
    make_slow_files
    type_line "export LD_PRELOAD='$PWD/slow_files.so' SLOW_FILE=300/cmdline SLOW_GATE='$PWD/gate' ASAN_OPTIONS=$SLOW_ASAN_OPTIONS"
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

# The scan itself needs the file then. The one that got stuck is left behind until it comes back.
@test "a stuck task holds up no other where all are sorted or searched" {
    use_stuck_file
    start_top_on_tree -d 0.2 -c -o +COMMAND
    shows '^ +290 .* sshd: a'
    shows '^ +300 .* \[bash\]$'
    until_true stands_before 290 300
    press P L
    press -l '[bash]'
    press Enter
    until_true first_task_is 300
    press Home
    mv gate open
    timeout "$PATIENCE_S" bash -c 'echo >open'
    shows '^ +300 .* -bash$'
    press q
    ends 0
}

# From here on the name of user 3000 comes when the FIFO "service" is written to, once for each
# question.
use_slow_names() {
    mkfifo service
    cp "$DOTPROC_SLOW_NAMES" slow_names.so
    type_line "export LD_PRELOAD='$PWD/slow_names.so' SLOW_NAMES='$PWD/service' ASAN_OPTIONS=$SLOW_ASAN_OPTIONS"
}

# Until top opens the FIFO there is nobody to write to.
service_answers() {
    timeout "$PATIENCE_S" bash -c 'echo >service'
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

# stands_before PID PID
stands_before() {
    [ "$(screen | grep -oE "^ *($1|$2) " | tr -s ' \n' ' ')" = " $1 $2 " ]
}

# Names stand before numbers, from the last to the first.
@test "tasks are sorted by names when they come" {
    use_slow_names
    start_top_on_tree -d 1000 -o USER
    until_true stands_before 200 300
    service_answers
    until_true stands_before 300 200
    shows '^ +300 late '
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
    press u
    press -l '!late'
    press Enter
    shows '^ Looking for the user .late. \.\.\.'
    press u
    press -l 'nobody-is'
    press Enter
    shows '^ Looking for the user .nobody-is. \.\.\.'
    service_answers
    shows '^ Invalid user'
    shows '^ +300 late '
    press q
    ends 0
}

@test "the last frame does not wait for ever for a name" {
    use_slow_names
    type_line "clear; \"\$DOTPROC_TOP\" -n 1 --procfs=\"\$DOTPROC_TREES/linux-6\"; echo \"status \$?.\""
    ends 0
    shows '^ +300 3000 '
}

@test "batch mode waits for names" {
    use_slow_names
    type_line "clear; \"\$DOTPROC_TOP\" -b -n 1 --procfs=\"\$DOTPROC_TREES/linux-6\"; echo \"status \$?.\""
    service_answers
    ends 0
    shows '^ +300 late '
}

lines_of_screen() {
    [ "$(screen | wc -l)" -eq "$1" ] && [ "$(server display-message -p '#{pane_width}')" -eq "$2" ]
}

# What reaches the terminal of so many frames, the line that starts it included.
bytes_of_frames() {
    server pipe-pane -O "cat >'$BATS_TEST_TMPDIR/bytes-$1'; echo >'$BATS_TEST_TMPDIR/end-$1'"
    type_line "\"\$DOTPROC_TOP\" --procfs=\"\$DOTPROC_TREES/linux-6\" -d 0.01 -n $1; echo \"status \$?.\""
    ends 0
    server pipe-pane
    until_true test -e "$BATS_TEST_TMPDIR/end-$1"
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

# Traced, it cannot look for leaks at its end.
@test "a frame is sent in one piece" {
    type_line "clear; ASAN_OPTIONS=detect_leaks=0 strace -f -e trace=write -o trace \"\$DOTPROC_TOP\" --procfs=\"\$DOTPROC_TREES/linux-6\" -d 1000; echo \"status \$?.\""
    shows '^ +PID USER .* COMMAND$'
    press h
    shows '^q +quit$'
    press q
    shows '^ +PID USER .* COMMAND$'
    [ "$(grep -c 'write(1, ' trace)" -le 6 ]
    press q
    ends 0
}

@test "follows the size of the terminal, down to one cell" {
    start_top_on_tree -d 1000
    server resize-window -x 40 -y 10
    until_true lines_of_screen 10 40
    shows '^ +PID USER +PR +NI +VIRT +RES$'
    server resize-window -x 1 -y 1
    until_true lines_of_screen 1 1
    no_longer_shows '[[:alnum:]]'
    server resize-window -x 132 -y 40
    until_true lines_of_screen 40 132
    shows '^ +PID USER .* COMMAND$'
    shows '^ +32001 .* spinner$'
    press q
    ends 0
}

@test "starts on a terminal of one cell" {
    server resize-window -x 1 -y 1
    until_true lines_of_screen 1 1
    type_line "clear; \"\$DOTPROC_TOP\" --procfs=\"\$DOTPROC_TREES/linux-6\"; echo status \$?."
    until_true screen_lacks '[[:alnum:]>]'
    server resize-window -x 80 -y 24
    shows '^ +PID USER .* COMMAND$'
    press q
    ends 0
}

@test "stops and goes on" {
    start_top_on_tree -d 1000
    press C-z
    shows 'Stopped'
    until_true settings_are_back
    type_line fg
    no_longer_shows 'Stopped'
    shows '^ +PID USER .* COMMAND$'
    press h
    shows '^q +quit$'
    press q q
    # The shell has forgotten the second half of its line; the status of fg is that of top.
    type_line "echo \"status \$?.\""
    ends 0
}

@test "takes the terminal again after a stop that it did not see" {
    local pid
    start_top_on_tree -d 1000
    pid=$(cat pid)
    kill -STOP "$pid"
    shows 'Stopped'
    type_line 'clear; fg'
    shows '^ +PID USER .* COMMAND$'
    press h
    shows '^q +quit$'
    press q q
    type_line "echo \"status \$?.\""
    ends 0
}

# Nobody could let it go on: its parent is no shell and not of its session.
@test "does not stop where it would stop for ever" {
    local pid
    server new-window "exec \"\$DOTPROC_TOP\" --procfs=\"\$DOTPROC_TREES/linux-6\" -d 1000"
    shows '^ +PID USER .* COMMAND$'
    pid=$(server display-message -p '#{pane_pid}')
    kill -TSTP "$pid"
    press h
    shows '^q +quit$'
    press q q
    until_true is_gone "$pid"
}

@test "leaves its last frame to be read" {
    type_line "clear; \"\$DOTPROC_TOP\" -n 1 --procfs=\"\$DOTPROC_TREES/linux-6\"; echo \"status \$?.\""
    ends 0
    shows '^ +32001 .* spinner$'
}

@test "-w narrows the screen" {
    start_top_on_tree -w 120
    press q
    ends 0
    type_line "clear; \"\$DOTPROC_TOP\" -w 30 --procfs=\"\$DOTPROC_TREES/linux-6\""
    until_true is_on_other_screen
    shows '^ +PID USER +PR +NI$'
    press q
    until_true settings_are_back
}

@test "leaves in order on a signal" {
    local signal
    for signal in INT TERM HUP QUIT ALRM USR1 USR2 PIPE VTALRM PROF IO XCPU PWR; do
        start_top_on_tree -d 1000
        kill -"$signal" "$(cat pid)"
        ends 0
    done
}

# is_killed_by SIGNAL: by nothing else, and the terminal is as it was, with the shell's words on it.
is_killed_by() {
    kill -"$1" "$(cat pid)"
    ends $((128 + $(kill -l "$1")))
    screen_lacks '^ +PID USER'
}

@test "gives the terminal back when a signal kills it" {
    local signal
    # Those of crashes are a sanitizer's, which has statuses of its own.
    type_line 'ulimit -c 0; export ASAN_OPTIONS=handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0'
    for signal in SEGV BUS FPE ILL ABRT TRAP SYS XFSZ STKFLT RTMIN RTMAX; do
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
    until_true lines_of_screen 30 80
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
    until_true settings_are_back
    type_line clear
    kill -SEGV "$(cat pid)"
    until_true is_gone_when_continued "$(cat pid)"
    settings_are_back
    type_line 'echo still here'
    shows '^still here'
}

@test "leaves in order on ^C" {
    start_top_on_tree -d 1000
    press C-c
    ends 0
}

@test "ends when its terminal goes" {
    local pid
    start_top_on_tree -d 1000
    pid=$(cat pid)
    server kill-server
    until_true is_gone "$pid"
}

# A process of our own for top to act on; its pid is in $victim. It ends with this one, and is what
# it is to be when it has its name.
start_victim() {
    setpriv --pdeathsig KILL sleep 1000 3>&- &
    victim=$!
    until_true grep -qx sleep "/proc/$victim/comm"
}

@test "sends a signal, and says so" {
    start_victim
    start_top -d 1000 -p "$victim"
    press k Enter
    shows "Send pid $victim signal"
    press k i l l Enter
    shows "Sent KILL to PID $victim \\(sleep\\)"
    until_true is_gone "$victim"
    press q
    ends 0
}

@test "changes a nice value, and says so" {
    start_victim
    start_top -d 1000 -p "$victim"
    press r Enter 7 Enter
    shows "nice value of PID $victim \\(sleep\\) is now 7"
    shows "^ *$victim .* 27 +7 "
    press q
    ends 0
    kill "$victim"
}

@test "says whom a signal did not reach, and why" {
    start_victim
    kill -KILL "$victim"
    wait "$victim" || :
    start_top -d 1000
    press k
    press -l "$victim"
    press Enter Enter
    shows "Cannot send TERM to PID $victim.*: No such process"
    press q
    ends 0
}

@test "says whom a nice value did not reach, and why" {
    start_victim
    kill -KILL "$victim"
    wait "$victim" || :
    start_top -d 1000
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
    start_victim
    type_line "clear; setpriv --reuid=65534 --regid=65534 --clear-groups '$copy' -d 1000; echo \"status \$?.\""
    until_true is_on_other_screen
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
    for key in d s k r C-r W Y; do
        press '@'
        shows 'Unknown command'
        press "$key"
        shows 'secure mode$'
    done
    server resize-window -x 80 -y 90
    press h
    shows '^C +where the table is scrolled to$'
    screen_lacks 'send a signal'
    screen_lacks 'change the (delay|nice value)'
    screen_lacks 'save all this'
    screen_lacks 'inspect a task'
    press q q
    ends 0
}

@test "shows all of one task at the bottom of the screen" {
    PATIENCE_TEST_VARIABLE=seen start_victim
    start_top -d 1000 -p "$victim"
    press C-n
    shows "^environment for pid $victim, sleep$"
    shows 'PATIENCE_TEST_VARIABLE=seen'
    press C-k
    shows "^command line for pid $victim, sleep$"
    shows '^sleep 1000$'
    press C-k
    no_longer_shows '^command line'
    press '@'
    press C-l
    shows '^ *Unknown command'
    press '='
    no_longer_shows '^ *Unknown command'
    press q
    ends 0
    kill "$victim"
}

@test "filters, finds and branches" {
    start_top_on_tree -d 1000
    press o
    press -l 'COMMAND=web'
    press Enter
    no_longer_shows ' kthreadd$'
    press '='
    shows ' kthreadd$'
    press L
    press -l 'kswapd'
    press Enter
    until_true first_task_is 40
    press '&'
    shows 'not found$'
    press '=' / s s h
    until_true first_task_is 290
    press Escape N R V
    shows '^ +290 .* `- sshd$'
    press v
    shows '^ +1 .* \+init$'
    no_longer_shows ' sshd$'
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

@test "sorts by a click and scrolls by the wheel" {
    server resize-window -x 80 -y 12
    until_true lines_of_screen 12 80
    start_top_on_tree -d 1000
    [ "$(server display-message -p '#{mouse_any_flag}')" = 1 ]
    header=$(screen | grep -n '^ *PID USER' | cut -d: -f1)
    click 4 "$header"
    until_true first_task_is 32001
    click 4 "$header"
    until_true first_task_is 1
    mouse 65 4 8
    until_true first_task_is 41
    mouse 64 4 8
    until_true first_task_is 1
    press q
    ends 0
}

clock_is_other_than() {
    [ "$(screen | head -n 1 | cut -d' ' -f3)" != "$1" ]
}

# The buttons' codes on the wire: a press and a release of the first, the third, one that few mice
# have, a movement. top reads on after each, and waits for no key.
@test "refreshes after every event of a mouse" {
    local events
    start_top -d 0.1
    for events in '0 3' '2 3' '66' '35'; do
        for event in $events; do
            mouse "$event" 4 2
        done
        until_true clock_is_other_than "$(screen | head -n 1 | cut -d' ' -f3)"
        until_true clock_is_other_than "$(screen | head -n 1 | cut -d' ' -f3)"
    done
    press q
    ends 0
}

@test "asks for another delay" {
    start_top_on_tree -d 1000
    press d 0 . 5 Enter
    press h
    shows '^Delay 0\.5 s'
    press q q
    ends 0
}

@test "prints frames where only the keyboard is a terminal" {
    type_line "clear; \"\$DOTPROC_TOP\" --procfs=\"\$DOTPROC_TREES/linux-6\" -d 0.1 | head -n 2; echo \"status \${PIPESTATUS[0]}.\""
    ends 0
    shows '^top - 02:00:00 up'
    type_line "\"\$DOTPROC_TOP\" --procfs=\"\$DOTPROC_TREES/linux-6\" -n 1 >frame; echo done >>frame"
    until_true grep -qsx 'done' frame
    grep -qE '^ +32001 .* spinner$' frame
    run -1 grep -q $'\e' frame
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
    until_true is_in_foreground "$(<pid)"
    press C-c
    type_line "echo \"status \$?.\""
    ends 0
}

# Nothing else is waited for in a recorded tree.
is_waiting_to_write() {
    grep -qE 'poll|pipe' "/proc/$1/wchan"
}

@test "batch mode does not wait for a reader that takes no more" {
    local pid
    mkfifo pipe
    exec 8<>pipe
    "$DOTPROC_TOP" -b --procfs="$DOTPROC_TREES/linux-6" -d 0 >pipe 8>&- &
    pid=$!
    until_true is_waiting_to_write "$pid"
    kill -TERM "$pid"
    wait "$pid"
    exec 8>&-
}

@test "needs a terminal" {
    run -1 --separate-stderr top </dev/null
    [ -z "$output" ]
    # shellcheck disable=SC2154 # run sets it
    [[ $stderr == 'top: failed tty get'* ]]
}

# Limits of this kind are not for root.
@test "says what it cannot do without" {
    [ "$(id -u)" = 0 ] || skip 'this needs root'
    for_everybody "$DOTPROC_TOP"
    # A leak check wants a thread of its own.
    type_line "clear; ASAN_OPTIONS=detect_leaks=0 setpriv --reuid=65534 --regid=65534 --clear-groups prlimit --nproc=1 '$copy'; echo \"status \$?.\""
    ends 1
    shows '^top: cannot start: Resource temporarily unavailable'
}

@test "needs a type of terminal that is known" {
    # newterm(3) loses memory when it fails, which is no leak of ours.
    type_line "ASAN_OPTIONS=detect_leaks=0 TERM=no-such-terminal \"\$DOTPROC_TOP\" 2>error; echo \"status \$?.\""
    ends 1
    [ "$(wc -l <error)" -eq 1 ]
    grep -q '^top: .*no-such-terminal' error
}
