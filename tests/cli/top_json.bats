#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# top -b --json=lines: what a parser that is not ours makes of it.

bats_require_minimum_version 1.5.0
load helper

setup() {
    need_json
    cd "$BATS_TEST_TMPDIR" || return
    use_tree linux-6
}

# For bats waits for what a test leaves in the background.
teardown() {
    rm -f going
}

# frame FILTER OPTIONS...: what jq makes of one frame.
frame() {
    local filter=$1
    shift
    top -b -n1 --json=lines "$@" | jq -c "$filter"
}

@test "a line a frame, each an object, and nothing else" {
    top -b -d0 -n3 --json=lines >frames
    [ "$(wc -l <frames)" -eq 3 ]
    expect_equal "frames" "$(printf '"object"\n"object"\n"object"')" "$(jq type frames)"
    expect_equal "members" '["time","interval","summary","tasks"]' \
        "$(jq -c keys_unsorted frames | sort -u)"
    expect_equal "of a tree that never changes" 1 "$(jq -c 'del(.interval)' frames | sort -u | wc -l)"
    expect_equal "it implies -b" "$(frame 'del(.interval)')" \
        "$(top --json=lines -n1 | jq -c 'del(.interval)')"
    expect_equal "the form as a word of its own" "$(frame .tasks)" \
        "$(top --json lines -n1 | jq -c .tasks)"
}

@test "the summary of another tree: what the tree tells, and null" {
    expect_equal "summary" '{"uptime":100000.25,"rows":"processes",'"$(
    )"'"states":{"total":20,"running":2,"sleeping":14,"uninterruptible":1,"stopped":1,"zombie":2},'"$(
    )"'"users":null,"load":null,"cpu":null,"memory":null,"swap":null}' "$(frame .summary)"
    expect_equal "threads" '["threads",36,36]' \
        "$(frame '[.summary.rows, .summary.states.total, (.tasks | length)]' -H)"
}

@test "the summary of the running host" {
    unset PROCFS_PATH
    top --json=lines -n1 -1 >frame
    expect_equal "every figure is a number" '["number"]' \
        "$(jq -c '[.time, .interval, .summary.uptime, .summary.load[],
            .summary.cpu[], .summary.memory[], .summary.swap[], .summary.cpus[][] | type] | unique' \
            frame)"
    expect_equal "times of processors add up" true \
        "$(jq '[.summary.cpu[]] | add > 99.99 and add < 100.01' frame)"
    expect_equal "memory is in bytes" "$(awk '/^MemTotal/ { printf "%.0f", $2 * 1024 }' /proc/meminfo)" \
        "$(jq .summary.memory.total frame)"
    expect_equal "-1 adds each processor" "$(grep -c '^processor' /proc/cpuinfo)" \
        "$(jq '.summary.cpus | length' frame)"
    expect_equal "and else there is none" false \
        "$(frame '.summary | has("cpus")')"
    expect_equal "the states add up" true "$(jq '.summary.states |
        .total == .running + .sleeping + .uninterruptible + .stopped + .zombie' frame)"
}

@test "tasks have the fields that are shown, under their names" {
    expect_equal "fields" "$(top -b -n1 -w 512 | awk '/^ *PID/ { $1 = $1; print }')" \
        "$(frame '.tasks[0] | keys_unsorted | join(" ")' | tr -d '"')"
    expect_equal "whatever the width" "$(frame .tasks)" "$(COLUMNS=10 frame .tasks -w 20)"
    expect_equal "bytes, seconds, per cent" \
        '{"PID":200,"USER":"3001","PR":20,"NI":0,"VIRT":268435456,"RES":67108864,'"$(
    )"'"SHR":16777216,"S":"S","%CPU":0,"%MEM":3.2,"TIME+":346.5,"COMMAND":"web"}' \
        "$(frame '.tasks[]' -p 200)"
    expect_equal "whatever the units" "$(frame .tasks)" "$(frame .tasks -E t -e t)"
    expect_equal "command lines" '["vi notes of today.txt",["vi","notes of today.txt"]]' \
        "$(frame '.tasks[0] | [.COMMAND, .argv]' -c -p 310)"
    expect_equal "none" '["kthreadd",null]' "$(frame '.tasks[0] | [.COMMAND, .argv]' -c -p 2)"
}

# config LINE...: what is saved of the first window, and is read by top from here on.
config() {
    mkdir -p home/.config/dotproc
    printf '%s\n' 'format = 1' '[window 1]' "$@" >home/.config/dotproc/toprc
    export HOME=$PWD/home
}

@test "a row names its process and its place, which text shows by the rows around it" {
    expect_equal "threads" '[[150,200],[200,200]]' "$(frame '[.tasks[] | select(.TGID == 200) |
        [.PID, .TGID]] | sort | .[:2]' -H)"
    expect_equal "processes" false "$(frame '.tasks[0] | has("TGID")')"
    expect_equal "lists" false "$(frame '.tasks[0] | has("depth")')"
    config 'forest = yes'
    expect_equal "forests" '[["bash",2],["vi",3]]' "$(frame '[.tasks[] |
        select(.PID == 300 or .PID == 310) | [.COMMAND, .depth]]')"
    config 'pools = yes'
    expect_equal "pools" '[["web/*",13],["heir/*",2]]' "$(frame '[.tasks[] |
        select(has("count")) | [.COMMAND, .count]]' -H)"
}

@test "alternate display, which shows several windows, is of text alone" {
    frame '[.tasks[].PID]' >all
    config 'tasks-hidden = yes' 'max-tasks = 2'
    expect_equal "hidden, which counts there alone" 2 "$(frame '.tasks | length')"
    sed -i '1a alternate = yes' home/.config/dotproc/toprc
    expect_equal "the current window, hidden there" "$(jq -c '.[:2]' all)" "$(frame '[.tasks[].PID]')"
    config 'tasks-hidden = no'
    sed -i '1a alternate = yes' home/.config/dotproc/toprc
    expect_equal "the current window" "$(cat all)" "$(frame '[.tasks[].PID]')"
}

@test "all of it is as the schema says" {
    need_jsonschema
    local tree
    for tree in $TREES; do
        top --json=lines -n1 -H --procfs="$DOTPROC_TREES/$tree" >"frame.$tree"
    done
    top -O >fields
    config "fields = $(tr '\n' ' ' <fields)" 'forest = yes'
    top --json=lines -n1 -c >frame.fields
    jq -r '.tasks[0] | keys[]' frame.fields >keys
    expect_equal "all fields, and what is beside them" \
        "$( (cat fields && printf 'argv\nenvp\ndepth\n') | sort)" "$(sort -u keys)"
    unset PROCFS_PATH
    top --json=lines -n1 -1 -c -p "1,2,$$" >frame.here
    jq -c 'del(.summary)' frame.here >less
    is_valid top frame.*
    none_is_valid top less
}

# On a busy host none may end in the time of a frame.
finds_ended() {
    top --json=lines -n1 -c --ended >frame || return
    jq .summary.ended frame
    jq -c --arg name "$name" '.summary.ended.how as $how | .ended[] |
        select(.COMMAND == $name or ($how == "inferred" and .by == "bash")) |
        [.PID, .VIRT, .["%CPU"] > 0, .["TIME+"] > 0, .by]' frame >row
    [ -s row ]
}

# What --ended adds, of a host where one process after the other ends.
@test "exited tasks" {
    expect_equal "of a tree nothing" '["time","interval","summary","tasks"]' \
        "$(frame keys_unsorted --ended)"
    unset PROCFS_PATH
    expect_equal "unasked nothing" '[false,false]' "$(frame '[has("ended"), (.summary | has("ended"))]')"
    local name
    name=en$(tr 0-9 a-j <<<"$BASHPID")
    cp "$(command -v sh)" "$name"
    touch going
    # shellcheck disable=SC2016 # quoted for that shell
    (while [ -e going ]; do "./$name" -c 'i=0; while [ $i -lt 500 ]; do i=$((i + 1)); done'; done) 3>&- &
    wait_until finds_ended
    rm going
    ends_within $!
    expect_equal "a row" '[null,null,true,true,"bash"]' "$(head -n 1 row)"
    expect_equal "not among the tasks" 0 "$(jq '[.tasks[] | select(.PID == null)] | length' frame)"
    # A row is cut at all processors: on a busy host what ends is counted longer than the frame lasts.
    expect_equal "a part of the whole" true \
        "$(jq --argjson all "$(getconf _NPROCESSORS_ONLN)00" '[.ended[]["%CPU"]] as $each | ($each | add) - .summary.ended.cpu |
            fabs < 0.01 or (. < 0 and any($each[]; . >= $all))' frame)"
    need_jsonschema
    is_valid top frame
}

# Kernels differ in whether they measure it, but not in when it is said.
@test "pressure" {
    expect_equal "unasked nothing" false "$(frame '.summary | has("pressure")')"
    expect_equal "of a tree nothing is known" '[true,null]' \
        "$(frame '.summary | [has("pressure"), .pressure]' --pressure)"
    unset PROCFS_PATH
    expect_equal "unasked nothing of the host" false "$(frame '.summary | has("pressure")')"
    top --json=lines -n1 --pressure >frame
    if cat /proc/pressure/{cpu,memory,io} >text 2>/dev/null; then
        expect_equal "of each" '["cpu","io","memory"]' "$(jq -c '.summary.pressure | keys' frame)"
        top -b -n1 --pressure | grep -Eqx 'Stalled 10 s:( (cpu|mem|io) [0-9]+%){1,3}'
    else
        expect_equal "nothing is known" null "$(jq '.summary.pressure' frame)"
    fi
    need_jsonschema
    is_valid top frame
}

@test "names of any bytes are valid UTF-8, and harmless" {
    top --json=lines -n1 -c >frame
    iconv -f UTF-8 -t UTF-8 frame >/dev/null
    expect_equal "control bytes" 0 "$(tr -d '\n' <frame | LC_ALL=C grep -c '[[:cntrl:]]')"
    expect_equal "a name" "$(printf 'e\033[7m\nZ\303\274\\x\\xff')" \
        "$(frame '.tasks[] | select(.PID == 350).COMMAND' | jq -r .)"
}

@test "without cJSON" {
    : >libcjson.so.1
    LD_LIBRARY_PATH=$PWD run -1 --separate-stderr top --json=lines -n1
    [ -z "$output" ]
    [[ $stderr == 'top: JSON output needs cJSON, '*libcjson* ]]
}

# What each cell of a frame is: lines of PID, field, and whether it is empty.
empty_cells() {
    jq -r '.tasks[] | .PID as $pid | to_entries[] | "\($pid) \(.key) \(.value == null or .value == "")"' |
        sort
}

# sources_agree FIELDS OPTION...: where one source has a value, the other has one, too, for tasks that
# both saw. bpf-compare has all kinds of tasks.
sources_agree() {
    mkdir -p "$HOME/.config/dotproc"
    printf 'format = 1\n[window 1]\nfields = %s\n' "$1" >"$HOME/.config/dotproc/toprc"
    for source in task bpf; do
        "$DOTPROC_TOP" --json=lines -n 2 -d 0.2 "${@:2}" --source=$source 2>&1 | tail -n 1 |
            empty_cells >"$BATS_TEST_TMPDIR/$source"
    done
    [[ -s task && -s bpf ]] || return
    awk '{ key = $1 " " $2 } NR == FNR { seen[key] = $3; next }
        key in seen && seen[key] != $3 { print key; differ = 1 } END { exit differ }' task bpf
}

# is_told_of PID: what it waits in, by both sources.
is_told_of() {
    sources_agree "PID WCHAN" -p "$1" && grep -x "$1 WCHAN false" bpf
}

@test "a field has a value by either source or by neither" {
    [ "$(id -u)" -eq 0 ] || skip 'the BPF source takes the rights of root'
    unset PROCFS_PATH
    "$DOTPROC_TOP" -b -n 1 --source=bpf >/dev/null || skip 'no BPF here'
    cd "$BATS_TEST_TMPDIR"
    export HOME=$BATS_TEST_TMPDIR/home
    unset XDG_CONFIG_HOME
    sleep infinity 3>&- &
    sleeper=$!
    fields=$("$DOTPROC_TOP" -O | grep -vx PID)
    [ -n "$fields" ]
    # These have a value only while a task sleeps, which the shell does now and then: at two moments it differs rightly. How
    # long it sleeps, only BPF knows.
    fields=$(grep -vxE 'WCHAN|WAIT|SYSCALL|WADDR|WFILE|WKEY|FSCOPE|WAITED|%RUNQ|vVCSW|vIVCSW|VCSW/s|IVCSW/s|RD/s|WR/s|IO/s|IOC/s|RES/m|avTH|LOCKPID' <<<"$fields")
    # As many as a frame has room for; a task that changes meanwhile may be seen twice in two ways.
    while read -r some; do
        wait_until sources_agree "PID $some" -p "1,2,$$,$sleeper"
    done < <(xargs -n 33 <<<"$fields")
    wait_until is_told_of $sleeper
    kill $sleeper
}
