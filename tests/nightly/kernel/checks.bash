# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What the checks in the guest begin with: `load checks`. The environment says where they are:
#
#   DOTPROC_BUILD  the build directory
#   MODE           the kernel's proc_threads= (see 0002-boot-switch.patch)
#   OUTPUT         a folder of the host's, for what boots are compared by

: "${DOTPROC_BUILD:?}" "${MODE:?}" "${OUTPUT:?}"

load ../../common/expect

# What the kernel's mode has of 0002-boot-switch.patch.
mode_has() {
    local feature
    for feature; do
        case $feature in
        dot) ((MODE & 1)) ;;
        group) ((MODE & 4)) ;;
        own) ((MODE & 8)) ;;
        plain) ((MODE & 16)) ;;
        esac || return
    done
}

# The sources that this kernel offers; auto is to pick the first.
sources() {
    if mode_has dot; then
        echo dot task
    elif mode_has plain; then
        echo flat
    else
        echo task
    fi
}

best_source() {
    sources | cut -d ' ' -f 1
}

# Copies, for users who may not enter the build directory.
install_programs() {
    mkdir -p /run/bin
    cp "$DOTPROC_BUILD/ps/ps" "$DOTPROC_BUILD/top/top" "$DOTPROC_BUILD/tests/nightly/kernel/load" \
        "$DOTPROC_BUILD/tests/common/threads" /run/bin
}

ps() {
    /run/bin/ps "$@"
}

top() {
    /run/bin/top "$@"
}

# start COMMAND...: in the background, until it says "ready"; leaves its pid in $started. It
# lives until the shell that started it ends, or stop_all.
start() {
    local fifo answer
    fifo=$(mktemp -u /run/start.XXXXXX)
    mkfifo "$fifo" "$fifo.input"
    "$@" <>"$fifo.input" >"$fifo" 3>&- &
    started=$!
    all_started="${all_started:-} $started"
    read -r answer <"$fifo" || answer=
    rm "$fifo" "$fifo.input"
    if [ "$answer" != ready ]; then
        echo "no load: $*"
        return 1
    fi
}

stop_all() {
    # shellcheck disable=SC2086 # a list of pids
    kill -9 ${all_started:-} 2>/dev/null || :
    # shellcheck disable=SC2086
    wait ${all_started:-} 2>/dev/null || :
    all_started=
}

# Every thread of every process by what the kernel's files say, as "PID TID", sorted by number.
true_threads() {
    if mode_has plain; then
        cat /proc/[0-9]*/status 2>/dev/null |
            awk '$1 == "Tgid:" { tgid = $2 } $1 == "Pid:" { print tgid, $2 }'
    else
        printf '%s\n' /proc/[0-9]*/task/[0-9]* | awk -F / '{ print $3, $5 }'
    fi | sort -n -k 1,1 -k 2,2
}

# The lines of stdin whose first word is one of the pids $*.
of_pids() {
    awk -v pids="$*" 'BEGIN { n = split(pids, p); for (i = 1; i <= n; i++) want[p[i]] = 1 }
        $1 in want { $1 = $1; print }'
}

# The pids of the processes whose parent is $1.
children_of() {
    cat /proc/[0-9]*/status 2>/dev/null | awk -v parent="$1" '
        $1 == "Tgid:" { tgid = $2 }
        $1 == "Pid:" { pid = $2 }
        $1 == "PPid:" && $2 == parent && pid == tgid { print pid }' | sort -n
}

# The folder of each thread's own files that process $1 has beside its leader.
other_threads() {
    local tid
    for tid in $(true_threads | awk -v pid="$1" '$1 == pid && $2 != pid { print $2 }'); do
        if mode_has plain; then
            echo "/proc/$tid"
        else
            echo "/proc/$1/task/$tid"
        fi
    done
}

# true_ticks leader|others|group PID: the CPU time of the leader, of all other living threads, or
# of all that there ever were, from where the scheduler counts it and not from stat.
true_ticks() {
    local folders=
    case $1 in
    leader) folders=/proc/$2 ;;
    others) folders=$(other_threads "$2") ;;
    group)
        # Before the patch nobody kept what threads had used that ended.
        ! mode_has plain || folders="/proc/$2 $(other_threads "$2")"
        ;;
    esac
    if [ -n "$folders" ]; then
        # shellcheck disable=SC2086 # a list
        printf '%s/schedstat\n' $folders | xargs cat
    else
        /run/bin/load clock "$2"
    fi | awk '{ ns += $1 } END { print int(ns / 1e7) }'
}

# expect_ticks WHAT TRUTH ROWS SEEN: what was seen is the truth, which true_ticks told. Each of the
# ROWS that it was summed over is rounded down twice, user and system time.
expect_ticks() {
    if (($4 > $2 || $4 < $2 - 2 * $3)); then
        echo "$1: $2 ticks, not $4"
        return 1
    fi
}

# Ticks of each task that top shows, as "ID TICKS".
top_ticks() {
    top -b -n 1 -d 0.1 "$@" | awk '
        $1 == "PID" { for (i = 1; i <= NF; i++) if ($i == "TIME+") column = i; next }
        column && NF { n = split($column, part, /[:.]/)
                 print $1, (part[1] * 60 + part[2]) * 100 + part[3] }'
}

# What top says of process $1.
process_ticks() {
    top_ticks -p "$1" | awk -v pid="$1" '$1 == pid { print $2 }'
}

# traced COMMAND...: leaves the system calls in $trace, descriptors with their paths.
traced() {
    trace=$BATS_TEST_TMPDIR/trace
    # On one CPU: where the traced one is still about to leave another, the kernel sleeps a tick.
    taskset 1 strace -f --seccomp-bpf -y -qq -s 4096 -o "$trace" -e trace='?open,openat,getdents64,lseek' "$@" \
        >"$BATS_TEST_TMPDIR/output"
}

# The path of everything that was opened, a line for each success.
opened() {
    sed -nE 's/^[0-9]+ +open(at)?\(.* = [0-9]+<(.*)>$/\2/p' "$trace"
}
