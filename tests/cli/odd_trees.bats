#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# --procfs=DIR names a directory that anybody may have made: where a file should be stands anything
# else. Nothing of that blocks, and what is odd about one task leaves all others as they are.

bats_require_minimum_version 1.5.0
load helper

# Only a program that hangs takes so long.
PATIENCE_S=300

TASK=300
OF_HOST='uptime stat meminfo sys/kernel/pid_max self'
OF_TASK="$TASK $TASK/stat $TASK/status $TASK/statm $TASK/cmdline $TASK/comm $TASK/environ $TASK/cgroup
    $TASK/smaps_rollup $TASK/fd $TASK/ns $TASK/exe $TASK/task $TASK/task/$TASK $TASK/task/$TASK/stat"

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    every_column=$(ps L | awk '{ print (NR > 1 ? "," : "") $1 }' | tr -d '\n')
}

# put KIND PATH
put() {
    case $1 in
    fifo) mkfifo "$2" ;;
    socket) (cd "${2%/*}" && python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' "${2##*/}") ;;
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

# list TREE: processes and threads in full, without those of the task.
list() {
    local rows
    for rows in -e -eL; do
        timeout $PATIENCE_S "$DOTPROC_PS" $rows -o "pid,$every_column" --cols 3000 --procfs="$1" >all
        awk -v task=$TASK 'NR == 1 || $1 != task' all
    done
}

# is_harmless TREE PLACE: as everywhere else in the tree nothing has changed.
is_harmless() {
    list "$1" >now
    case " $OF_HOST " in
    *" $2 "*) ;;
    *) cmp before now ;;
    esac
    [ ! -x "$DOTPROC_TOP" ] || timeout $PATIENCE_S "$DOTPROC_TOP" -b -n 2 -d 0 -c --procfs="$1" >frames
}

# try_kinds TREE KIND...
try_kinds() {
    local tree=$1 kind place
    shift
    rm -rf tree
    cp -r "$DOTPROC_TREES/$tree" tree
    list tree >before
    for kind in "$@"; do
        for place in $OF_HOST $OF_TASK; do
            [ -e "tree/$place" ] || continue
            mv "tree/$place" aside
            if put "$kind" "tree/$place" 2>error; then
                echo "$tree: $kind in place of $place"
                is_harmless tree "$place"
                rm -rf "tree/$place"
            fi
            mv aside "tree/$place"
        done
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

@test "a tree that is none" {
    local kind
    for kind in fifo socket loop nowhere endless; do
        put $kind ./odd
        run -47 timeout $PATIENCE_S "$DOTPROC_PS" -e --procfs=odd
        [ ! -x "$DOTPROC_TOP" ] || run -47 timeout $PATIENCE_S "$DOTPROC_TOP" -b -n 1 --procfs=odd
        rm odd
    done
}
