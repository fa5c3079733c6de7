#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Only what is needed is read: counts system calls, on fixture trees and on the running system. Its
# procfs is asked for by name, because with many tasks BPF would be taken, which is tested elsewhere.

load helper

setup() {
    [ -z "${DOTPROC_EMULATOR:-}" ] || skip "an emulator makes calls of its own"
    command -v strace >/dev/null || skip "strace is not installed"
    strace -qq -o "$BATS_TEST_TMPDIR/trace" true 2>/dev/null || skip "tracing is not permitted here"
}

teardown() {
    give_back
}

# traced PROGRAM ARGUMENT...: runs it and keeps the calls that matter in the file `trace`, with
# the path of every descriptor. (A leak check cannot run under a tracer.)
traced() {
    local program=$1
    shift
    ASAN_OPTIONS=detect_leaks=0 strace -f -y -qq -s 4096 -o "$BATS_TEST_TMPDIR/trace" \
        -e trace='?open,openat,getdents64,lseek' "$program" "$@" >"$BATS_TEST_TMPDIR/output"
}

# The path of everything that was opened, a line for each success.
opened() {
    sed -nE 's/^[0-9]+ +open(at)?\(.* = [0-9]+<(.*)>$/\2/p' "$BATS_TEST_TMPDIR/trace"
}

# Those of them that are files of a task: /PID/stat, /.TID/stat, /PID/task/TID/stat.
opened_of_tasks() {
    opened | grep -E '/\.?[0-9]+/[a-z_]+$' | grep -vE '/task$' || :
}

# The fixture tree's tasks that are there to the end have files; those that vanish are tried again.
without_vanished() {
    grep -vE '/\.?(205|209|390|391)/' || :
}

@test "ids alone come from the listing: no file of a task is opened" {
    local tree
    for tree in linux-2.5.62-patched linux-2.6.18 linux-6 linux-6-patched; do
        use_tree "$tree"
        traced "$DOTPROC_PS" -eo pid
        expect_equal "$tree" "" "$(opened_of_tasks)"
    done
    use_tree linux-6
    traced "$DOTPROC_PS" -eLo pid,tid
    expect_equal "threads" "" "$(opened_of_tasks)"
}

@test "locked memory is looked up once for all threads of a process" {
    use_tree linux-6
    traced "$DOTPROC_PS" -eLo tid,stat
    # 250's leader is a zombie: its first thread says it. Kernel threads and zombies have none.
    expect_equal "status files" "/200/task/200/status
/250/task/251/status" "$(opened_of_tasks | grep -oE '/(2|250|200|330)/task/[0-9]+/status$' | sort)"
}

# files_of_sleeper PID SPECIFIERS: the names of the files that ps opens of it, which finds it by its status.
files_of_sleeper() {
    traced "$DOTPROC_PS" --source=task -o "$2" -q "$1"
    opened_of_tasks | sed -n "s|^/proc/$1/||p" | sort -u | paste -sd ' '
}

@test "what a task waits for is read where that is shown, and no more than it takes to be sure" {
    local sleeper
    unset PROCFS_PATH
    sleep 1000 3>&- &
    sleeper=$!
    wait_until is_sleeping "$sleeper"
    cat "/proc/$sleeper/syscall" >/dev/null 2>&1 || skip "calls of others are not shown here"
    expect_equal "state" "stat status" "$(files_of_sleeper "$sleeper" pid,s)"
    expect_equal "wait" "stat status syscall" "$(files_of_sleeper "$sleeper" pid,wait)"
    grep -qw timer "$BATS_TEST_TMPDIR/output"
    expect_equal "call" "status syscall" "$(files_of_sleeper "$sleeper" pid,syscall,waddr,fscope)"
    expect_equal "file of no call" "status syscall" "$(files_of_sleeper "$sleeper" pid,wfile)"
    expect_equal "run delay" "schedstat status" "$(files_of_sleeper "$sleeper" pid,rundelay)"
    expect_equal "switches" status "$(files_of_sleeper "$sleeper" pid,nvcsw,nivcsw)"
    expect_equal "what only BPF says" status "$(files_of_sleeper "$sleeper" pid,waited)"
    kill "$sleeper"
}

@test "a thread's name costs one small file" {
    use_tree linux-6
    traced "$DOTPROC_PS" -eLo pid,tid,comm
    expect_equal linux-6 1 "$(opened_of_tasks | without_vanished | sed 's|/[^/]*$||' | sort |
        uniq -c | awk '{ print $1 }' | sort -u)"
    expect_equal "its threads" 15 "$(opened_of_tasks | without_vanished | grep -c '/200/task/')"
}

@test "a process of a patched kernel costs one file, however many threads it has" {
    local tree
    for tree in linux-2.5.62-patched linux-6-patched; do
        use_tree "$tree"
        traced "$DOTPROC_PS" --source=dot -eo pid,cputimes
        # The process that vanishes without a trace has none to open.
        expect_equal "$tree" "$(cd "$PROCFS_PATH" && printf '%s\n' [0-9]* | grep -vx 391 | sort)" \
            "$(opened_of_tasks | sed -n 's|.*/\([0-9]*\)/stat$|\1|p' | sort)"
        expect_equal "$tree: stat alone" "" "$(opened_of_tasks | grep -v '/stat$')"
    done
}

@test "sizes that status has shown are not read from statm" {
    unset PROCFS_PATH
    traced "$DOTPROC_PS" --source=task -o stat,rss,vsz -p $$
    expect_equal "files" "stat
status" "$(opened_of_tasks | grep -E "/$$/" | sed "s|.*/||" | sort -u)"
}

@test "a process of one thread is not listed" {
    unset PROCFS_PATH
    traced "$DOTPROC_PS" --source=task -Lo pid,tid -p $$
    expect_equal "directories" "" "$(opened | grep -E "/$$/task$" || :)"
    expect_equal "threads" 1 "$(grep -cw "$$" "$BATS_TEST_TMPDIR/output")"
}

@test "a name takes no command line to be read" {
    local columns
    use_tree linux-6
    for columns in comm pid,ucomm pid,stat,comm user,comm; do
        traced "$DOTPROC_PS" -eo "$columns"
        expect_equal "$columns" "" "$(opened_of_tasks | grep -E '/(cmdline|environ|smaps)$')"
    done
    traced "$DOTPROC_PS" -e
    expect_equal "ps -e" "" "$(opened_of_tasks | grep -E '/(cmdline|environ|smaps)$')"
}

@test "a command line is read of the rows shown, and of no other" {
    use_tree linux-6
    traced "$DOTPROC_PS" -p 300,310 -o pid,args
    expect_equal "ps -p" "$PROCFS_PATH/300/cmdline
$PROCFS_PATH/310/cmdline" "$(opened_of_tasks | grep '/cmdline$' | sort)"
    traced "$DOTPROC_PS" -C vi -o pid,args
    expect_equal "ps -C" "$PROCFS_PATH/310/cmdline" "$(opened_of_tasks | grep '/cmdline$')"
}

@test "kernel threads and zombies have no command line to be read" {
    local tree
    for tree in linux-6 linux-6-patched; do
        use_tree "$tree"
        traced "$DOTPROC_PS" e -p 2,330 -o args
        grep -q '^\[kthreadd\]' "$BATS_TEST_TMPDIR/output"
        grep -q ' <defunct>$' "$BATS_TEST_TMPDIR/output"
        expect_equal "$tree" "" "$(opened_of_tasks | grep -E '/(cmdline|environ)$')"
    done
}

@test "a figure of few columns costs its file or link, and no other" {
    local column file
    use_tree linux-6
    while read -r column file; do
        traced "$DOTPROC_PS" -p 200 -o "pid,$column"
        expect_equal "$column" "$file" "$(opened_of_tasks | sed 's|.*/200/||' | grep -vxE 'stat|status')"
    done <<END
rchars io
pss smaps_rollup
ag_nice autogroup
luid loginuid
oom oom_score
oomadj oom_score_adj
END
    unset PROCFS_PATH
    ASAN_OPTIONS=detect_leaks=0 strace -y -qq -o "$BATS_TEST_TMPDIR/trace" -e trace=readlinkat \
        "$DOTPROC_PS" -q $$ -o pidns= >"$BATS_TEST_TMPDIR/output"
    expect_equal pidns "\"$$/ns/pid\"" "$(grep -o '"[^"]*/ns/[^"]*"' "$BATS_TEST_TMPDIR/trace")"
}

@test "no library is loaded but for a column that asks for it" {
    use_tree linux-6
    traced "$DOTPROC_PS" -efl
    expect_equal "ps -efl" "" "$(opened | grep -E 'libsystemd|libselinux')"
    unset PROCFS_PATH
    traced "$DOTPROC_PS" -q $$ -o lxc,cgroup,exe,pss
    expect_equal "cgroups" "" "$(opened | grep -E 'libsystemd|libselinux')"
}

# The tree's path as part of an extended regular expression.
quoted_tree() {
    # shellcheck disable=SC2001,SC2016 # a bracket expression, in which nothing is expanded
    sed 's/[][\\.*^$(){}?+|]/\\&/g' <<<"$PROCFS_PATH"
}

# How often the tree's own directory was opened to be listed, and read to its end.
listings() {
    grep -cE "openat\(.* = [0-9]+<$(quoted_tree)>\$" <(grep O_DIRECTORY "$BATS_TEST_TMPDIR/trace" |
        grep -v O_PATH) || :
}

ends_of_listings() {
    grep -cE "getdents64\([0-9]+<$(quoted_tree)>, .* = 0\$" "$BATS_TEST_TMPDIR/trace" || :
}

@test "a locale is loaded where its characters or words can show, and nowhere else" {
    local locales='locale|gconv'
    unset LC_ALL LC_MESSAGES LANGUAGE
    export LANG=C.UTF-8
    traced "$DOTPROC_PS" -q "$$" -o pid=,stat=,etimes=
    expect_equal "numbers" "" "$(opened | grep -E "$locales" || :)"
    [ -e /usr/lib/locale/C.utf8 ] || skip "there is no C.UTF-8 here"
    traced "$DOTPROC_PS" -q "$$" -o pid=,comm=
    opened | grep -qE "$locales"
    traced "$DOTPROC_PS" -q "$$" -o pid=λ
    opened | grep -qE "$locales"
    [ "$(head -n 1 "$BATS_TEST_TMPDIR/output" | tr -d ' ')" = λ ]
}

@test "a scan reads a directory of its own, once, from front to back" {
    local one three tree
    for tree in linux-2.5.62 linux-2.5.62-patched linux-6; do
        use_tree "$tree"
        traced "$DOTPROC_TOP" -b -n1 -d 0.1
        one=$(listings)
        expect_equal "$tree: read to the end" "$one" "$(ends_of_listings)"
        traced "$DOTPROC_TOP" -b -n3 -d 0.1
        three=$(listings)
        expect_equal "$tree: read to the end" "$three" "$(ends_of_listings)"
        expect_equal "$tree: two more frames, two more scans" 2 $((three - one))
        expect_equal "$tree: never rewound" "" "$(grep -E "lseek\(.*<$(quoted_tree)" \
            "$BATS_TEST_TMPDIR/trace")"
    done
}

@test "cJSON is opened for JSON and for nothing else" {
    need_json
    use_tree linux-6
    traced "$DOTPROC_PS" -eLf
    [ "$(opened | grep -c /libcjson)" -eq 0 ]
    traced "$DOTPROC_PS" -eLf --json
    [ "$(opened | grep -c /libcjson)" -eq 1 ]
}
