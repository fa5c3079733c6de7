#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# ps --json: what a parser that is not ours makes of it.
#
# shellcheck disable=SC2009 # it is our ps

bats_require_minimum_version 1.5.0
load helper

setup() {
    [[ $BATS_TEST_DESCRIPTION =~ 'a build without' ]] || need_json
    use_tree linux-6
}

# members FILTER OPTIONS...: what jq makes of ps with these options.
members() {
    local filter=$1
    shift
    ps "$@" --json | jq -c "$filter"
}

@test "an array of objects, whose keys are the specifiers in their order" {
    expect_equal "types" '"array" ["object"]' "$(ps -e --json |
        jq -r '"\"\(type)\" \([.[] | type] | unique | tojson)"')"
    expect_equal "the default columns" '["pid","tty","time","comm"]' \
        "$(members '.[0] | keys_unsorted' -p 1)"
    expect_equal "others" '["pid","comm","rss"]' \
        "$(members '.[0] | keys_unsorted' -p 1 -o pid,comm,rss)"
    expect_equal "a row a task" "$(ps -eL --no-headers | wc -l)" "$(members length -eL)"
}

@test "numbers are numbers: bytes, seconds, seconds since the Epoch, per cent" {
    expect_equal "all of them" \
        '{"pid":200,"rss":67108864,"vsz":268435456,"sz":268435456,"time":346.5,"ni":0,"nlwp":15}' \
        "$(members '.[]' -p 200 -o pid,rss,vsz,sz,time,ni,nlwp)"
    expect_equal "a start is that of the text" "$(ps -p 300 -o lstart=)" \
        "$(members '.[0].lstart | strftime("%a %b %e %H:%M:%S %Y")' -p 300 -o lstart | tr -d '"')"
    expect_equal "the same time in every form" 1 \
        "$(members '.[0] | [.[]] | unique | length' -p 200 -o time,cputimes,bsdtime,atime)"
    expect_equal "ages in seconds" "$(ps -p 200 -o etimes=| tr -d ' ')" \
        "$(members '.[0].etimes | floor' -p 200 -o etimes)"
    expect_equal "a share" 3.2 "$(members '.[0].pmem' -p 200 -o pmem)"
}

# Other kernels, and what else makes such files, have fewer lines. Stock ps prints 0 for them.
@test "what a file has no line of is null, and 0 in text" {
    cd "$BATS_TEST_TMPDIR"
    cp -r "$DOTPROC_TREES/linux-6" tree
    chmod -R u+w tree
    local file zero=0000000000000000 columns=size,blocked,pending,pcap,rbytes,wchars,pss,uss
    for file in status io smaps_rollup; do
        sed -Ei '/^(VmData|Sig|ShdPnd|CapPrm|read_bytes|wchar|Pss|Private_Clean)/d' "tree/200/$file"
    done
    expect_equal "JSON" '[null]' \
        "$(members '.[0] | [.[]] | unique' --procfs=tree -p 200 -o "$columns")"
    expect_equal "text" "136 $zero $zero $zero 0 0 0 20500" \
        "$(ps --procfs=tree -p 200 --cols 80 --no-headers -o "$columns" | xargs)"
    expect_equal "of a task without memory" '{"size":0}' "$(members '.[]' --procfs=tree -p 2 -o size)"
}

@test "masks and addresses are strings, in full" {
    expect_equal "masks" "$(ps -p 300 --cols 200 -o blocked:16=)" \
        "$(members '.[0].blocked' -p 300 -o blocked | tr -d '"')"
    [ "$(members '[.[] | .esp, .pcap, .caught | strings | length] | unique' \
        -e -o esp,pcap,caught)" = '[16]' ]
}

@test "what a task does not have is null" {
    expect_equal "no command line, no terminal, known by name only" \
        '{"args":null,"argv":null,"tty":null,"tpgid":null,"acflag":null}' \
        "$(members '.[]' -p 2 -o args,tty,tpgid,acflag)"
    expect_equal "with m, what belongs to the other kind of row" \
        '[{"pid":310,"tid":null},{"pid":310,"tid":310}]' "$(members . m p 310 o pid,tid)"
}

@test "names: owners without a name by number, as strings unless n asks for numbers" {
    expect_equal "users" '[["root","string"],["3000","string"]]' \
        "$(members '[.[].user | [., type]]' -p 1,300 -o user)"
    expect_equal "numbers" '[0,3000]' "$(members '[.[].user]' n p 1,300 o user)"
}

@test "args has the arguments with blanks between them" {
    expect_equal "args" "$(ps -p 310 -o args=)" "$(ps -p 310 -o args --json | jq -r '.[0].args')"
    expect_equal "c" '{"args":"vi"}' "$(members '.[0]' c p 310 o args)"
}

@test "argv and envp have each argument and variable by itself, once" {
    expect_equal "args" '{"args":"vi notes of today.txt","argv":["vi","notes of today.txt"],"pid":310}' \
        "$(members '.[0]' -p 310 -o args,pid)"
    expect_equal "twice" '["cmd","argv","args","command"]' \
        "$(members '.[0] | keys_unsorted' -p 310 -o cmd,args,command)"
    expect_equal "the environment" '{"environ":"HOME=/home/maria LANG=C.UTF-8",'"$(
    )"'"envp":["HOME=/home/maria","LANG=C.UTF-8"]}' \
        "$(cp -r "$PROCFS_PATH" "$BATS_TEST_TMPDIR/tree"
            printf 'HOME=/home/maria\0LANG=C.UTF-8\0' >"$BATS_TEST_TMPDIR/tree/310/environ"
            PROCFS_PATH=$BATS_TEST_TMPDIR/tree members '.[0]' -p 310 -o environ)"
    expect_equal "with m, where the command is" '[["vi","notes of today.txt"],null]' \
        "$(members '[.[].argv]' m p 310 o pid,args)"
    expect_equal "not of groups" '{"args":"vi notes of today.txt","count":1}' \
        "$(members '.[0] | {args, count, argv} | del(..|nulls)' -p 310 --group-by args)"
}

@test "what --group-by names has this name as its key, whatever the format" {
    expect_equal "-f" '"cmd"' "$(members '.[0] | keys_unsorted[-1]' -f -p 310 --group-by cmd)"
    expect_equal "u" '"tname"' "$(members '.[0] | keys_unsorted[-1]' u p 310 --group-by tname)"
}

@test "a fact has one key in all built-in formats" {
    expect_equal "-f" '["user","pid","ppid","pcpu","start","tty","time","args","argv"]' \
        "$(members '.[0] | keys_unsorted' -f -p 310)"
    expect_equal "u" '["user","pid","pcpu","pmem","vsz","rss","tty","stat","start","time","args","argv"]' \
        "$(members '.[0] | keys_unsorted' u p 310)"
    expect_equal "-O" '["pid","tname","s","tty","time","args","argv"]' \
        "$(members '.[0] | keys_unsorted' -p 310 -O tname)"
}

@test "a column is one member, under its specifier" {
    expect_equal "listed twice" '{"pid":1,"comm":"init"}' \
        "$(ps -p 1 -o pid,comm,pid=ID --json | sed -n 2p)"
    expect_equal "headings and widths" '{"pid":1,"comm":"init"}' \
        "$(members '.[]' -p 1 -o pid:20=NUMBER,comm=)"
    expect_equal "text between columns" '{"pid":1,"comm":"init"}' \
        "$(members '.[]' -p 1 -o ' pid: %p %c')"
    expect_equal "a macro's columns" '["pid","tty","time","args","argv"]' \
        "$(members '.[0] | keys_unsorted' -p 1 -o DefSysV)"
}

@test "sizes, headings and locales do not change JSON" {
    local plain
    plain=$(ps -ef --json)
    expect_equal "sizes" "$plain" "$(ps -ef --json --cols 20 --rows 3 --headers)"
    expect_equal "headings" "$plain" "$(ps -ef --json --no-headers)"
    expect_equal "COLUMNS" "$plain" "$(COLUMNS=10 ps -efww --json)"
    expect_equal "the locale" "$plain" "$(LC_ALL=C ps -ef --json)"
}

@test "orders hold, and a tree gives depths" {
    expect_equal "--sort" "$(ps -e --sort -rss,pid -o pid= | tr -d ' ')" \
        "$(members '.[].pid' -e --sort -rss,pid -o pid)"
    expect_equal "--forest" "$(ps -e --forest -o pid= | tr -d ' ')" \
        "$(members '.[].pid' -e --forest -o pid)"
    expect_equal "no branches, but how deep" '[["bash",2],["vi",3]]' \
        "$(members '[.[] | select(.pid == 300 or .pid == 310) | [.comm, .depth]]' \
            -e -H -o pid,comm)"
    expect_equal "only there" null "$(members '.[0].depth' -p 1)"
}

@test "=lines: an object on each line, and nothing else" {
    ps -eL -o pid,tid,comm --json=lines >"$BATS_TEST_TMPDIR/lines"
    expect_equal "as many lines as rows" "$(ps -eL --no-headers | wc -l)" \
        "$(wc -l <"$BATS_TEST_TMPDIR/lines")"
    expect_equal "the same objects" "$(ps -eL -o pid,tid,comm --json | jq -c '.[]')" \
        "$(jq -c . "$BATS_TEST_TMPDIR/lines")"
}

@test "nothing found: an empty array, no lines, status 1" {
    run -1 --separate-stderr ps -p 99999 --json
    expect_equal "array" '[]' "$(jq -c . <<<"$output")"
    [ -z "$stderr" ]
    run -1 --separate-stderr ps -p 99999 --json=lines
    [ -z "$output" ] && [ -z "$stderr" ]
}

@test "names of any bytes are valid UTF-8, and harmless" {
    local task=$BATS_TEST_TMPDIR/hostile/300
    cp -r "$DOTPROC_TREES/linux-6" "$BATS_TEST_TMPDIR/hostile"
    printf '"\\\n\t\033[31m\001\377\303\274\177\302\233\\x41)' >"$BATS_TEST_TMPDIR/name"
    {
        printf '300 ('
        head -c 15 "$BATS_TEST_TMPDIR/name"
        printf ')'
        sed 's/^.*)//' "$task/stat"
    } >"$BATS_TEST_TMPDIR/stat"
    cp "$BATS_TEST_TMPDIR/stat" "$task/stat"
    {
        cat "$BATS_TEST_TMPDIR/name"
        printf '\0second "argument"\0'
    } >"$task/cmdline"
    export PROCFS_PATH=$BATS_TEST_TMPDIR/hostile
    ps -eo pid,comm,args --json >"$BATS_TEST_TMPDIR/json"
    iconv -f UTF-8 -t UTF-8 "$BATS_TEST_TMPDIR/json" >/dev/null
    expect_equal "no control bytes but newlines" 0 \
        "$(LC_ALL=C tr -d '\n' <"$BATS_TEST_TMPDIR/json" | LC_ALL=C grep -c '[[:cntrl:]]')"
    expect_equal "a name, cut within a character" \
        "$(printf '"\\\n\t\033[31m\001\\xff\303\274\\x7f\\xc2')" \
        "$(jq -r '.[] | select(.pid == 300).comm' "$BATS_TEST_TMPDIR/json")"
    expect_equal "arguments are whole" \
        "$(printf '"\\\n\t\033[31m\001\\xff\303\274\\x7f\\xc2\\x9b\\x5cx41) second "argument"')" \
        "$(jq -r '.[] | select(.pid == 300).args' "$BATS_TEST_TMPDIR/json")"
}

# keep OPTIONS...: what ps prints, in a file for the schema.
keep() {
    kept+=("$BATS_TEST_TMPDIR/${#kept[@]}.json")
    ps "$@" --json >"${kept[-1]}"
}

@test "the schema accepts the JSON of every column, tree and format" {
    need_jsonschema
    local all tree kept=()
    all=$(ps L | awk '{ printf "%s%s", comma, $1; comma = "," }')
    for tree in $TREES; do
        use_tree "$tree"
        keep -eL -o "$all"
        keep axH n o "$all"
        keep -em -o "$all"
    done
    use_tree linux-6
    keep -eF --forest
    keep -elyc -H
    keep -e --group-by user,args -o count,pcpu,rss
    keep -e -o acflag,addr,utime
    kept+=("$BATS_TEST_TMPDIR/line.json")
    ps -eLf --json=lines | head -n 1 >"${kept[-1]}"
    unset PROCFS_PATH
    keep -L -p "1,2,$$" -o "$all"
    is_valid ps "${kept[@]}"
}

@test "the schema refuses what ps never prints" {
    need_jsonschema
    local text kept=()
    for text in '{"pid":1,"pids":2}' '[{"rss":"1"}]' '[{"time":-1}]' '[{"esp":"ff"}]' '"pid"' \
        '[{"argv":"ps"}]' '[{"depth":null}]'; do
        kept+=("$BATS_TEST_TMPDIR/${#kept[@]}.json")
        printf %s "$text" >"${kept[-1]}"
    done
    none_is_valid ps "${kept[@]}"
}

@test "without cJSON one message and status 1" {
    : >"$BATS_TEST_TMPDIR/libcjson.so.1"
    LD_LIBRARY_PATH=$BATS_TEST_TMPDIR run -1 --separate-stderr ps -e --json
    [ -z "$output" ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ $stderr == 'ps: JSON output needs cJSON, '*libcjson* ]]
    LD_LIBRARY_PATH=$BATS_TEST_TMPDIR run -0 ps -e
}

@test "a build without JSON says so, with status 1" {
    [ -n "${DOTPROC_WITHOUT_JSON:-}" ] || skip "this build has JSON"
    run -1 --separate-stderr ps -e --json
    expect_equal "nothing shown" "" "$output"
    expect_equal "one line" "ps: JSON output needs cJSON, which this program was built without" "$stderr"
}
