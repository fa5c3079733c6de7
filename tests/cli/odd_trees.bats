#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# --procfs=DIR names a directory that anybody may have made: where a file should be stands anything
# else. Nothing of that blocks, and what is odd about one task leaves all others as they are.

bats_require_minimum_version 1.5.0
load helper

# Only a program that hangs takes so long.
PATIENCE_S=300

OF_HOST='uptime stat meminfo sys/kernel/pid_max self'
# Of the task {}, which is made for each of them.
OF_TASK='{} {}/stat {}/status {}/statm {}/cmdline {}/comm {}/environ {}/cgroup {}/smaps_rollup {}/fd {}/ns {}/exe
    {}/task {}/task/{} {}/task/{}/stat'
TASK=300  # of which those are copies
FIRST=600 # of those; no task of a tree has a higher number of three digits

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    every_column=$(ps L | awk '{ print (NR > 1 ? "," : "") $1 }' | tr -d '\n')
}

# put KIND PATH
put() {
    case $1 in
    fifo) mkfifo "$2" ;;
    # Made once, for a start of Python costs more than all else here.
    socket)
        [ -e socket ] || python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")'
        ln socket "$2"
        ;;
    folder) mkdir "$2" ;;
    loop) ln -s "${2##*/}" "$2" ;;
    nowhere) ln -s /nonexistent "$2" ;;
    endless) ln -s /dev/zero "$2" ;;
    terminal) ln -s /dev/ptmx "$2" ;;
    # A regular file, but who reads it waits for the kernel's next message.
    messages) ln -s /proc/kmsg "$2" ;;
    up) ln -s .. "$2" ;;
    device) mknod "$2" c 1 5 ;;
    esac
}

# list: processes and threads in full, without those made here; then top has to come to an end.
list() {
    local rows
    for rows in -e -eL; do
        timeout $PATIENCE_S "$DOTPROC_PS" $rows -o "pid,$every_column" --cols 3000 --procfs=tree >all || return
        awk -v first=$FIRST 'NR == 1 || $1 < first || $1 > 999' all
    done
    [ ! -x "$DOTPROC_TOP" ] || timeout $PATIENCE_S "$DOTPROC_TOP" -b -n 2 -d 0 -c --procfs=tree >frames
}

# make_whole: a copy of $original, and tasks for the places of a task that it has, which are in the array of_task.
make_whole() {
    local place task=$FIRST
    rm -rf whole tree
    cp -r "$original" whole
    of_task=()
    for place in $OF_TASK; do
        [ -e "whole/${place//\{\}/$TASK}" ] || continue
        cp -r "whole/$TASK" whole/$task
        [ ! -d whole/$task/task ] || mv whole/$task/task/$TASK whole/$task/task/$task
        of_task+=("${place//\{\}/$task}")
        task=$((task + 1))
    done
}

# replace KIND PLACE...: in a tree that is otherwise whole.
replace() {
    local kind=$1 place
    shift
    rm -rf "${of_task[@]/#/tree/}" "${of_host[@]/#/tree/}"
    (cd whole && cp -al --parents "${of_task[@]}" "${of_host[@]}" ../tree)
    rm -rf "${@/#/tree/}"
    for place in "$@"; do
        put "$kind" "tree/$place"
    done
}

# is_harmless: everywhere else in the tree nothing has changed.
is_harmless() {
    list >now && cmp before now
}

# try_kinds TREE KIND...: of each kind all places at once, and one after the other where that shows a difference. What is of
# the host is in every row.
try_kinds() {
    local original=$DOTPROC_TREES/$1 kind place of_task of_host=()
    shift
    make_whole
    [ ${#of_task[@]} -gt 2 ]
    cp -al whole tree
    list >before
    for place in $OF_HOST; do
        [ ! -e "whole/$place" ] || of_host+=("$place")
    done
    for kind in "$@"; do
        if [ "$kind" = device ] && ! { put device probe && rm probe; } 2>/dev/null; then
            echo "no device can be made here"
            continue
        fi
        replace "$kind" "${of_task[@]}"
        echo "$original: $kind in place of ${of_task[*]}"
        if ! is_harmless; then
            for place in "${of_task[@]}"; do
                replace "$kind" "$place"
                is_harmless || echo "it is $place"
            done
            return 1
        fi
        echo "$original: $kind in place of ${of_host[*]}"
        replace "$kind" "${of_host[@]}"
        list >/dev/null
    done
}

@test "what would block is not opened" {
    try_kinds linux-6 fifo messages
    try_kinds linux-2.5.62-patched fifo
    try_kinds linux-2.4 fifo
}

@test "sockets, folders and links in circles are no files" {
    try_kinds linux-6 socket folder loop nowhere up
    try_kinds linux-2.5.62-patched folder
    try_kinds linux-2.4 folder
}

@test "devices are not touched" {
    try_kinds linux-6 endless terminal device
}

@test "--procfs on a FIFO, socket, device or symlink loop is refused with 47" {
    local kind
    for kind in fifo socket loop nowhere endless; do
        put $kind ./odd
        run -47 timeout $PATIENCE_S "$DOTPROC_PS" -e --procfs=odd
        [ ! -x "$DOTPROC_TOP" ] || run -47 timeout $PATIENCE_S "$DOTPROC_TOP" -b -n 1 --procfs=odd
        rm odd
    done
}

# figures: of the task, those behind the groups in status too.
figures() {
    local rows
    for rows in -p -Lp; do
        "$DOTPROC_PS" $rows $TASK -o uid,vsz,rss,nlwp,blocked,caught,pcap,nvcsw --procfs=tree
    done
}

@test "files of megabytes are read to their end, but arguments and environments" {
    local file
    cp -r "$DOTPROC_TREES/linux-6" tree
    figures >before
    seq -s ' ' 1000000000 1000065535 >groups
    for file in tree/$TASK/status tree/$TASK/task/$TASK/status; do
        awk '/^Groups:/ { getline list <"groups"; $0 = "Groups:\t" list " " } { print }' "$file" >status
        mv status "$file"
    done
    [ "$(stat -c %s tree/$TASK/status)" -gt 700000 ]
    figures >now
    cmp before now
    "$DOTPROC_PS" -ww -p $TASK -o supgid= --procfs=tree | tr , ' ' | cmp - groups

    seq -f '%06.0f' 1 300000 | tr '\n' '\0' | tee tree/$TASK/cmdline >tree/$TASK/environ
    expect_equal "arguments" 131072 \
        "$("$DOTPROC_PS" -ww -p $TASK -o args= --procfs=tree | tr -d '\n' | wc -c)"
    expect_equal "strings" '[18725,"0187",18725,"0187"]' \
        "$("$DOTPROC_PS" -p $TASK -o args,environ --json --procfs=tree |
            jq -c '.[0] | [(.argv, .envp) | length, .[-1]]')"
}
