#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Processes that are stuck in the running kernel, for a file system that never answers, and hold a
# lock there that readers of their files wait for. See stuck.c; "map" and "exec" are such processes,
# and so are their names.

bats_require_minimum_version 1.5.0
load ../cli/helper
load ../tui/terminal

: "${DOTPROC_STUCK:?is to be the program that makes stuck processes}"

teardown() {
    stop_server
    [ -z "${holder-}" ] || { exec {hold}>&- && ends_within "$holder"; } || :
}

# A reader that is left behind can be stopped by nobody, a sanitizer neither.
export ASAN_OPTIONS=detect_leaks=0

# make_stuck KIND...: their pids are in the array `stuck`.
make_stuck() {
    cd "$BATS_TEST_TMPDIR" || return
    mkdir -p mount
    mkfifo hold
    : >pids
    "$DOTPROC_STUCK" mount "$@" <hold >pids 2>reason 3>&- &
    holder=$!
    exec {hold}>hold
    wait_until is_made_or_ended $#
    if ! kill -0 "$holder" 2>/dev/null; then
        local status=0
        ends_within "$holder" || status=$?
        holder=
        [ "$status" -eq 77 ] && skip "$(cat reason)"
        return 1
    fi
    mapfile -t stuck <pids
}

is_made_or_ended() {
    cat pids
    [ "$(wc -l <pids)" -eq "$1" ] || ! kill -0 "$holder"
}

in_time() {
    timeout -s KILL "$WAIT_S" "$@"
}

# row PID: the line of it, with single blanks.
row() {
    awk -v pid="$1" '{ for (i = 1; i <= 2; i++) if ($i == pid) { $1 = $1; print } }' rows
}

# is_reading_stuck TASK: of /proc/PID/task; it is in a system call that reads a file of the first stuck
# task. Its state does not say so: a program that starts waits for a disk in the same one.
is_reading_stuck() {
    local fd
    read -r _ fd _ 2>/dev/null <"$1/syscall" && [[ $fd == 0x* ]] &&
        [[ $(readlink "$1/fd/$((fd))") == "/proc/${stuck[0]}/"* ]]
}

# is_blocked PID: one of its threads is, by the first stuck task.
is_blocked() {
    local task
    for task in "/proc/$1/task/"*; do
        ! is_reading_stuck "$task" || return 0
    done
    return 1
}

# says_stuck PROGRAM OPTIONS: of map, exec and map, what was said is how many are stuck. On a host of so
# many processes that BPF reads them nothing of the second one has to be waited for.
says_stuck() {
    local count='[23]'
    [[ $2 != *--source=task* ]] || count=3
    [[ $(cat said) == "$1: stuck tasks that were not read: "$count ]]
}

@test "ps gives up the cells of stuck tasks, and says how many" {
    local options
    make_stuck map exec map
    for options in '-ef' 'aux --patience 0.2' '-eLf --patience 0.2' '-eo pid,args,environ --patience 0.2' \
        '-ef --patience 0.2 --source=task'; do
        # shellcheck disable=SC2086 # words
        in_time "$DOTPROC_PS" $options >rows 2>said
        [[ $(row "${stuck[0]}") == *' [map]'* ]]
        [[ $(row "${stuck[1]}") == *' [exec]'* ]]
        [[ $(row "${stuck[2]}") == *' [map]'* ]]
        says_stuck ps "$options"
        [ "$(grep -c ' \[map\]' rows)" -ge 2 ]
        [[ $(row "$holder") == */* ]]
    done
}

# More processes than are printed at once, most of them before the one that is stuck.
@test "what was printed before a task was found to be stuck is not printed again" {
    local sleepers=() options i
    for ((i = 0; i < 150; i++)); do
        sleep infinity 3>&- &
        sleepers+=("$!")
    done
    make_stuck map
    for options in '-ef --source=task' '-eLf --source=task'; do
        # shellcheck disable=SC2086 # words
        in_time "$DOTPROC_PS" $options --patience 0.2 >rows 2>said
        [ "$(grep -c '^UID ' rows)" -eq 1 ]
        printf '%s\n' "${sleepers[@]}" "${stuck[0]}" | sort >wanted
        awk 'NR == FNR { wanted[$1]; next } $2 in wanted { print $2 }' wanted rows | sort | cmp - wanted
        [ "$(cat said)" = 'ps: stuck tasks that were not read: 1' ]
    done
    kill "${sleepers[@]}"
}

# It holds only the lock of its memory.
@test "of a task that is stuck with its memory all else is shown" {
    make_stuck map
    in_time "$DOTPROC_PS" -p "${stuck[0]}" -o pid,ppid,s,wchan=,fds,comm,args >rows 2>said
    [[ $(row "${stuck[0]}") == "${stuck[0]} $holder D "*' map [map]' ]]
    [ "$(in_time "$DOTPROC_PS" -p "${stuck[0]}" -o exe=)" = "$(readlink "/proc/$holder/exe")" ]
    in_time "$DOTPROC_PS" -p "${stuck[0]}" -o args=,environ=,pss= --patience 0.2 >rows 2>said
    [ "$(tr -s ' ' <rows)" = '[map] - 0' ]
    [ "$(cat said)" = 'ps: stuck tasks that were not read: 1' ]
}

# Since Linux 6.18 even stat waits for it.
@test "of a task that is stuck while it starts a program something is shown" {
    make_stuck exec
    in_time "$DOTPROC_PS" -p "${stuck[0]}" -o pid=,user=,comm= >rows
    [ "$(row "${stuck[0]}")" = "${stuck[0]} root exec" ]
    in_time "$DOTPROC_PS" -p "${stuck[0]}" -o pid=,environ=,exe=,ipcns=,pss=,label= \
        --patience 0.2 >rows 2>said
    [ "$(row "${stuck[0]}")" = "${stuck[0]} - - - 0 -" ]
    [ "$(cat said)" = 'ps: stuck tasks that were not read: 1' ]
}

@test "a value that was not read is null in JSON" {
    need_json
    make_stuck map
    in_time "$DOTPROC_PS" -p "${stuck[0]}" -o pid,args --json=lines --patience 0.2 >rows 2>said
    [ "$(cat rows)" = "{\"pid\":${stuck[0]},\"args\":null,\"argv\":null}" ]
}

# All of them together, too.
@test "--patience limits the time" {
    make_stuck map exec map exec map exec map exec
    in_time "$DOTPROC_PS" -p "$(paste -sd, pids)" -o pid,args,environ --patience 0.05 >rows 2>said
    [ "$(cat said)" = 'ps: stuck tasks that were not read: 8' ]
    run -1 --separate-stderr "$DOTPROC_PS" --patience x
    # shellcheck disable=SC2154 # run sets it
    [[ $stderr == *'a number of seconds must follow --patience'* ]]
}

# The state folder of one container is on a file system whose reads never end.
@test "a container whose files do not respond costs its name alone" {
    local options hosts=$BATS_TEST_TMPDIR/hosts id
    local -x PROCFS_PATH=$hosts/trees/v2
    need_json
    "$BATS_TEST_DIRNAME/../containers/make" "$hosts"
    id=$(printf 'c1%.0s' {1..32})
    ln -s "$hosts/root/var/lib/docker/containers/$id" "$BATS_TEST_TMPDIR/mount"
    make_stuck none
    for options in '' '--sort=container' '--container=*' '-L'; do
        # shellcheck disable=SC2086 # words
        in_time "$DOTPROC_PS" -eo comm,container --patience 0.2 \
            --container-root="/proc/$holder/root$hosts/root" $options >rows 2>said
        [ "$(awk '$1 == "docker-systemd" { print $2 }' rows)" = id:c1c1c1c1c1c1 ]
        [ "$(awk '$1 == "docker-cgroupfs" { print $2 }' rows)" = kind-control-plane ]
        [ "$(awk '$1 == "podman-systemd" { print $2 }' rows)" = registry ]
        [ "$(cat said)" = 'ps: containers whose files did not respond: 1' ]
    done
    mkdir -p "$hosts/groups/docker-$id.scope" "$hosts/groups/docker-${id//1/2}.scope"
    echo memory >"$hosts/groups/cgroup.controllers"
    for options in '' --json=lines '--container=*'; do
        # shellcheck disable=SC2086 # words
        in_time "$DOTPROC_PS" --cgroups -o name --patience 0.2 --cgroup-root="$hosts/groups" \
            --container-root="/proc/$holder/root$hosts/root" $options >rows 2>said
        [ "$(grep -c c1c1c1c1c1c1 rows)" -eq 1 ]
        [ "$(cat said)" = 'ps: containers whose files did not respond: 1' ]
    done

    need_top
    mkdir -p "$BATS_TEST_TMPDIR/config/dotproc"
    printf 'format = 1\n[window 1]\nfields = PID CTNAME COMMAND\n' >"$BATS_TEST_TMPDIR/config/dotproc/toprc"
    XDG_CONFIG_HOME=$BATS_TEST_TMPDIR/config in_time "$DOTPROC_TOP" -b -n1 --patience 0.2 \
        --container-root="/proc/$holder/root$hosts/root" >rows
    [ "$(awk '$3 == "docker-systemd" { print $2 }' rows)" = id:c1c1c1c1c1c1 ]
    [ "$(awk '$3 == "docker-cgroupfs" { print $2 }' rows)" = kind-control-p+ ]
    [ "$(awk '$3 == "podman-systemd" { print $2 }' rows)" = registry ]
}

@test "the first signal ends ps, whatever is stuck" {
    local signal pid status
    make_stuck map
    for signal in INT TERM HUP; do
        env --default-signal "$DOTPROC_PS" -ef --patience 0 >rows 3>&- &
        pid=$!
        wait_until is_blocked "$pid"
        kill -"$signal" "$pid"
        status=0
        ends_within "$pid" || status=$?
        [ "$status" -eq $((128 + $(kill -l "$signal"))) ]
    done
}

@test "top in batch mode gives up the cells of stuck tasks, and says how many" {
    local options
    need_top
    make_stuck map exec map
    for options in '-c' '-c -o COMMAND --patience 0.2' '-c --patience 0.2 --source=task'; do
        # shellcheck disable=SC2086 # words
        in_time "$DOTPROC_TOP" -b -n1 -w 120 $options >rows 2>said
        [[ $(row "${stuck[0]}") == *' [map]' ]]
        [[ $(row "${stuck[1]}") == *' [exec]' ]]
        [[ $(row "${stuck[2]}") == *' [map]' ]]
        says_stuck top "$options"
    done
}

@test "the first signal ends top in batch mode, whatever is stuck" {
    local signal pid
    need_top
    make_stuck map
    for signal in INT TERM; do
        env --default-signal "$DOTPROC_TOP" -b -c --patience 0 >rows 2>said 3>&- &
        pid=$!
        wait_until is_blocked "$pid"
        kill -"$signal" "$pid"
        ends_within "$pid"
    done
}

@test "top shows what is stuck by its name, answers keys and ends" {
    need_top
    command -v tmux >/dev/null || skip 'there is no tmux'
    make_stuck map exec
    start_server
    type_line "clear; '$DOTPROC_TOP' -c -d 0.2 -p ${stuck[0]},${stuck[1]}; echo \"status \$?.\""
    shows "^ *${stuck[0]} .* \\[map\\]"
    shows "^ *${stuck[1]} .* \\[exec\\]"
    press h
    shows '^q +quit$'
    press q
    no_longer_shows '^q +quit$'
    press q
    shows '^status 0\.'
}
