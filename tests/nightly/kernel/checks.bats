#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# ps and top on a real kernel: one that lists threads as the procfs patch does, as it is, or as
# before there was either, by its MODE. Run by ./dev kernel, in the guest.

# Each test runs in a shell of its own, and checks.bash sets what its functions find.
# shellcheck disable=SC2030,SC2031,SC2154

load checks

THREADS=300 # in two processes

setup_file() {
    install_programs
    # Idle threads, the larger part of what there is to see. They have a parent of the same name.
    start /run/bin/threads $THREADS 2
    IDLE=$(children_of "$started" | xargs)
    start /run/bin/load burn
    BURN=$started
    start /run/bin/load leaderless
    LEADERLESS=$started
    start /run/bin/load exec
    EXEC=$started
    export IDLE BURN LEADERLESS EXEC
}

teardown_file() {
    stop_all
}

teardown() {
    stop_all
}

@test "this is the kernel that was asked for" {
    local dots task fields expected=52
    dots=$(printf '%s\n' /proc/.[1-9]* | grep -c '[0-9]$' || :)
    fields=$(sed 's/.*) //' /proc/self/stat | wc -w)
    ! mode_has group || expected=56
    expect_equal "fields of stat" $((expected - 2)) "$fields"
    if mode_has dot; then
        [ "$dots" -ge $((THREADS - 2)) ]
    else
        expect_equal "dot entries" 0 "$dots"
    fi
    task=present
    [ -d /proc/self/task ] || task=missing
    if mode_has plain; then
        expect_equal "task/" missing "$task"
    else
        expect_equal "task/" present "$task"
    fi
}

@test "a source is used where the kernel offers it, and says why where not" {
    local source
    for source in dot task flat; do
        run ps --source=$source -eo pid=
        if [[ " $(sources) " == *" $source "* ]]; then
            expect_equal "$source: $output" 0 "$status"
        else
            expect_equal "$source" 1 "$(("$status" != 0))"
            [[ "$output" == *"source $source"* ]]
        fi
    done
}

# Of a small process, for a traced call takes long in here.
@test "auto picks the best source" {
    local pid thread pattern
    start /run/bin/threads 3
    pid=$(children_of "$started")
    thread=$(true_threads | of_pids "$pid" | awk 'NR == 2 { print $2 }')
    case $(best_source) in
    dot) pattern="^/proc/\.$thread/" ;;
    task) pattern="^/proc/$pid/task/$thread/" ;;
    flat) pattern="^/proc/$thread/" ;;
    esac
    traced /run/bin/ps -L -p "$pid" -o pid,tid,comm
    opened | grep -E "$pattern"
    traced /run/bin/top -H -p "$pid" -b -n 1 -d 0.1
    opened | grep -E "$pattern"
}

@test "every thread is listed once, under its own process" {
    local source expected processes seen
    expected=$(true_threads | of_pids "$IDLE")
    # shellcheck disable=SC2086 # a list of pids
    processes=$(printf "%s $((THREADS / 2))\n" $IDLE)
    expect_equal "threads" $THREADS "$(wc -l <<<"$expected")"
    for source in auto $(sources); do
        seen=$(ps --source="$source" -eLo pid=,tid=)
        expect_equal "$source" "$expected" "$(of_pids "$IDLE" <<<"$seen" | sort -n -k 1,1 -k 2,2)"
        expect_equal "$source: listed twice" "" "$(awk '{ print $2 }' <<<"$seen" | sort -n | uniq -d)"
        expect_equal "$source: processes and their number of threads" "$processes" \
            "$(ps --source="$source" -eo pid=,nlwp= | of_pids "$IDLE" | sort -n)"
    done
    expect_equal "top -H" $((THREADS + 1)) "$(top -H -b -n 1 -d 0.1 | grep -c ' threads *$')"
}

@test "a dot tells a thread from a process without a call for each" {
    mode_has dot || skip "no dot entries"
    traced /run/bin/ps -eo pid,stat,comm
    expect_equal "ps -e: threads opened" "" "$(opened | grep -E '/proc/(\.|[0-9]+/task)')"
    # To know whose threads they are, one of each process is asked: 2 here, not 300.
    traced /run/bin/ps -eLo pid,tid
    [ "$(opened | grep -cE '/proc/\.?[0-9]')" -lt 40 ]
    traced /run/bin/top -b -n 1 -d 0.1
    expect_equal "top: threads opened" "" "$(opened | grep -E '/proc/(\.|[0-9]+/task)')"
}

@test "a process costs one read, its CPU time included" {
    mode_has dot || skip "no dot entries"
    traced /run/bin/ps -eo pid,cputimes
    # shellcheck disable=SC2086 # a list of pids
    expect_equal "files of the idle processes" "$(printf '/proc/%s/stat\n' $IDLE | sort)" \
        "$(opened | grep -E "^/proc/(${IDLE// /|})/" | sort)"
}

# How often /proc was opened to be listed; how often it was read to its end.
listings() {
    grep O_DIRECTORY "$trace" | grep -v O_PATH | grep -cE ' = [0-9]+</proc>$' || :
}

ends_of_listings() {
    grep -cE 'getdents64\([0-9]+</proc>, .* = 0$' "$trace" || :
}

@test "a scan is one fresh listing, read from front to back" {
    local once forks
    traced /run/bin/ps -e
    expect_equal "ps: listings" 1 "$(listings)"
    expect_equal "ps: read to the end" 1 "$(ends_of_listings)"
    expect_equal "ps: seeks" "" "$(grep 'lseek(.*<\/proc>' "$trace")"
    # Where no task was made since the last listing, another one may be spared: here one always was.
    while :; do /bin/true; done 3>&- &
    forks=$!
    traced /run/bin/top -b -n 1 -d 0.1
    once=$(listings)
    traced /run/bin/top -b -n 3 -d 0.1
    kill "$forks"
    expect_equal "top: two more scans" $((once + 2)) "$(listings)"
    expect_equal "top: read to the end" "$(listings)" "$(ends_of_listings)"
    expect_equal "top: seeks" "" "$(grep 'lseek(.*<\/proc>' "$trace")"
}

# Over how many rows the time of process $1 is summed.
rows_of() {
    if mode_has plain; then
        true_threads | of_pids "$1" | wc -l
    else
        echo 1
    fi
}

@test "a process has the CPU time of all its threads" {
    local source truth rows seen
    truth=$(true_ticks group "$BURN")
    rows=$(rows_of "$BURN")
    for source in $(sources); do
        export DOTPROC_SOURCE=$source
        seen=$(process_ticks "$BURN")
        expect_ticks "top, $source" "$truth" "$rows" "$seen"
        # ps rounds down to seconds what top shows in hundredths.
        expect_equal "ps, $source" $((seen / 100)) "$(ps -p "$BURN" -o cputimes= | xargs)"
    done
}

@test "a top that ignores the group fields shows a wrong time" {
    local truth seen
    mode_has dot group own || skip "the other fields are those of the group too"
    # The system's top, which knows nothing of them, does not pass the check that ours passes.
    top() {
        /usr/bin/top "$@"
    }
    truth=$(true_ticks group "$BURN")
    seen=$(process_ticks "$BURN")
    expect_ticks "the leader's own" "$(true_ticks leader "$BURN")" 1 "$seen"
    run expect_ticks "the group's" "$truth" 1 "$seen"
    expect_equal "the check is to fail here" 1 "$status"
}

@test "a thread has its own CPU time" {
    local source leader others seen
    leader=$(true_ticks leader "$BURN")
    others=$(true_ticks others "$BURN")
    for source in $(sources); do
        seen=$(top_ticks --source="$source" -H -p "$BURN")
        expect_equal "$source: rows" 4 "$(wc -l <<<"$seen")"
        expect_ticks "$source: leader" "$leader" 1 \
            "$(awk -v pid="$BURN" '$1 == pid { print $2 }' <<<"$seen")"
        expect_ticks "$source: the others" "$others" 3 \
            "$(awk -v pid="$BURN" '$1 != pid { sum += $2 } END { print sum }' <<<"$seen")"
    done
}

@test "threads live on when their leader has ended" {
    local source truth rows
    truth=$(true_ticks group "$LEADERLESS")
    rows=$(rows_of "$LEADERLESS")
    for source in $(sources); do
        export DOTPROC_SOURCE=$source
        expect_equal "$source: threads" "$(true_threads | of_pids "$LEADERLESS")" \
            "$(ps -eLo pid=,tid= | of_pids "$LEADERLESS" | sort -n -k 2,2)"
        expect_equal "$source: process" "$LEADERLESS Zl" \
            "$(ps -eo pid=,stat= | of_pids "$LEADERLESS")"
        expect_ticks "$source: time" "$truth" "$rows" "$(process_ticks "$LEADERLESS")"
    done
}

# What ended of a load while ps waited, in ticks: ended_ticks SOURCE [OPTION]. ps is told when the
# load has done its part, and the load when ps has made its first scan.
ended_ticks() {
    local trace=$BATS_TEST_TMPDIR/waiting waiter
    rm -f "$trace"
    # Where a scan is slow here, another thread takes over, and that one waits.
    env --default-signal=INT strace -f -qq -e trace=rt_sigtimedwait -o "$trace" \
        /run/bin/ps --ended=3000 --patience=60 "--source=$1" "${@:2}" \
        -o by,time --json=lines >"$BATS_TEST_TMPDIR/ended" 3>&- &
    waiter=$!
    until grep -q rt_sigtimedwait "$trace" 2>/dev/null; do
        kill -0 "$waiter" || return
    done
    echo >&8
    read -r -u 9
    # Who waits is the one that strace traces.
    kill -INT "$(children_of "$waiter")"
    wait "$waiter"
    jq -s '[.[] | select(.by == "load") | .time] | add * 100 | round' "$BATS_TEST_TMPDIR/ended"
}

@test "what ended is found by what it has left behind" {
    local source seen
    mkfifo /run/reap.in /run/reap.out
    /run/bin/load reap </run/reap.in >/run/reap.out 3>&- &
    # shellcheck disable=SC2034 # for stop_all
    all_started=$!
    exec 8>/run/reap.in 9</run/reap.out
    read -r -u 9
    for source in $(sources); do
        seen=$(ended_ticks "$source")
        # Of 30 ticks up to 2 are lost where times are rounded down; forks and exits take some, too, more
        # of them where the host is busy. Twice the same, or one of them missing, is further away.
        expect_ticks "$source: a child" 50 11 "$seen"
        mode_has plain && continue
        seen=$(ended_ticks "$source" -L)
        expect_ticks "$source: a child and two threads" 120 18 "$seen"
    done
    exec 8>&- 9<&-
}

@test "a thread that executes another program becomes the leader" {
    local source truth rows
    truth=$(true_ticks group "$EXEC")
    rows=$(rows_of "$EXEC")
    for source in $(sources); do
        export DOTPROC_SOURCE=$source
        expect_equal "$source" "$EXEC $EXEC exe" "$(ps -eLo pid=,tid=,comm= | of_pids "$EXEC")"
        expect_ticks "$source: with what ended threads used" "$truth" "$rows" \
            "$(process_ticks "$EXEC")"
    done
}

@test "no thread that stays is missed or repeated while others come and go" {
    local source round expected seen
    expected=$(true_threads | of_pids "$IDLE")
    start /run/bin/load churn
    for source in $(sources); do
        for round in 1 2; do
            seen=$(ps --source="$source" -eLo pid=,tid=)
            expect_equal "$source, round $round" "$expected" "$(of_pids "$IDLE" <<<"$seen" |
                sort -n -k 1,1 -k 2,2)"
            expect_equal "$source, round $round: repeated" "" \
                "$(awk '{ print $2 }' <<<"$seen" | sort -n | uniq -d)"
        done
        run top --source="$source" -H -b -n 2 -d 0.1
        expect_equal "$source: top" 0 "$status"
    done
}

# Columns of which two sources must say the same.
COLUMNS_OF_THREADS=pid=,tid=,ppid=,pgid=,sid=,tty=,euser=,ruser=,nlwp=,stat=,cls=,rtprio=,ni=,pri=,\
vsz=,pending=,blocked=,ignored=,caught=,cgroup=,comm=

@test "the sources of this kernel give the same answers" {
    local source columns=$COLUMNS_OF_THREADS,lstart=,time=,cputimes=,min_flt=,maj_flt=,args=
    local pids="$IDLE $BURN $LEADERLESS $EXEC" processes threads
    processes=$(ps -eo "$columns" | of_pids "$pids")
    threads=$(ps -eLo "$columns" | of_pids "$pids")
    expect_equal "processes" 5 "$(wc -l <<<"$processes")"
    # Of burn 4, of leaderless 5, of exec 1.
    expect_equal "threads" $((THREADS + 10)) "$(wc -l <<<"$threads")"
    for source in $(sources); do
        expect_equal "$source: processes" "$processes" \
            "$(ps --source="$source" -eo "$columns" | of_pids "$pids")"
        expect_equal "$source: threads" "$threads" \
            "$(ps --source="$source" -eLo "$columns" | of_pids "$pids")"
    done
}

# Always the same tasks, with the same ids, for they are the first in a pid namespace of their
# own. What is printed of them must be the same on every kernel: ./dev kernel compares the files.
show_namespace() {
    local kind threads source
    for kind in burn leaderless exec; do
        start /run/bin/load $kind
    done
    for threads in 2 30; do
        start /run/bin/threads $threads
    done
    for source; do
        ps --source="$source" -eo "$COLUMNS_OF_THREADS,args=" >/run/processes
        ps --source="$source" -eLo "$COLUMNS_OF_THREADS" >/run/threads
        # Without the two that print this, and the shell, whose own figures come from elsewhere.
        grep -hvwE 'ps|bash' /run/processes /run/threads >"$OUTPUT/tasks-$MODE-$source"
    done
}

@test "tasks in a pid namespace look the same to every source" {
    local source
    export COLUMNS_OF_THREADS OUTPUT MODE
    export -f start ps show_namespace
    # shellcheck disable=SC2046 # a list of words
    unshare --fork --pid --mount-proc --kill-child bash -c 'show_namespace "$@"' bash $(sources) \
        3>&-
    for source in $(sources); do
        # 3 loads, then 2 parents and their children; then the threads of all these.
        expect_equal "$source: rows" $((7 + 4 + 5 + 1 + 3 + 31)) \
            "$(wc -l <"${OUTPUT:?}/tasks-$MODE-$source")"
    done
}

@test "another namespace's procfs shows what it would show there" {
    local source expected
    expected=$(true_threads | of_pids "$IDLE")
    for source in $(sources); do
        expect_equal "$source" "$expected" "$(unshare --fork --pid /run/bin/ps \
            --source="$source" -eLo pid=,tid= | of_pids "$IDLE" | sort -n -k 1,1 -k 2,2)"
    done
}

nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)

@test "hidepid hides a thread as it hides its process" {
    local level source thread visible seen
    thread=$(true_threads | of_pids "${IDLE%% *}" | awk 'NR == 2 { print $2 }')
    start "${nobody[@]}" /run/bin/threads 50
    visible=$(children_of "$started")
    for level in 1 2; do
        mkdir -p /run/hide$level
        mount -t proc -o hidepid=$level proc /run/hide$level
        for source in $(sources); do
            seen=$("${nobody[@]}" /run/bin/ps --procfs=/run/hide$level --source="$source" \
                -eLo pid=,tid=,comm=)
            expect_equal "hidepid=$level, $source: ours" 50 "$(of_pids "$visible" <<<"$seen" |
                wc -l)"
            expect_equal "hidepid=$level, $source: others" "" "$(of_pids "$IDLE" <<<"$seen")"
        done
        for name in "$thread" ".$thread"; do
            run "${nobody[@]}" cat "/run/hide$level/$name/stat"
            expect_equal "hidepid=$level: $name" 1 "$status"
        done
    done
    umount /run/hide1 /run/hide2
}

@test "the system's own ps and top work on this kernel" {
    local expected processes
    processes=$(xargs -n 1 <<<"$IDLE")
    if mode_has plain; then
        # They know nothing of threads that look like processes, as nobody did at the time.
        processes=$(true_threads | of_pids "$IDLE" | awk '{ print $2 }' | sort -n)
    fi
    expect_equal "ps -e" "$processes" "$(/usr/bin/ps -eo tid= | of_pids "$processes" | sort -n)"
    for line in "aux" "axm" "-ef" "-eLf" "--forest -e"; do
        # shellcheck disable=SC2086 # options
        run /usr/bin/ps $line
        expect_equal "ps $line: ${output:0:200}" 0 "$status"
    done
    if ! mode_has plain; then
        expected=$(true_threads | of_pids "$IDLE")
        expect_equal "ps -eL" "$expected" "$(/usr/bin/ps -eLo pid=,tid= | of_pids "$IDLE" |
            sort -n -k 1,1 -k 2,2)"
        expect_equal "top -H" $((THREADS + 1)) "$(/usr/bin/top -H -b -n 1 | grep -c ' threads *$')"
    fi
    run /usr/bin/top -b -n 2 -d 0.1
    expect_equal "top: ${output:0:200}" 0 "$status"
    expect_equal "pgrep" "$processes" "$(pgrep -x threads | of_pids "$processes" | sort -n)"
}
