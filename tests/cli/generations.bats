#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Every kernel generation, as its fixture tree shows it. The first half compares listings with
# expected/generations: whole ones of the newest kernel, of each older one what differs from the next newer one. The
# second says in numbers what must be true of them, so that an expected file that was rewritten without being read
# cannot hide a fault. What the numbers mean stands in tests/proc/tasks.

bats_require_minimum_version 1.5.0
load helper

# To look for leaks takes a sanitized ps longer than to list: the last case does, and other files.
export ASAN_OPTIONS=detect_leaks=0

# What the formats are made of, process by process and thread by thread.
figures() {
    use_tree "$1"
    transcript 'ps -eo pid,ppid,pgid,sid,tpgid,tty,stat,f,ni,pri,cls,rtprio,psr,ruid,euid,suid,fuid,rgid,egid,user,group --cols 150' \
        'ps -eo pid,nlwp,pcpu,pmem,vsz,rss,sz,min_flt,maj_flt,lstart,cputimes,wchan:12,cgroup:8,args --cols 300' \
        'ps -eLo pid,tid,ppid,uid,nlwp,stat,f,ni,pri,psr,c,start,min_flt,cputimes,wchan:12,comm --cols 300' \
        'ps -eLo tid,pending,blocked,ignored,caught'
}

# Made of the same rows.
formats() {
    use_tree "$1"
    transcript 'ps -ef' 'ps aux' 'ps axl' 'ps -eLf' 'ps axms'
}

forest() {
    use_tree "$1"
    transcript 'ps -e --forest' 'ps axjf'
}

top_frames() {
    need_top
    use_tree "$1"
    transcript 'top -b -n1' 'top -b -n1 -H -w 100' 'top -b -n1 -c -w 100 -p 200,300,350'
}

# A group with a thread, which is a process where there are no groups, and a zombie.
top_group() {
    need_top
    use_tree "$1"
    transcript 'top -b -n1 -p 1,200,202,250'
}

# listings TREE KIND...
listings() {
    local kind
    for kind in "${@:2}"; do
        expect_output "generations/$1-$kind" "$kind" "$1"
    done
}

# differences KIND NEWER TREE: its lines that are others than those of a newer kernel, and where. Widths follow
# the largest PID, which is no matter of the generation: ps_format has those of five digits.
differences() {
    diff <("$1" "$2" | without_widths) <("$1" "$3" | without_widths) | grep -v '^[<-]' || :
}

without_widths() {
    sed -E 's/ +/ /g; s/^ //'
}

# older TREE NEWER KIND...
older() {
    local kind
    for kind in "${@:3}"; do
        expect_output "generations/$1-$kind" differences "$kind" "$2" "$1"
    done
}

@test "linux-6" { listings linux-6 figures forest top_frames top_group; }
@test "linux-3.3" { older linux-3.3 linux-6 figures; }
@test "linux-2.6.24" { older linux-2.6.24 linux-3.3 figures; }
@test "linux-2.6.18" { older linux-2.6.18 linux-2.6.24 figures; }
@test "linux-2.5.62" { older linux-2.5.62 linux-2.6.18 figures; }
@test "linux-2.5.62-patched" {
    older linux-2.5.62-patched linux-2.5.62 figures
    older linux-2.5.62-patched linux-6 forest top_group
}
@test "linux-2.4" { older linux-2.4 linux-2.5.62-patched figures forest top_group; }

# What a patched modern kernel shows is the same to the byte, by either source.
@test "linux-6-patched: as linux-6, by the dot and the task source" {
    local what source expected
    for what in figures formats forest top_frames; do
        expected=$("$what" linux-6)
        for source in auto dot task; do
            expect_equal "$what by $source" "$expected" "$(DOTPROC_SOURCE=$source "$what" linux-6-patched)"
        done
    done
}

# The CPU seconds of a process on a tree, by a source.
cputimes() {
    ps --procfs="$DOTPROC_TREES/$1" --source="${3:-auto}" -p "$2" -o cputimes= | tr -d ' '
}

@test "a process has the CPU time of its group" {
    local tree
    for tree in linux-2.5.62-patched linux-2.6.18 linux-2.6.24 linux-3.3 linux-6 linux-6-patched; do
        expect_equal "$tree: web" 346 "$(cputimes "$tree" 200)"
        expect_equal "$tree: retired" 32 "$(cputimes "$tree" 250)"
        expect_equal "$tree: backup" 726 "$(cputimes "$tree" 370)"
    done
    expect_equal "by the task source" 346 "$(cputimes linux-6-patched 200 task)"
}

@test "before there were group times, a process is the sum of its threads" {
    expect_equal web 126 "$(cputimes linux-2.5.62 200)"
    expect_equal retired 32 "$(cputimes linux-2.5.62 250)"
}

@test "before there were thread groups, every task is a process" {
    expect_equal leader 11 "$(cputimes linux-2.4 200)"
    expect_equal thread 15 "$(cputimes linux-2.4 150)"
}

@test "all processes at once, with the times of their groups" {
    local tree
    for tree in linux-2.5.62-patched linux-6-patched; do
        use_tree "$tree"
        run -0 ps -eo pid,cputimes
        [[ ${lines[0]} =~ ^\ *PID\ +TIME$ ]]
        run -0 ps -eo pid=,cputimes= --sort=pid
        expect_equal "$tree" '1 20
40 77
200 346
250 32
280 0
290 0
300 0
310 8
320 0
330 0
335 0
340 0
350 0
360 90
370 726
380 2610
400 1
32001 3' "$(awk '$1 != 2 && $1 != 41 { print $1, $2 }' <<<"$output")"
    done
}

@test "a thread has its own CPU time, the leader too" {
    local tree
    for tree in $TREES; do
        [ "$tree" != linux-2.4 ] || continue
        use_tree "$tree"
        run -0 ps -L -p 200 -o tid=,cputimes= --sort=tid
        expect_equal "$tree" '150 15
200 11
201 1
202 2
203 3
204 4
206 5
207 6
208 7
210 8
211 9
212 11
213 12
214 13
217 14' "$(awk '{ print $1, $2 }' <<<"$output")"
    done
}

@test "times of reaped children count for the group" {
    local tree
    for tree in linux-2.5.62-patched linux-6 linux-6-patched; do
        use_tree "$tree"
        run -0 ps S -p 200 -o cputimes=
        expect_equal "$tree" 412 "${output// /}"
    done
}

# copy_tree NAME: a copy to change, as the tree in use.
copy_tree() {
    cp -R "$DOTPROC_TREES/$1" "$BATS_TEST_TMPDIR/tree"
    export PROCFS_PATH=$BATS_TEST_TMPDIR/tree
}

# set_fields FILE N VALUE...: fields N and on of a stat line whose name has no spaces.
set_fields() {
    local file=$PROCFS_PATH/$1 line
    line=$(awk -v first="$2" -v values="${*:3}" '{
        count = split(values, value, " ")
        for (i = 1; i <= count; i++)
            $(first + i - 1) = value[i]
        print
    }' "$file")
    printf '%s\n' "$line" >"$file"
}

@test "the dot source reads fields 53 to 56 of 56, and not the leader's own times" {
    copy_tree linux-6-patched
    set_fields 200/stat 14 1000 100 4000 400
    run -0 ps --source=dot -p 200 -o cputimes=
    expect_equal dot 346 "${output// /}"
}

@test "fields 53 to 56 of a kernel without dot entries mean something else" {
    copy_tree linux-6-patched
    rm -r "$PROCFS_PATH"/.[0-9]*
    set_fields 200/stat 53 7777 7777 7777 7777
    run -0 ps -p 200 -o cputimes=
    expect_equal cputimes 346 "${output// /}"
}

@test "fields 42 to 45 of an ordinary kernel mean something else" {
    local tree
    for tree in linux-2.6.18 linux-2.6.24 linux-3.3 linux-6; do
        rm -rf "$BATS_TEST_TMPDIR/tree"
        copy_tree "$tree"
        case $tree in
        linux-2.6.18) set_fields 200/stat 42 7777 ;;
        linux-2.6.24) set_fields 200/stat 42 7777 7777 7777 ;;
        *) set_fields 200/stat 42 7777 7777 7777 7777 ;;
        esac
        run -0 ps -p 200 -o cputimes=
        expect_equal "$tree" 346 "${output// /}"
    done
}

@test "a task that vanishes is left out alone" {
    local tree
    for tree in $TREES; do
        use_tree "$tree"
        run -0 ps -eo pid=,comm=
        expect_equal "$tree" 0 "$(grep -cE '^ *39[01] ' <<<"$output")"
        expect_equal "$tree" 1 "$(grep -cE '^ *32001 spinner' <<<"$output")"
        run -0 ps -eLo tid=,comm=
        expect_equal "$tree" 0 "$(grep -cE '^ *(205|209|390|391) ' <<<"$output")"
        expect_equal "$tree" 14 "$(grep -cE '^ *(150|20[0-9]|21[0-9]) web/|web log' <<<"$output")"
    done
}

@test "a leader that vanishes leaves its threads in the list" {
    copy_tree linux-6-patched
    : >"$PROCFS_PATH/250/stat"
    run -0 ps -eo pid=,comm= --sort=pid
    expect_equal processes '200 web
280 agetty' "$(awk '$1 == 200 || $1 == 250 || $1 == 280 { print $1, $2 }' <<<"$output")"
    run -0 ps --source=dot -eLo tid=,comm=
    expect_equal threads 2 "$(grep -c heir <<<"$output")"
}

# Sorted, they are printed when all have been read; the order of the scan is by number anyway.
@test "rows that are printed while others are read are the same" {
    local tree options i
    for tree in linux-2.5.62-patched linux-6; do
        cp -r "$DOTPROC_TREES/$tree" "$BATS_TEST_TMPDIR/$tree"
        for ((i = 1001; i <= 1150; i++)); do
            cp -r "$DOTPROC_TREES/$tree/$((i % 2 ? 300 : 40))" "$BATS_TEST_TMPDIR/$tree/$i"
        done
        export PROCFS_PATH=$BATS_TEST_TMPDIR/$tree
        for options in -ef aux '-eLo pid,tid,comm,args' '--headers --rows 20 -eo pid,comm' \
            'axm -o pid,tid,comm,nlwp' '-N -p 1002 -o pid,vsz,args'; do
            # shellcheck disable=SC2086 # several words
            ps $options >"$BATS_TEST_TMPDIR/parts"
            # shellcheck disable=SC2086
            ps $options --sort pid >"$BATS_TEST_TMPDIR/whole"
            [ "$(wc -l <"$BATS_TEST_TMPDIR/parts")" -gt 150 ]
            cmp "$BATS_TEST_TMPDIR/parts" "$BATS_TEST_TMPDIR/whole"
        done
    done
}

# The source that auto picks, by what --info says of the tree $1.
picked() {
    use_tree "$1"
    ps --info | awk '/auto picks it$/ { print $1 }'
}

@test "--info says which source is picked, and why the others are not" {
    expect_equal linux-2.5.62 flat "$(picked linux-2.5.62)"
    expect_equal linux-2.5.62-patched dot "$(picked linux-2.5.62-patched)"
    expect_equal linux-6 task "$(picked linux-6)"
    expect_equal linux-6-patched dot "$(picked linux-6-patched)"
    use_tree linux-6
    local sources
    sources=$(ps --info)
    grep -q '^  dot .* lists no dot entries' <<<"$sources"
    grep -q '^  flat .* does not list threads as plain entries' <<<"$sources"
}

@test "nothing stays allocated" {
    local options
    [ -n "${DOTPROC_SANITIZED-}" ] || skip 'only a sanitizer looks'
    unset ASAN_OPTIONS
    use_tree linux-6
    for options in '-ef --forest' '-eLf' 'axms' '-eo pid,args,wchan,supgrp --sort user,-time'; do
        # shellcheck disable=SC2086 # several words
        ps $options >"$BATS_TEST_TMPDIR/rows"
    done
}
