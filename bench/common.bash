# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What the scripts of the bench share. A script sources this with its own arguments, of which the first is the build
# directory, and calls check_counts for the others. There are
#
#   build       the build directory
#   rounds      how often both sides of a comparison are measured: $ROUNDS, or 8; even, so that
#               each side is first in half of them
#   scratch     a directory that anybody may enter, with cost and refresh in it, removed at the end
#   user        what precedes the command of an ordinary user, an array
#   missed      bars that were missed so far
#   load_pid    the load, from load_by to unload
#
# and for compare, refresh and heading, what a script may set:
#
#   screen      40 120: lines and columns
#   settled     2: frames, after which one costs no more than any later one
#   refreshes   5: frames after these that are timed
#   row_format  printf's format of a row: what it is, milliseconds of the one and of the other, how many times the other
#               the one is, its bar, and the verdict
#   decimals    of these three numbers
#   unit        of the first two: CPU ms
#
# A command line, LINE, is one argument, of words between blanks. If the first is `user`, an ordinary user runs the rest,
# and what it takes to become that user is not measured. A BAR is what a figure has to reach, `30`, or what it must not
# exceed, `<=60`, or both, `98-102`; what has no digit is none.

build=$(realpath "$1")
umask 022 # what is made for the ordinary user
screen='40 120' settled=2 refreshes=5 unit='CPU ms'
row_format='%-36s %9s %9s %8s %8s %5s' decimals='1 1 1'
user=(setpriv --reuid 65534 --regid 65534 --clear-groups)
missed=0
lacking=0 # bars without a program of the system to compare with

# refuse WHAT: bad input.
refuse() {
    echo "bench: $*" >&2
    exit 2
}

# check_count WHAT VALUE
check_count() {
    [[ $2 =~ ^[1-9][0-9]{0,6}$ ]] || refuse "$1: not a number from 1 to 9999999: $2"
}

# check_counts MOST BUILD-DIRECTORY [COUNT...]: the arguments of a script.
check_counts() {
    local each
    [ $# -le $(($1 + 2)) ] || refuse "${0##*/}: too many arguments: ${*:3}"
    for each in "${@:3}"; do
        check_count "${0##*/}" "$each"
    done
}

[[ $build != *[[:blank:]]* ]] || refuse "a blank in the name of the build directory: $build"
rounds=${ROUNDS:-8}
check_count ROUNDS "$rounds"
((rounds % 2 == 0)) || refuse "ROUNDS: not even: $rounds"

# shellcheck source=tests/common/environment.bash
. "$(dirname "${BASH_SOURCE[0]}")/../tests/common/environment.bash"

scratch=$(mktemp -d -p /tmp) # TMPDIR may be one that others cannot enter, or have a blank
endings=()
trap take_back EXIT
chmod 755 "$scratch"
install -m 755 "$build/bench/cost" "$build/bench/refresh" "$scratch"

# Nobody's own configuration of top counts, except where a host is measured as it is; XDG_CONFIG_HOME is unset there, too.
[ "${0##*/}" = here ] || export HOME=$scratch/home

# at_end COMMAND: runs it when the script ends, however it does, before the commands given earlier.
at_end() {
    endings=("$1" "${endings[@]}")
}

take_back() {
    local command
    stop_beside || :
    for command in "${endings[@]}"; do
        eval "$command" || :
    done
    rm -rf "$scratch"
}

# skip WHY: what cannot be measured on this machine, by this user, is not missed.
skip() {
    echo "skipped: $*"
    exit 77
}

# need_root WHY
need_root() {
    [ "$(id -u)" -eq 0 ] || skip "only root can $1"
}

# need_command NAME...
need_command() {
    local name
    for name in "$@"; do
        command -v "$name" >/dev/null || skip "$name is missing"
    done
}

# Why nothing can be read by BPF; nothing if it can.
bpf_lacks() {
    local reason
    if [ ! -x "$build/dotproc-bpf/dotproc-bpf" ]; then
        echo "built without BPF"
    else
        reason=$("$build/ps/ps" --source=bpf -p 1 2>&1 >/dev/null) || echo "${reason:-no BPF}"
    fi
}

skip_unless_bpf() {
    local reason
    need_root "load programs"
    reason=$(bpf_lacks)
    [ -z "$reason" ] || skip "$reason"
}

# copy_for_user PROGRAM...: from the build directory, which may be below a home that others cannot enter, to `scratch`.
copy_for_user() {
    need_root "be another user"
    install -m 755 "${@/#/$build/}" "$scratch"
}

# without_pins ARGUMENT...: starts the script again in a mount namespace with a /run of its own, where no pins are, and
# those of the host are not touched.
without_pins() {
    if [ "${BENCH_INSIDE-}" != $$ ]; then # the same process, so that nobody's environment has it already
        rm -rf "$scratch"
        BENCH_INSIDE=$$ exec unshare --mount --propagation private "$BASH" "$0" "$@"
    fi
    mount -t tmpfs -o mode=755 none /run
}

# make_cgroup CONTROLLER: a new one, `cgroup`, until the end: of version 2 if that is mounted and has the controller, else of
# version 1, systemd's if CONTROLLER is ''. `cgroup_version` is 1 or 2.
make_cgroup() {
    local mount folder name=${1:-name=systemd}
    mount=$(findmnt -nro TARGET -t cgroup2 | head -n 1) || :
    if [ -n "$mount" ] && { [ -z "$1" ] || grep -qw "$1" "$mount/cgroup.controllers"; }; then
        cgroup_version=2 folder=$mount
        if [ -n "$1" ] && ! grep -qw "$1" "$mount/cgroup.subtree_control"; then
            echo "+$1" >"$mount/cgroup.subtree_control" || skip "the $1 controller cannot be enabled here"
            at_end "echo '-$1' >'$mount/cgroup.subtree_control'"
        fi
    else
        mount=$(findmnt -nro TARGET -t cgroup -O "$name" | head -n 1) || :
        [ -n "$mount" ] || skip "no hierarchy of cgroups is mounted${1:+ that has $1}"
        cgroup_version=1 folder=$mount$(sed -n "s/^[0-9]*:$name://p" /proc/self/cgroup)
    fi
    cgroup=$(mktemp -d "$folder/dotproc-bench.XXXXXX") || skip "no cgroup can be made in $folder"
    at_end "find '$cgroup' -depth -type d -exec rmdir {} +"
}

# kernel_mib: the kernel's part of the memory of `cgroup`; nothing where the kernel does not count it, as in version 2 before 5.18.
kernel_mib() {
    local files=(memory.kmem.usage_in_bytes memory.stat)
    awk 'NF == 1 || $1 == "kernel" { printf "%.1f\n", $NF / 1048576 }' "$cgroup/${files[cgroup_version - 1]}"
}

# load_by COMMAND...: a load that says when it is ready, until unload, which prints what else it says; fails if it never is.
# No coproc: bash may forget the second one of a name when it notices that the first has ended.
load_by() {
    local answer
    rm -f "$scratch/answer"
    mkfifo "$scratch/answer"
    exec {load_input}> >(exec "$@" >"$scratch/answer")
    load_pid=$!
    exec {load_output}<"$scratch/answer"
    read -r -t 300 answer <&"$load_output" || answer=
    [ "$answer" = ready ]
}

# load COUNT [PROCESSES [BUSY [WAKING [MAKING]]]]: threads that do nothing, or little (tests/common/threads.c). Raises
# kernel.pid_max for more of them, until the end, as far as we may.
load() {
    local pid_max
    pid_max=$(</proc/sys/kernel/pid_max)
    if [ "$1" -gt 4000000 ] || [ "${2-1}" -gt "$1" ] || [ "${2-1}" -gt 10000 ]; then
        refuse "at most 4000000 threads and 10000 processes, and not more of these than threads: $*"
    fi
    if ((pid_max < $1 + 8192)) && echo $(($1 + 8192)) 2>/dev/null >/proc/sys/kernel/pid_max; then
        at_end "echo $pid_max >/proc/sys/kernel/pid_max"
    fi
    load_by "$build/tests/common/threads" "$@" || skip "does not run on this machine: $* threads"
}

# load_server COUNT COMMAND...: the threads of bench/server.c, by COMMAND.
load_server() {
    (($1 >= 100 && $1 <= 1000000)) || refuse "the server has 100 to 1000000 threads, not $1"
    load_by "${@:2}" "$1" || skip "does not run on this machine: a server of $1 threads"
}

unload() {
    local zombies
    zombies=$("$build/ps/ps" -o s= --ppid "$load_pid" | grep -c Z) || : # of its processes, which it does not watch
    exec {load_input}>&-
    cat <&"$load_output"
    exec {load_output}<&-
    if ! wait "$load_pid" || [ "$zombies" -gt 0 ]; then
        echo "bench: the load has ended early (zombies in it: $zombies)" >&2
        return 1
    fi
}

# start_beside COMMAND...: runs beside what is measured, until stop_beside, which fails if it has exited, or until the end
# of the script.
beside=
start_beside() {
    "$@" &
    beside=$!
}

stop_beside() {
    local pid=$beside status=0
    [ -n "$pid" ] || return 0
    beside=
    kill "$pid" || status=1
    wait "$pid" 2>/dev/null || :
    return $status
}

# stock NAME: the system's program, unless it is missing or is ours.
stock() {
    local path
    for path in "/usr/bin/$1" "/bin/$1"; do
        if [ -x "$path" ] && ! "$path" -V 2>&1 | grep -qi dotproc; then
            echo "$path"
            return
        fi
    done
}

# stock_line 'NAME ARGUMENT...': the same of a command line.
stock_line() {
    local path
    path=$(stock "${1%% *}")
    echo "${path:+$path${1#"${1%% *}"}}"
}

# median NAME...: of the numbers in files of `scratch`, one a line; nothing if there are none.
median() {
    { cat "${@/#/$scratch/}" 2>/dev/null || :; } | sort -g | awk '{ value[NR] = $1 } END {
        if (NR > 0)
            print NR % 2 ? value[(NR + 1) / 2] : (value[NR / 2] + value[NR / 2 + 1]) / 2
    }'
}

# run_line LINE COMMAND...: COMMAND with the words of LINE, all by whom LINE is for.
run_line() {
    local words who=()
    read -ra words <<<"$1"
    [ "${words[0]}" != user ] || who=("${user[@]}") words=("${words[@]:1}")
    "${who[@]}" "${@:2}" "${words[@]}"
}

# What measures a command line prints milliseconds of CPU time (user + system).
#
# spent LINE: once; lines of its output are as long as those of the screen.
spent() {
    COLUMNS=${screen#* } run_line "$1" "$scratch/cost" 2>"$scratch/complaint" | awk '{ print $1 / 1000 }' || {
        cat "$scratch/complaint" >&2
        return 1
    }
}

# refresh LINE [DELAY]: a refresh of top on a terminal, once it has settled.
refresh() {
    run_line "$1 -d ${2:-0.1}" "$scratch/refresh" "${screen% *}" "${screen#* }" "$settled" "$refreshes"
}

# refresh_batch LINE [DELAY]: the same of one in batch mode, which prints all rows.
refresh_batch() {
    local few many
    few=$(spent "$1 -b -d ${2:-0.05} -n $settled")
    many=$(spent "$1 -b -d ${2:-0.05} -n $((refreshes + settled))")
    awk -v few="$few" -v many="$many" -v n="$refreshes" 'BEGIN { print (many - few) / n }'
}

# heading TITLE [THEIRS OURS [BAR]]: of a table of the system's programs beside ours. TITLE, which may be '', gets the unit.
heading() {
    local line
    # shellcheck disable=SC2059 # the format
    printf -v line "$row_format" "${1:+$1, }${unit}" "${2-system}" "${3-dotproc}" times "${4-at least}" ""
    echo "${line%"${line##*[! ]}"}"
}

# For awk: whether a figure, which may be missing, misses a bar.
misses='function misses(figure, bar,  ends) {
    if (bar !~ /[0-9]/)
        return 0
    if (split(bar, ends, "-") == 2)
        return misses(figure, ends[1]) || misses(figure, "<=" ends[2])
    return figure !~ /[0-9]/ || (sub(/^<=/, "", bar) ? figure + 0 > bar + 0 : figure + 0 < bar + 0)
}'

# put_row LABEL BAR STOCK OURS: a row, which counts where it misses its bar. STOCK is '' where there is none.
put_row() {
    [ -n "$3" ] || [[ $2 != *[0-9]* ]] || lacking=$((lacking + 1))
    awk -v format="$row_format" -v decimals="$decimals" -v label="$1" -v bar="$2" -v theirs="$3" -v ours="$4" "$misses"'
        function cell(value, decimals) { return value == "" ? "-" : sprintf("%." decimals "f", value) }
        BEGIN {
            split(decimals, decimal, " ")
            times = theirs != "" && ours > 0 ? theirs / ours : ""
            if (theirs != "" && bar ~ /[0-9]/)
                verdict = misses(times, bar) ? "FAIL" : "pass"
            line = sprintf(format, label, cell(theirs, decimal[1]), cell(ours, decimal[2]),
                cell(times, decimal[3]), bar, verdict)
            sub(/ +$/, "", line)
            print line
            exit verdict == "FAIL"
        }' || missed=$((missed + 1))
}

# measure_both ROUND METHOD STOCK OURS [SUFFIX]: adds a figure of each to the files `theirs` and `ours` with the suffix; of
# STOCK unless it is ''. In odd rounds OURS is first: the first finds less in the caches, which costs it 1 to 4 %.
measure_both() {
    local lines=("$3" "$4") files=(theirs ours) i
    for i in $(($1 % 2)) $((1 - $1 % 2)); do
        [ -z "${lines[i]}" ] || "$2" "${lines[i]}" >>"$scratch/${files[i]}${5-}"
    done
}

# compare LABEL METHOD BAR STOCK OURS: a row of two command lines, the first '' where there is none: medians of rounds,
# whose figures are in the files `theirs` and `ours`.
compare() {
    local round
    rm -f "$scratch/theirs" "$scratch/ours"
    for ((round = 0; round < rounds; round++)); do
        measure_both $round "$2" "$4" "$5"
    done
    put_row "$1" "$3" "$(median theirs)" "$(median ours)"
}

# compare_as root|user METHOD BAR 'ps|top ARGUMENT...' [LABEL]: a row of the system's and that of copy_for_user.
compare_as() {
    local as='' theirs
    [ "$1" = root ] || as='user '
    theirs=$(stock_line "$4")
    compare "${5-$1: $4}" "$2" "$3" "${theirs:+$as$theirs}" "$as$scratch/$4"
}

# put_figures LABEL 'BAR...' FIGURE...: a row of figures, each with its bar behind it. One that is a dash, empty or not
# there is missing.
put_figures() {
    local each figures=()
    for each in "${@:3}"; do
        figures+=("${each:--}")
    done
    awk -v label="$1" -v bars="$2" -v figures="${figures[*]}" "$misses"'BEGIN {
        wanted = split(bars, bar, " ")
        count = split(figures, figure, " ")
        while (count < wanted)
            figure[++count] = "-"
        line = sprintf("  %-34s", label)
        for (i = 1; i <= count; i++) {
            is_missed = misses(figure[i], bar[i])
            missed += is_missed
            shown = bar[i] !~ /[0-9]/ ? "" : (bar[i] ~ /[<-]/ ? " " : " >=") bar[i]
            line = line sprintf(" %8s%-8s", figure[i], shown (is_missed ? "!" : ""))
        }
        sub(/ +$/, "", line)
        print line (missed ? " FAIL" : "")
        exit missed > 0
    }' || missed=$((missed + 1))
}

# put_titles WHAT TITLE...: above such rows.
put_titles() {
    local line
    printf -v line ' %8s        ' "${@:2}"
    printf '%-36s%s\n' "$1" "${line%"${line##*[! ]}"}"
}

# The end of a run.
verdict() {
    if [ "$missed" -gt 0 ]; then
        echo "bench: $missed bar(s) missed"
        exit 1
    fi
    [ "$lacking" -eq 0 ] || skip "the system has no program of its own for $lacking bar(s)"
    echo "bench: all bars passed"
}
