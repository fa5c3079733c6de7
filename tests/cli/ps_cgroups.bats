#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# ps --cgroups, and top with it in batch mode, on the control groups that tests/cgroups/make records,
# and on those of this host.
#
# shellcheck disable=SC2009 # it is our ps

bats_require_minimum_version 1.5.0
load helper

setup_file() {
    export HOSTS=$BATS_FILE_TMPDIR/hosts
    "$BATS_TEST_DIRNAME/../cgroups/make" "$HOSTS"
    "$BATS_TEST_DIRNAME/../containers/make" "$HOSTS/names"
}

# groups HOST OPTIONS...
groups() {
    ps --cgroups --cgroup-root="$HOSTS/$1" --container-root="$HOSTS/names/root" "${@:2}"
}

FIGURES=procs,threads,time,pthr,throttled,cpus,mem,anon,peak,memmax,oom,kills,psicpu,psimem,psiio,name

@test "the default columns and order" {
    expect_output cgroups/default groups v2
    expect_output cgroups/narrow groups v2 --cols 80
}

@test "all figures of versions 2 and 1, and of both" {
    for host in v2 v1 hybrid; do
        expect_output "cgroups/$host" groups $host --sort -mem -o $FIGURES
    done
}

@test "what differs between two readings is not known of a recorded host" {
    expect_equal "rates" "- - -" "$(groups v2 --no-headers -o pcpu,read,write | sort -u | xargs)"
}

@test "groups that are left out are one message" {
    local name
    name=$(printf '%0250d' 1)
    mkdir -p "$HOSTS/long"
    echo cpu >"$HOSTS/long/cgroup.controllers"
    # One below the other, as no path may be as long as that.
    (cd "$HOSTS/long" && for _ in {1..17}; do mkdir "$name" && cd "$name" || exit; done)
    run -0 --separate-stderr groups long -o cgroup --no-headers
    [ "${#lines[@]}" -eq 17 ]
    expect_equal "message" "ps: control groups were left out: too many, unreadable, or their paths are too long" "$stderr"
    run -0 --separate-stderr groups v2
    [ -z "$stderr" ]
}

@test "options that say how to print work as with tasks" {
    expect_equal "a delimiter" $'MEM,NAME\n1.5G,kubepods.slice' \
        "$(groups v2 --sort -mem -o mem,name --delimiter , | head -n 2)"
    expect_equal "widths and headings" $'  MEMORY CGROUP NAME\n    1.5G /kubep kubepods.slice' \
        "$(groups v2 --sort -mem -o mem:8=MEMORY,cgroup:6,name | head -n 2)"
    expect_equal "a heading on each page" 3 "$(groups v2 -o procs,name --headers --rows 5 | grep -c '^PROCS NAME$')"
    expect_equal "several lines of the screen" $'  MEM PROCS\n 1.5G     0' \
        "$(groups v2 --sort -mem -o mem,procs --cols 8 | head -n 2)"
}

@test "as a tree" {
    expect_output cgroups/forest groups v2 --forest -o procs,mem,name
}

@test "names far down are whole, unless a screen cuts them" {
    local folder=$HOSTS/deep above
    above=/$(printf 'level%d/' {1..20})
    mkdir -p "$folder$above"{one,two}
    echo cpu >"$folder/cgroup.controllers"
    expect_equal "a tree" $'one - -\ntwo - -' "$(groups deep --forest -o name,mem,procs | tail -n 2 | awk '{ print $2, $3, $4 }')"
    expect_equal "a list" "${above}one - ${above}two -" "$(groups deep -o cgroup,mem | tail -n 2 | xargs)"
    expect_equal "a screen" "${above:0:60}     -" "$(groups deep -o cgroup,mem --cols 80 | tail -n 1)"
}

@test "throttled first" {
    expect_equal "the first" "shop/web-7d9c5b6f4d-x2k8p/nginx" \
        "$(groups v2 --sort -pthr --no-headers -o name | head -n 1)"
    expect_equal "the last" "-" "$(groups v2 --sort -pthr --no-headers -o pthr | tail -n 1 | xargs)"
    expect_equal "by path" "$(groups v2 --no-headers -o cgroup | LC_ALL=C sort | head -n 3)" \
        "$(groups v2 --sort cgroup --no-headers -o cgroup | head -n 3)"
}

@test "by container and pod" {
    expect_equal "a container" cache "$(groups v2 --container cache --no-headers -o container)"
    expect_equal "a pod" nginx "$(groups v2 --pod 'shop/web-*' --no-headers -o container)"
    expect_equal "all but containers" 0 \
        "$(groups v2 -N --container '*' --no-headers -o container | grep -cv '^-$')"
    run -1 groups v2 --container nosuch
}

@test "texts: path, container, pod, unit" {
    expect_equal "of a container" "nginx shop/web-7d9c5b6f4d-x2k8p" \
        "$(groups v2 --container nginx --no-headers -o container,pod | xargs)"
    expect_equal "of a service" "ssh.service /system.slice/ssh.service" \
        "$(groups v2 --no-headers -o unit,cgroup | grep '^ssh' | xargs)"
}

@test "hostile names are escaped" {
    groups v2 -o name,cgroup >"$BATS_TEST_TMPDIR/out"
    run -1 grep -q $'\033' "$BATS_TEST_TMPDIR/out"
    grep -q 'odd?\[31m name' "$BATS_TEST_TMPDIR/out"
}

@test "JSON, as the schema has it" {
    need_json
    need_jsonschema
    groups v2 --json -o $FIGURES,pcpu,read,write,cgroup,container,pod,unit >"$BATS_TEST_TMPDIR/json"
    is_valid ps.cgroups "$BATS_TEST_TMPDIR/json"
    expect_equal "figures" '{"mem":524288000,"memmax":536870912,"cpus":1.5,"pthr":25,"pcpu":null}' \
        "$(groups v2 --json --container cache -o mem,memmax,cpus,pthr,pcpu | jq -c '.[]')"
    expect_equal "each key once" '{"name":"cache","mem":524288000}' \
        "$(groups v2 --json=lines --container cache -o name,mem:9=M,name:3)"
    expect_equal "no limit" null "$(groups v2 --json -o memmax,name |
        jq '.[] | select(.name == "init.scope").memmax')"
    expect_equal "lines" "$(groups v2 --no-headers | wc -l)" "$(groups v2 --json=lines | jq -c . | wc -l)"
    expect_equal "depth" 4 "$(groups v2 --json --forest -o name | jq '[.[].depth] | max')"
}

@test "every column is in the schema, the manual and the message" {
    local codes
    codes=$(sed -n 's/^    {"\([a-z]*\)", "[^"]*", [0-9]*,.*/\1/p' \
        "$BATS_TEST_DIRNAME/../../lib/cgroup/column.c")
    [ "$(wc -w <<<"$codes")" -ge 20 ]
    groups v2 -o "$(paste -sd , <<<"$codes")" >/dev/null
    sed -n '/^\.Sh CONTROL GROUPS/,/^\.Sh EXITED/p' "$BATS_TEST_DIRNAME/../../man/ps.1" >"$BATS_TEST_TMPDIR/manual"
    for code in $codes; do
        grep -q "^ *\"$code\": {" "$DOTPROC_SCHEMAS/ps.cgroups.schema.json" ||
            { echo "not in the schema: $code" && false; }
        grep -q "^\.It Cm .*\<$code\>" "$BATS_TEST_TMPDIR/manual" || { echo "not in the manual: $code" && false; }
    done
}

@test "--cgroups refuses unknown columns and options of tasks" {
    local options first second
    while IFS='|' read -r options first second; do
        # shellcheck disable=SC2086 # several words
        run -1 --separate-stderr groups v2 $options
        expect_equal "$options" "$first|$second" "${stderr_lines[0]}|${stderr_lines[1]-}"
        expect_equal "output of $options" "" "$output"
    done <<'END'
-o nosuch|error: --cgroups has no such column|"nosuch" is unknown
-o memm|error: --cgroups has no such column|"memm" is unknown; did you mean "mem", "memmax"?
--sort nosuch|error: --cgroups has no such column|"nosuch" is unknown
-o ,|error: improper format list|Usage: ps [options]
-f|--cgroups has columns of its own: choose them with -o, sort with --sort|
-L|--cgroups has columns of its own: choose them with -o, sort with --sort|
-H|--cgroups has columns of its own: choose them with -o, sort with --sort|
-O mem|--cgroups has columns of its own: choose them with -o, sort with --sort|
O mem|--cgroups has columns of its own: choose them with -o, sort with --sort|
O P|--cgroups has columns of its own: choose them with -o, sort with --sort|
--forest --sort -mem|--cgroups --forest conflicts with --sort|
--sort mem --sort procs|error: multiple sort options|Usage: ps [options]
-D %s|--cgroups has columns of its own: choose them with -o, sort with --sort|
--signames|--cgroups has columns of its own: choose them with -o, sort with --sort|
n|--cgroups has columns of its own: choose them with -o, sort with --sort|
--group-by user|--cgroups has columns of its own: choose them with -o, sort with --sort|
-p 1|--cgroups selects by --container and --pod, not by what tasks have|
-u root|--cgroups selects by --container and --pod, not by what tasks have|
END
}

@test "a folder that cannot be read, or has no control groups" {
    need_top
    local folder why
    mkdir "$HOSTS/none"
    echo >"$HOSTS/file"
    while read -r folder why; do
        run -1 --separate-stderr groups "$folder"
        expect_equal "output of $folder" "" "$output"
        expect_equal "$folder" "ps: --cgroup-root $HOSTS/$folder: $why" "$stderr"
        run -1 --separate-stderr top -bn1 --cgroups --cgroup-root "$HOSTS/$folder"
        expect_equal "$folder of top" "top: --cgroup-root $HOSTS/$folder: $why" "$stderr"
    done <<'END'
nosuch No such file or directory
file Not a directory
END
    run -1 --separate-stderr groups none
    expect_equal "no hierarchy" "ps: no control groups: no hierarchy is mounted here" "$stderr"
}

@test "top: batch mode" {
    need_top
    # Below the summary; a frame ends with an empty line.
    table() {
        top -b --cgroups --cgroup-root "$HOSTS/v2" --container-root "$HOSTS/names/root" "$@" |
            sed -n '/^Control groups/,$p'
    }
    expect_equal "rows" 12 "$(table -n 1 -w 200 | sed '1,2d; /^$/d' | wc -l)"
    expect_equal "the message" "Control groups: 12 by %CPU" "$(table -n 1 -w 200 | head -n 1)"
    table -n 1 -w 200 | grep -qE '^shop/web-7d9c5b6f4d-x2k8p/nginx +0\.0 +- +0\.50 '
    run -1 top -b --cgroups --json=lines -n 1
    [[ $output = *'ps --cgroups --json'* ]]
}

@test "of this host, with %CPU of two readings" {
    local counted='[0-9]\.[0-9] +[0-9]+\.[0-9]{2} /'
    run ps --cgroups --no-headers -o pcpu,time,cgroup
    [[ $status -ne 1 || $output != *"no hierarchy"* ]] || skip "there are no control groups"
    [ "$status" -eq 0 ]
    grep -qE "$counted" <<<"$output" || skip "no CPU time is counted here"
    # The folder is a host's, as in a container that has the host's mounted.
    ps --cgroups --no-headers -o pcpu,time,cgroup --cgroup-root /sys/fs/cgroup | grep -qE "$counted"
}

# Removes what the next test makes.
end_group() {
    [ -z "${sleeper-}" ] || { kill "$sleeper" && ends_within "$sleeper"; } || :
    [ -z "${group-}" ] || rmdir "$group/below" "$group"
    sleeper='' group=''
}

teardown() {
    end_group
}

@test "a group that is made: its tasks, and that it vanishes" {
    local mount
    mount=$(awk '$(NF - 2) == "cgroup2" { print $5; exit }' /proc/self/mountinfo)
    [ -n "$mount" ] || skip "there is no cgroup2"
    local name=dotproc-test-${DOTPROC_LEASH_PID:-$$}
    mkdir "$mount/$name" 2>/dev/null || skip "control groups cannot be made here"
    group=$mount/$name
    mkdir "$group/below"
    sleep 1000 3>&- &
    sleeper=$!
    local moved=yes
    { echo $sleeper >"$group/below/cgroup.procs"; } 2>/dev/null || moved=no
    local rows
    rows=$(ps --cgroups --no-headers -o procs,cgroup | grep "$name")
    end_group
    [ $moved = yes ] || skip "no task can be moved here"
    expect_equal "rows" "0 1" "$(sort -k 2 <<<"$rows" | awk '{ print $1 }' | xargs)"
    run -1 grep "$name" <<<"$(ps --cgroups --no-headers -o cgroup)"
}
