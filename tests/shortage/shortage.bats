#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Memory that runs out: shortage.c runs each command line as often as it allocates, and a bit more.
# Whatever fails, there is the right answer or a message, and no other answer.

bats_require_minimum_version 1.5.0
load ../cli/helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    # The loader splits its list at spaces, which a build folder's name may have.
    cp "$DOTPROC_FAILING" failing.so
    use_tree linux-6
}

# The log has how many runs there were. What failed with one command line does not fail with the next ones, too.
survives() {
    local result=0
    "$DOTPROC_SHORTAGE" "${options[@]}" -t "$BATS_FILE_TMPDIR/tried" ./failing.so "$@" >said || result=$?
    cat said
    tail -n 1 said | sed 's/^/# /' >&3
    return "$result"
}

options=()

use_home() {
    export HOME=$PWD/home
    mkdir -p home/.config/dotproc home/.config/procps
}

@test "ps over a recorded tree" {
    survives "$DOTPROC_PS" -eLf
    survives "$DOTPROC_PS" -eo pid,args,lstart,supgrp,pcaps,cls,stat,tty,egroup --sort user,args,-tty
    survives "$DOTPROC_PS" -eL --group-by user,tty -o comm,rss,time
    survives "$DOTPROC_PS" ax --forest
    survives "$DOTPROC_PS" -t tty1 -o pid,tty
    survives "$DOTPROC_PS" -u root -G root -o pid,user
}

@test "ps with every column, and of older kernels" {
    local tree every_column
    every_column=$("$DOTPROC_PS" L | awk '{ print (NR > 1 ? "," : "") $1 }' | tr -d '\n')
    survives "$DOTPROC_PS" -p 300 -o "$every_column"
    for tree in linux-2.4 linux-2.5.62-patched; do
        use_tree $tree
        survives "$DOTPROC_PS" -eLo pid,tid,pcpu,nlwp,comm
    done
}

@test "what ps says of itself, and of mistakes" {
    local words
    for words in '--help a' --version L --info '-o nosuch' '--sort nosuch' '-u nosuch:user'; do
        # shellcheck disable=SC2086 # words
        survives "$DOTPROC_PS" $words
    done
}

@test "JSON of ps" {
    need_json
    survives "$DOTPROC_PS" -eo pid,user,args --json
}

@test "top over a recorded tree" {
    need_top
    survives "$DOTPROC_TOP" -b -n 1 -c -w 120
    survives "$DOTPROC_TOP" -b -n 2 -d 0 -H
    survives "$DOTPROC_TOP" -b -n 1 -u root
    survives "$DOTPROC_TOP" --help
}

@test "top on a terminal" {
    need_top
    export TERM=xterm
    options=(-T)
    survives "$DOTPROC_TOP" -n 1
    survives "$DOTPROC_TOP" -n 1 -H -d 0
}

@test "JSON of top" {
    need_top
    need_json
    options=(-v '"interval":')
    survives "$DOTPROC_TOP" --json=lines -n 1 -p 1,300
}

# A name is right or there is none: no id takes its place. Who cannot read JSON for want of memory does
# not know that it is JSON.
@test "names of containers" {
    need_json
    "$BATS_TEST_DIRNAME/../containers/make" "$PWD/hosts"
    export PROCFS_PATH=$PWD/hosts/trees/v1
    survives "$DOTPROC_PS" -p 101,105,301,401,402,503,602 -o pid,container,pod,podns,image \
        --container-root=hosts/root
    survives "$DOTPROC_PS" --container cache --pod 'shop/*' -o pid --container-root=hosts/root
    survives "$DOTPROC_PS" -e --group-by podns,pod --container-root=hosts/root
    need_top
    use_home
    printf 'format = 1\n[window 1]\nfields = PID CTNAME POD\nsort = CTNAME\n' >home/.config/dotproc/toprc
    survives "$DOTPROC_TOP" -b -n 1 -p 101,105,301,401 --container-root=hosts/root
}

@test "control groups" {
    local figures=name,mem,procs,psicpu
    need_json
    "$BATS_TEST_DIRNAME/../cgroups/make" "$PWD/groups"
    survives "$DOTPROC_PS" --cgroups --forest -o $figures --cgroup-root=groups/v2
    survives "$DOTPROC_PS" --cgroups --forest -o $figures --json --cgroup-root=groups/v2
}

@test "configurations of top" {
    need_top
    use_home
    {
        printf 'format = 1\nzeros-hidden = yes\n[window 1]\nfields = PID USER COMMAND\nsort = PID\n'
        printf 'filter = USER=root\nfilter = !PID>50\nname = abc\n'
    } >home/.config/dotproc/toprc
    survives "$DOTPROC_TOP" -b -n 1
    survives "$DOTPROC_TOP" --procps-rc
    rm home/.config/dotproc/toprc
    print_stock_config >home/.config/procps/toprc
    survives "$DOTPROC_TOP" -b -n 1
}

# Of a live host only what does not change can be compared: the row of this test. By files it is read as
# those of a tree are.
@test "ps and top of this host, by BPF" {
    unset PROCFS_PATH
    "$DOTPROC_PS" --info | grep -q '^  bpf *works' || skip 'no BPF here'
    export DOTPROC_SOURCE=bpf
    survives "$DOTPROC_PS" -p $$ -o pid,ppid,user,tty,comm,args
    options=(-f " $$ ")
    survives "$DOTPROC_PS" -eLo ppid,pid,tid,comm,user
    need_top
    use_home
    printf 'format = 1\n[window 1]\nfields = PPID PID USER COMMAND\nsort = PID\n' >home/.config/dotproc/toprc
    # It waits for its first figures, a fifth of a second.
    options+=(-s "${DOTPROC_SHORTAGE_STEP:-11}")
    survives "$DOTPROC_TOP" -b -n 1 -p $$
    survives "$DOTPROC_TOP" -b -n 1 --ended
}
