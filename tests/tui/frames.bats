#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What top shows, screen by screen, without a terminal: see frames.c for the form, fixed_host.c for the
# host. Expected frames are in expected/ and are written anew as those of tests/cli are:
#
#   DOTPROC_REGENERATE=1 meson test -C build frames && git diff tests/tui/expected

bats_require_minimum_version 1.5.0
load ../cli/helper

: "${DOTPROC_FRAMES:?is to be the program made of frames.c}"

# shown OPTION... ROWS COLUMNS KEY...: what was pressed stands above the rows that it changes, of the first screen, or of
# that after the keys before "--". A tree and control groups are given by their names. Whole first screens are those of
# the first cases, and of trees those of tests/cli/expected/generations.
shown() {
    local options=()
    while [[ $1 == --* ]]; do
        case $1 in
        --tree=*) options+=("--tree=$DOTPROC_TREES/${1#*=}") ;;
        --cgroups=*) options+=("--cgroups=$HOSTS/${1#*=}") ;;
        *) options+=("$1") ;;
        esac
        shift
    done
    printf 'keys: %s\n' "${*:3}"
    "$DOTPROC_FRAMES" --changes "${options[@]}" "$@"
}

# frame NAME OPTION... ROWS COLUMNS KEY...
frame() {
    expect_output "$1" shown "${@:2}"
}

setup_file() {
    export HOSTS=$BATS_FILE_TMPDIR/hosts
    "$BATS_TEST_DIRNAME/../cgroups/make" "$HOSTS"
    "$BATS_TEST_DIRNAME/../containers/make" "$HOSTS/names"
    mkdir "$HOSTS/none"
}

@test "the first screen, and other widths" {
    local host
    frame first 24 80
    frame first-100 24 100
    frame first-large 40 120
    for host in --colours --containers --earlier --entries --cgroups={v1,v2,hybrid,none}; do
        frame first "$host" 24 80
        frame first-100 "$host" 24 100
        frame first-large "$host" 40 120
    done
    frame wide 10 132
    frame command-lines 24 100 c
    frame narrow 14 40
}

@test "where there is no room" {
    frame low 5 60
    frame three-lines 3 60
    frame two-lines 2 60
    frame one-cell 1 1
    frame no-field 24 5
}

@test "sort, running tasks unmarked" {
    frame sort-memory 13 80 x M
    frame sort-time 13 80 T
    frame sort-pid 12 80 N R x b
    frame sort-command 13 100 c x '>' '>' '>'
    frame unmarked 13 80 y
}

@test "which tasks, windows" {
    frame threads 24 80 H
    frame busy-only 24 80 i
    frame cumulative 24 80 S T
    frame user 24 80 u 9 9 9 9 3 0 0 2 '<Enter>'
    frame any-user 24 80 U 9 9 9 9 3 0 0 2 '<Enter>'
    frame other-users 24 80 u '!' 0 '<Enter>'
    frame three-tasks 24 80 n 3 '<Enter>'
    frame window-job 13 100 a
    frame window-mem 13 100 a a
    frame window-usr 13 100 w
    frame alternate 24 100 A
    frame alternate-low 7 60 A
    frame alternate-lower 4 60 A
    frame alternate-uneven 24 100 A - a n 2 '<Enter>' a G N e w '<Enter>' '<Down>' '<Right>'
    frame alternate-none 12 80 A _
}

@test "rates" {
    frame rates-io 13 80 '<Tab>'
    frame rates-memory 13 80 '<Tab>' '<Tab>'
    frame rates-waits 13 80 '<Tab>' '<Tab>' '<Tab>'
    frame rates-cpu 13 80 '<S-Tab>'
}

@test "tags, function keys" {
    frame tags 13 80 '<Down>' '<Space>' '<Space>' '<Up>'
    frame tags-large 18 120 V '<Down>' K A
    frame tags-signal 13 80 '<Down>' '<Space>' '<Space>' k
    frame tags-signal-large 24 120 '<Down>' K '<Space>' '<Space>' '<Space>' '<Space>' k
    frame tags-signalled 13 80 '<Down>' '<Space>' '<Space>' k 9 '<Enter>'
    frame tags-nice 13 80 '<Down>' '<Space>' '<Space>' r
    frame function-keys 24 80 9
    frame function-keys-large 40 120 9 '<C-k>'
    frame function-keys-low 19 80 9
}

@test "fields" {
    frame fields 24 80 f
    frame fields-large 70 240 f '<End>'
    frame fields-small 8 30 f '<End>'
    frame fields-one-cell 1 1 f '<Right>' '<Down>'
    frame fields-found 24 80 f -- / "'iow"
    frame fields-found-text 40 120 f -- / "'unshared" '<Down>' '<Enter>'
    frame fields-not-found 8 80 f / "'no such"
    frame fields-moving 24 80 f -- '<Right>' '<Down>' '<Down>'
    frame fields-chosen 11 80 f d '<Down>' d '<Down>' '<Right>' '<End>' '<Left>' \
        '<Home>' '<PgDn>' '<Down>' '<Down>' '<Down>' d '<Down>' d s q x
    frame fields-none 12 80 f d '<Down>' d '<Down>' d '<Down>' d '<Down>' d '<Down>' d '<Down>' d \
        '<Down>' d '<Down>' d '<Down>' d '<Down>' d '<Down>' d q '<Right>' '<Left>'
    frame justified 24 80 J j
    frame wider 24 100 X 4 '<Enter>'
    frame wider-auto 24 100 w X - 1 '<Enter>'
    frame no-zeros 24 80 0 a
    frame no-zeros-unknown 14 100 f / "'agni" '<Enter>' d / "'nscgroup" '<Enter>' d q 0
    frame coarse-hours 24 80 '<C-e>' '<C-e>'
    frame coarse-days 14 100 f / "'started" '<Enter>' d / "'elapsed" '<Enter>' d q '<C-e>' '<C-e>' '<C-e>'
    frame coarse-weeks 24 80 '<C-e>' '<C-e>' '<C-e>' '<C-e>' '<C-e>'
}

@test "colours, bold off" {
    frame colours --colours 9 80 z x
    frame colours-reverse --colours 9 80 z x -- b t m '"'
    frame colours-blocks --colours 9 80 z -- t t m m
    frame colours-question --colours 9 80 z -- k 1
    frame colours-alternate --colours 16 80 z -- A a a z
    frame colours-none 12 80 z
    frame colours-choice --colours 24 80 Z S '<Up>' H '@' X 2 b
    frame colours-small --colours 6 30 Z
    frame colours-chosen --colours 9 80 z -- Z T '<Down>' '<Down>' '<Down>' '<Enter>'
    frame bold-off 12 80 B x
}

@test "summary, paused, units" {
    frame no-load 9 80 l
    frame scan-line 12 80 '~'
    frame paused 12 80 p
    frame no-cpu 8 80 t t t
    frame no-memory 8 80 m m m
    frame no-summary 5 80 l t t t m m m
    frame bars 13 80 t m 1
    frame blocks 13 80 t t m m 1
    frame bars-wide 12 240 t m
    frame bars-narrow 12 20 t m
    frame adjoining 10 180 4
    frame adjoining-bars 10 180 t m 4 4
    frame adjoining-again 12 100 t 4 4 4
    frame combined 11 80 1 '!'
    frame combined-three 13 80 1 '!' '!'
    frame combined-not 12 80 '!'
    frame cores 12 80 1 '^'
    frame nodes 12 80 2
    frame node-asked 10 80 3 7
    frame node 12 80 3 1 '<Enter>'
    frame node-not 10 80 3 7 '<Enter>'
    frame hybrid --hybrid 13 80 1
    frame hybrid-efficient --hybrid 10 80 1 5 5
    frame limited --limited 11 80
    frame limited-off --limited 6 80 t t t m m m
    frame unknown --unknown 10 80
    frame unknown-bars --unknown 10 80 1 t m
    frame limited-solaris --limited 11 80 I
    frame hybrid-not 13 80 1 5
    frame each-cpu 13 80 1
    frame each-cpu-low 8 80 1
    frame summary-kib 10 80 E E E E E
    frame summary-gib 10 80 E
    frame tasks-mib 24 80 e
    frame tasks-tib 24 80 e e e
}

@test "scrolled" {
    frame scrolled-one 12 80 N '<Down>'
    frame scrolled-page 12 80 N '<PgDn>'
    frame scrolled-end 12 80 N '<End>'
    frame scrolled-right 12 60 '<Right>' '<Right>' '<Right>'
    frame scrolled-command 14 24 c -- \
        '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' \
        '<Right>' '<Right>' '<Right>'
}

@test "filters" {
    frame filter-asked 12 80 o "'pid=1"
    frame filters-shown 14 80 o "'!COMMAND=DATA" '<Enter>' O "'PID>42" '<Enter>' '<C-o>'
    frame filter-bad 12 80 o "'pid=1" '<Enter>'
}

@test "status line" {
    local keys=(o "'COMMAND=a" '<Enter>' O "'!PPID=412" '<Enter>' i u '!' 0 '<Enter>' n 3 '<Enter>' '<Right>')
    frame status 24 80 "${keys[@]}"
    frame status-large 40 120 "${keys[@]}" p
}

@test "a filter on a field that is not shown, located, searched, filtered, scroll coordinates" {
    frame status-hidden-field 24 80 O "'PPID=412" '<Enter>'
    frame located 12 80 L "'compile" '<Enter>'
    frame located-none 12 80 L "'none such" '<Enter>'
    frame search 12 80 / "'BACK"
    frame search-any-case 12 80 / "'m  1"
    frame hits 24 80 / "'c" '<Enter>' y '<Down>'
    frame hits-large 40 120 c / "'~[0-9]+ (paused|root)|/usr" '<Enter>'
    frame hits-colours --colours 12 80 z b -- / "'com" '<Enter>'
    frame quick 12 80 "\\" "'data"
    frame quick-kept 24 80 "\\" "'~^[a-d]" '<Enter>' o "'!COMMAND=data" '<Enter>'
    frame quick-large 40 120 c "\\" "'data" '<Enter>'
    frame quick-bad 12 80 "\\" "'~(data"
    frame quick-refused 12 80 "\\" "'~(a)\\1" '<Enter>'
    frame coordinates 12 80 C '<Down>' '<Right>'
    frame coordinates-text 12 60 C -- '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' \
        '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' '<Right>'
}

# The name of task 441 takes twelve cells: what is cut is never half a character.
@test "wide characters" {
    frame wide-names-even 9 78 N
    frame wide-names-odd 9 79 N
    frame wide-names-edge 16 28 L "'441 " '<Enter>' -- '<C-k>'
    frame wide-names-scrolled 9 78 N -- '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' \
        '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' '<Right>'
    frame wide-names-found 12 80 / "'0  6,40"
}

@test "forest" {
    frame forest 24 80 V
    frame forest-narrow 14 76 V c
    frame forest-hidden 24 80 V -- '<Down>' '<Down>' v '<Home>'
    frame forest-focus 24 80 V -- '<Down>' '<Down>' F
    frame forest-threads --tree=linux-6 14 80 V H
}

@test "bottom" {
    frame bottom-command 16 80 '<Down>' '<C-k>'
    frame bottom-environment 16 80 '<C-n>' '<Tab>' '<Tab>'
    frame bottom-wrapped 16 18 '<C-k>' '<Tab>'
    frame bottom-low 12 5 '<C-k>' '<S-Tab>'
    frame bottom-escaped 16 80 N '<Down>' '<Down>' '<C-k>'
    frame bottom-cgroups 16 80 '<C-g>'
    frame bottom-groups 16 80 '<C-u>'
    frame bottom-capabilities 16 80 '<C-a>'
    frame bottom-messages 16 80 '"' n x '<Enter>' '<C-l>' '<Tab>'
    frame bottom-no-messages 16 80 '<C-l>'
    frame bottom-alternate 22 80 A V '<C-k>'
    frame bottom-wait 24 80 '<C-w>'
    frame bottom-wait-high 40 120 '<C-w>' '<Tab>' '<Tab>' '<Tab>'
    frame bottom-tree --tree=linux-6 16 80 N R -- '<C-n>'
}

@test "exited tasks" {
    frame ended --ended 24 80
    frame ended-forest --ended 24 120 V '<End>'
    frame ended-narrow --ended 18 60
}

@test "looking back" {
    frame lookback --earlier 24 80 '['
    frame lookback-large --earlier 40 120 '[' o "'COMMAND=a" '<Enter>' '<Down>'
    frame lookback-refused --earlier 12 80 '[' k
    frame lookback-oldest --earlier 12 80 '[' '['
    frame lookback-faults --earlier 12 80 '[' '<Tab>' '<Tab>'
    frame lookback-map --earlier 12 80 '[' 7
}

@test "what differs from a mark" {
    frame marked --earlier 24 80 '[' '@' '<Esc>'
    frame marked-large --earlier 40 120 '[' '@' ']' '<End>' '<Left>' '<Home>' '<Down>'
    frame marked-before --earlier 24 80 '@' '['
    frame marked-fields --earlier 12 80 '[' '@' '<Esc>' f q
}

@test "pools" {
    frame pools 14 80 % x
    frame pools-open 14 80 % '<Down>' '<Down>' '<Down>' v '<Home>'
    frame pools-lines 14 100 % c
    frame pools-tree --tree=linux-6 12 80 %
}

@test "map" {
    frame map-tree --tree=linux-6 14 80 7
    frame map-tree-wide --tree=linux-6 12 120 7
    frame map 24 80 7
    frame map-wide 40 120 7
    frame map-scrolled --tree=linux-6 12 80 7 -- '<Down>' '<Down>' '<PgDn>'
    frame map-filter 24 80 o "'COMMAND=exec" '<Enter>' 7
    frame map-colours --colours 12 100 z -- 7 p
    frame map-small 4 30 7
    frame map-one-cell 1 1 7
}

@test "groups" {
    # The menu is in the first ones, what is grouped by in the others.
    frame groups-pool --containers 24 80 %
    frame groups-program --containers 24 80 % %
    frame groups-program-threads --containers 24 80 H % 2
    frame groups-user --containers 24 80 % % %
    frame groups-session --containers 24 80 % 4
    frame groups-cgroup --containers 24 80 % 5
    frame groups-container --containers 24 80 % % % % % %
    frame groups-container-large --containers 40 120 % 6 v
    frame groups-container-lines --containers 24 80 % 6 c
    frame groups-pod --containers 24 80 % 7
    frame groups-wait --containers 24 80 % % % % % % % %
    frame groups-pool-wait --containers 24 80 '*'
    frame groups-fields --containers 24 100 % 3 f / "'%P99" '<Enter>' d '<Down>' d / "'COUNT" '<Enter>' s q x
    frame groups-filter --containers 24 80 % 3 o "'!COMMAND=c" '<Enter>'
}

@test "inspect" {
    frame inspect-asked --entries 12 80 Y
    frame inspect-choice --entries 12 80 Y '<Enter>' '<Right>'
    frame inspect --entries 12 80 Y '<Enter>' '<Enter>'
    frame inspect-source --entries 12 80 Y 4 1 2 '<Enter>' '<Enter>' =
    frame inspect-scrolled --entries 7 40 Y '<Enter>' '<Enter>' -- G
    frame inspect-right --entries 12 7 Y '<Enter>' '<Enter>' '<Right>'
    frame inspect-left --entries 12 7 Y '<Enter>' '<Enter>'
    frame inspect-located --entries 12 80 Y '<Enter>' '<Enter>' -- L "'cats" '<Enter>'
    frame inspect-not-located --entries 12 80 Y '<Enter>' '<Enter>' -- L "'dogs" '<Enter>'
    frame inspect-looking --entries 12 80 Y '<Enter>' '<Enter>' -- / "'ca"
    frame inspect-low --entries 3 20 Y '<Enter>' '<Enter>' L
    frame inspect-demo 24 80 Y '<Enter>' '<Enter>'
    frame inspect-none 12 80 Y 7 '<Enter>'
}

@test "help, an unknown key" {
    frame help 10 80 h
    frame help-topics 24 80 '?'
    frame help-low 10 50 '?' '<PgDn>'
    frame unknown-key 12 80 '"'
}

@test "prompt" {
    frame prompt-delay 12 80 d
    frame prompt-edited 12 80 d 1 2 3 '<Left>' '<BS>' .
    frame prompt-signal 12 80 k '<Enter>'
    frame prompt-signals 24 80 k '<Enter>' '?'
    # kill(2) with the ID of a thread signals its process.
    frame prompt-signal-thread --tree=linux-6 12 80 H -- L "'web/1" '<Enter>' k '<Enter>'
    frame prompt-signal-thread-wide --tree=linux-6 12 120 H -- L "'web/1" '<Enter>' k '<Enter>'
    frame prompt-nice 12 80 r 3 0 0 '<Enter>' - 5
    frame prompt-narrow 6 20 k 1 2 3 4 5 6 7 8
    frame prompt-bad 12 80 u n o b o d y - i s '<Enter>'
}

@test "a tree" {
    frame tree-page --tree=linux-2.5.62-patched 8 100 c '<PgDn>'
}

# A task of a copied tree gets a name and arguments that lie; see tests/cli/hostile.bats.
@test "no invisible character is on a screen" {
    local tree=$BATS_TEST_TMPDIR/tree keys frame odd=$'a\u202eb\u200bc'
    cp -r "$DOTPROC_TREES/linux-6" "$tree"
    chmod -R u+w "$tree"
    sed -i "s/(.*)/($odd)/" "$tree/310/stat"
    sed -i "s/^Name:.*/Name:\t$odd/" "$tree/310/status"
    printf '/bin/%s\0-%s\u2028' "$odd" "$odd" >"$tree/310/cmdline"
    printf 'A=%s\0' "$odd" >"$tree/310/environ"
    # shellcheck disable=SC2089 # the quotes are for frames
    for keys in N c V "o 'COMMAND=a <Enter>" "c L '310 <Enter> <C-k>" "L '310 <Enter> <C-n>" \
        "L '310 <Enter> k <Enter>" "L '310 <Enter> r <Enter>" "L '310 <Enter> Y <Enter>"; do
        # shellcheck disable=SC2086,SC2090 # several keys
        frame=$("$DOTPROC_FRAMES" --tree="$tree" 24 132 N R $keys)
        expect_equal "$keys" "" "$(printf %s "$frame" | LC_ALL=C grep -aoP '\xe2\x80[\x8b-\xae]')"
        case $frame in
        *'a?b?c'*) ;;
        *) echo "no such task with $keys: $frame" && return 1 ;;
        esac
    done
}

@test "control groups" {
    frame cgroups --cgroups=v2 24 80 8
    frame cgroups-wide --cgroups=v2 24 120 8
    frame cgroups-memory --cgroups=v2 24 80 8 M c '<Right>' '<Right>' '<Down>'
    frame cgroups-tree --cgroups=v2 24 120 8 V '<End>'
    frame cgroups-throttled --cgroups=v2 12 80 8 '>' '<PgDn>'
    frame cgroups-filter --cgroups=v2 24 80 8 / "'WEB" '<Enter>'
    frame cgroups-filter-asked --cgroups=v2 24 80 8 o "'x"
    frame cgroups-none --cgroups=none 24 80 8
    frame cgroups-tasks-none --cgroups=v2 24 80 8 / "'ssh" '<Enter>' '<Enter>' '<Down>'
    frame cgroups-tasks --cgroups=v2 24 80 8 / "'user" '<Enter>' '<Enter>' '<Down>'
    frame cgroups-pane --cgroups=v2 24 80 '<C-g>'
    frame cgroups-pane-v1 --cgroups=v1 24 80 '<C-g>'
}
