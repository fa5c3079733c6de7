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

# What was pressed stands above what is shown.
shown() {
    printf 'keys: %s\n' "${*:3}"
    "$DOTPROC_FRAMES" "$@"
}

# frame NAME ROWS COLUMNS KEY...
frame() {
    expect_output "$1" shown "${@:2}"
}

shown_hybrid() {
    printf 'keys: %s\n' "${*:3}"
    "$DOTPROC_FRAMES" --hybrid "$@"
}

# hybrid_frame NAME ROWS COLUMNS KEY...
hybrid_frame() {
    expect_output "$1" shown_hybrid "${@:2}"
}

shown_contained() {
    printf 'keys: %s\n' "${*:3}"
    "$DOTPROC_FRAMES" --containers "$@"
}

# contained_frame NAME ROWS COLUMNS KEY...
contained_frame() {
    expect_output "$1" shown_contained "${@:2}"
}

shown_unknown() {
    printf 'keys: %s\n' "${*:3}"
    "$DOTPROC_FRAMES" --unknown "$@"
}

# unknown_frame NAME ROWS COLUMNS KEY...
unknown_frame() {
    expect_output "$1" shown_unknown "${@:2}"
}

shown_limited() {
    printf 'keys: %s\n' "${*:3}"
    "$DOTPROC_FRAMES" --limited "$@"
}

# limited_frame NAME ROWS COLUMNS KEY...
limited_frame() {
    expect_output "$1" shown_limited "${@:2}"
}

shown_in_colour() {
    printf 'keys: %s\n' "${*:3}"
    "$DOTPROC_FRAMES" --colours "$@"
}

# colour_frame NAME ROWS COLUMNS KEY...
colour_frame() {
    expect_output "$1" shown_in_colour "${@:2}"
}

shown_ended() {
    printf 'keys: %s\n' "${*:3}"
    "$DOTPROC_FRAMES" --ended "$@"
}

# ended_frame NAME ROWS COLUMNS KEY...
ended_frame() {
    expect_output "$1" shown_ended "${@:2}"
}

shown_tree() {
    printf 'keys: %s\n' "${*:4}"
    "$DOTPROC_FRAMES" --tree="$DOTPROC_TREES/$1" "${@:2}"
}

# tree_frame NAME TREE ROWS COLUMNS KEY...
tree_frame() {
    expect_output "$1" shown_tree "${@:2}"
}

setup_file() {
    export HOSTS=$BATS_FILE_TMPDIR/hosts
    "$BATS_TEST_DIRNAME/../cgroups/make" "$HOSTS"
    "$BATS_TEST_DIRNAME/../containers/make" "$HOSTS/names"
    mkdir "$HOSTS/none"
}

shown_cgroups() {
    printf 'keys: %s\n' "${*:4}"
    "$DOTPROC_FRAMES" --cgroups="$HOSTS/$1" "${@:2}"
}

# cgroup_frame NAME HOST ROWS COLUMNS KEY...
cgroup_frame() {
    expect_output "$1" shown_cgroups "${@:2}"
}

@test "the first screen" { frame first 24 80; }
@test "a wide screen" { frame wide 24 132; }
@test "command lines" { frame command-lines 24 100 c; }
@test "a narrow screen" { frame narrow 24 40; }

@test "a low screen: the summary gives way, one task stays" { frame low 5 60; }
@test "three lines" { frame three-lines 3 60; }
@test "two lines" { frame two-lines 2 60; }
@test "one cell" { frame one-cell 1 1; }
@test "no room for the first field" { frame no-field 24 5; }

@test "sort: by memory, marked" { frame sort-memory 24 80 x M; }
@test "sort: by time" { frame sort-time 24 80 T; }
@test "sort: by pid, low to high, marked in reverse" { frame sort-pid 24 80 N R x b; }
@test "sort: by command line" { frame sort-command 24 100 c x '>' '>' '>'; }
@test "running tasks unmarked" { frame unmarked 24 80 y; }

@test "threads" { frame threads 24 80 H; }
@test "idle tasks hidden" { frame busy-only 24 80 i; }
@test "times with reaped children" { frame cumulative 24 80 S T; }
@test "one user's tasks" { frame user 24 80 u 9 9 9 9 3 0 0 2 '<Enter>'; }
@test "one user's tasks, by any id" { frame any-user 24 80 U 9 9 9 9 3 0 0 2 '<Enter>'; }
@test "all but one user's tasks" { frame other-users 24 80 u '!' 0 '<Enter>'; }
@test "three tasks at most" { frame three-tasks 24 80 n 3 '<Enter>'; }
@test "windows: the second" { frame window-job 24 100 a; }
@test "windows: the third" { frame window-mem 24 100 a a; }
@test "windows: the fourth" { frame window-usr 24 100 w; }
@test "windows: alternate display" { frame alternate 24 100 A; }
@test "windows: alternate display on a low screen" { frame alternate-low 7 60 A; }
@test "windows: alternate display, fewer lines than windows" { frame alternate-lower 4 60 A; }
@test "windows: alternate display on a large screen" { frame alternate-large 70 240 A; }
@test "windows: some are hidden, some limited" {
    frame alternate-uneven 24 100 A - a n 2 '<Enter>' a G N e w '<Enter>' '<Down>' '<Right>'
}
@test "windows: all are hidden" { frame alternate-none 12 80 A _; }
@test "limits lifted" { frame limits-lifted 24 80 n 3 '<Enter>' i '<Down>' '<Right>' '='; }

@test "rates: the ready-made fields" {
    frame rates-io 24 80 '<Tab>'
    frame rates-memory 24 80 '<Tab>' '<Tab>'
    frame rates-waits 24 80 '<Tab>' '<Tab>' '<Tab>'
    frame rates-cpu 24 80 '<S-Tab>'
}
@test "rates: on a large screen" { frame rates-large 40 120 '<Tab>' '<Tab>' x 0; }

@test "tags" {
    frame tags 24 80 '<Down>' '<Space>' '<Space>' '<Up>'
    frame tags-large 40 120 V '<Down>' K A
    frame tags-signal 24 80 '<Down>' '<Space>' '<Space>' k
    frame tags-signal-large 24 120 '<Down>' K '<Space>' '<Space>' '<Space>' '<Space>' k
    frame tags-signalled 24 80 '<Down>' '<Space>' '<Space>' k 9 '<Enter>'
    frame tags-nice 24 80 '<Down>' '<Space>' '<Space>' r
}
@test "tags: none without a cursor" { frame tags-none 24 80 '<Space>'; }
@test "function keys" {
    frame function-keys 24 80 9
    frame function-keys-large 40 120 9 '<C-k>'
    frame function-keys-low 19 80 9
}

@test "fields: the manager" { frame fields 24 80 f; }
@test "fields: the manager on a large screen" { frame fields-large 70 240 f '<End>'; }
@test "fields: the manager on a small screen" { frame fields-small 8 30 f '<End>'; }
@test "fields: on one cell" { frame fields-one-cell 1 1 f '<Right>' '<Down>'; }
@test "fields: one is found while it is typed" {
    frame fields-found 24 80 f / "'iow"
    frame fields-found-text 40 120 f / "'unshared" '<Down>' '<Enter>'
    frame fields-not-found 8 80 f / "'no such"
}
@test "fields: one is moved" { frame fields-moving 24 80 f '<Right>' '<Down>' '<Down>'; }
@test "fields: some are hidden, one moved, one added, sorted by another" {
    frame fields-chosen 24 80 f d '<Down>' d '<Down>' '<Right>' '<End>' '<Left>' \
        '<Home>' '<PgDn>' '<Down>' '<Down>' '<Down>' d '<Down>' d s q x
}
@test "fields: none is shown" {
    frame fields-none 12 80 f d '<Down>' d '<Down>' d '<Down>' d '<Down>' d '<Down>' d '<Down>' d \
        '<Down>' d '<Down>' d '<Down>' d '<Down>' d '<Down>' d q '<Right>' '<Left>'
}
@test "fields: numbers to the left, text to the right" { frame justified 24 80 J j; }
@test "fields: wider" { frame wider 24 100 X 4 '<Enter>'; }
@test "fields: as wide as needed" { frame wider-auto 24 100 w X - 1 '<Enter>'; }
@test "fields: without zeros" { frame no-zeros 24 80 0 a; }
@test "fields: without zeros, and those of what is not known" {
    frame no-zeros-unknown 14 100 f / "'agni" '<Enter>' d / "'nscgroup" '<Enter>' d q 0
}
@test "fields: coarser times" { frame coarse-hours 24 80 '<C-e>' '<C-e>'; }
@test "fields: coarser times, in days" {
    frame coarse-days 14 100 f / "'started" '<Enter>' d / "'elapsed" '<Enter>' d q '<C-e>' '<C-e>' '<C-e>'
}
@test "fields: still coarser times" { frame coarse-weeks 24 80 '<C-e>' '<C-e>' '<C-e>' '<C-e>' '<C-e>'; }

@test "colours" { colour_frame colours 24 80 z x; }
@test "colours: marks in reverse, bars" { colour_frame colours-reverse 24 80 z x b t m '"'; }
@test "colours: blocks of two colours" { colour_frame colours-blocks 24 80 z t t m m; }
@test "colours: a question" { colour_frame colours-question 12 80 z k 1; }
@test "colours: alternate display, one window without" { colour_frame colours-alternate 24 80 A z a a z; }
@test "colours: none on this terminal" { frame colours-none 12 80 z; }
@test "colours: the choice" { colour_frame colours-choice 24 80 Z S '<Up>' H '@' X 2 b; }
@test "colours: the choice on a small screen" { colour_frame colours-small 6 30 Z; }
@test "colours: 256 of them, chosen" { colour_frame colours-chosen 12 80 Z T '<Down>' '<Down>' '<Down>' '<Enter>'; }
@test "bold off" { frame bold-off 12 80 B x; }

@test "summary: without load" { frame no-load 24 80 l; }
@test "summary: what it costs" { frame scan-line 12 80 '~'; }
@test "paused" { frame paused 12 80 p; }
@test "summary: without tasks and processors" { frame no-cpu 24 80 t t t; }
@test "summary: without memory" { frame no-memory 24 80 m m m; }
@test "summary: without all" { frame no-summary 24 80 l t t t m m m; }
@test "summary: bars" { frame bars 24 80 t m 1; }
@test "summary: blocks" { frame blocks 24 80 t t m m 1; }
@test "summary: bars are never longer than 100 cells" { frame bars-wide 12 240 t m; }
@test "summary: bars on a narrow screen" { frame bars-narrow 12 20 t m; }
@test "summary: two in a line" { frame adjoining 24 180 4; }
@test "summary: three bars in a line" { frame adjoining-bars 24 180 t m 4 4; }
@test "summary: no room for one more in a line" { frame adjoining-again 12 100 t 4 4 4; }
@test "summary: two processors as one" { frame combined 24 80 1 '!'; }
@test "summary: three processors as one, and the rest" { frame combined-three 24 80 1 '!' '!'; }
@test "summary: combined only where they are shown" { frame combined-not 12 80 '!'; }
@test "summary: cores" { frame cores 24 80 1 '^'; }
@test "summary: NUMA nodes" { frame nodes 24 80 2; }
@test "summary: the question for a node" { frame node-asked 24 80 3 7; }
@test "summary: one node" { frame node 24 80 3 1 '<Enter>'; }
@test "summary: there is no such node" { frame node-not 24 80 3 7 '<Enter>'; }
@test "summary: two kinds of cores" { hybrid_frame hybrid 24 80 1; }
@test "summary: efficient cores only" { hybrid_frame hybrid-efficient 24 80 1 5 5; }
@test "summary: a container's limits, of which %MEM is a share" { limited_frame limited 24 80; }
@test "summary: a container's limits are hidden with the rest" { limited_frame limited-off 24 80 t t t m m m; }
@test "summary: figures that cannot be read" { unknown_frame unknown 24 80; }
@test "summary: bars of figures that cannot be read" { unknown_frame unknown-bars 24 80 1 t m; }
@test "%CPU as a share of all that a container may use" { limited_frame limited-solaris 24 80 I; }
@test "summary: cores of one kind" { frame hybrid-not 24 80 1 5; }
@test "summary: each processor" { frame each-cpu 24 80 1; }
@test "summary: each processor on a low screen" { frame each-cpu-low 8 80 1; }
@test "summary: KiB" { frame summary-kib 24 80 E E E E E; }
@test "summary: GiB" { frame summary-gib 24 80 E; }
@test "tasks: MiB" { frame tasks-mib 24 80 e; }
@test "tasks: TiB" { frame tasks-tib 24 80 e e e; }

@test "scrolled by one" { frame scrolled-one 12 80 N '<Down>'; }
@test "scrolled by a page" { frame scrolled-page 12 80 N '<PgDn>'; }
@test "scrolled to the end, where the last page is full" { frame scrolled-end 12 80 N '<End>'; }
@test "scrolled to the right" { frame scrolled-right 12 60 '<Right>' '<Right>' '<Right>'; }
@test "scrolled through a command line" {
    frame scrolled-command 14 24 c \
        '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' \
        '<Right>' '<Right>' '<Right>'
}

@test "filters: the question" { frame filter-asked 12 80 o "'pid=1"; }
@test "filters: two, and those in use" {
    frame filters-shown 14 80 o "'!COMMAND=DATA" '<Enter>' O "'PID>42" '<Enter>' '<C-o>'
}
@test "filters: there is no such field" { frame filter-bad 12 80 o "'pid=1" '<Enter>'; }
@test "status: filters, a user, idle tasks, scrolled" {
    local keys=(o "'COMMAND=a" '<Enter>' O "'!PPID=412" '<Enter>' i u '!' 0 '<Enter>' n 3 '<Enter>' '<Right>')
    frame status 24 80 "${keys[@]}"
    frame status-large 40 120 "${keys[@]}" p
}
@test "status: a filter on a field that is not shown" { frame status-hidden-field 24 80 O "'PPID=412" '<Enter>'; }
@test "located: the row is the first" { frame located 12 80 L "'compile" '<Enter>'; }
@test "located: none" { frame located-none 12 80 L "'none such" '<Enter>'; }
@test "searched while typing" { frame search 12 80 / "'BACK"; }
@test "searched while typing, in any case" { frame search-any-case 12 80 / "'m  1"; }
@test "matches stand out, in fields and across them" {
    frame hits 24 80 / "'c" '<Enter>' y '<Down>'
    frame hits-large 40 120 c / "'~[0-9]+ (paused|root)|/usr" '<Enter>'
    frame hits-left 12 80 / "'com" '<Enter>' '<Esc>'
    colour_frame hits-colours 12 80 z b / "'com" '<Enter>'
}
@test "filtered while typing" {
    frame quick 12 80 "\\" "'data"
    frame quick-kept 24 80 "\\" "'~^[a-d]" '<Enter>' o "'!COMMAND=data" '<Enter>'
    frame quick-large 40 120 c "\\" "'data" '<Enter>'
    frame quick-bad 12 80 "\\" "'~(data"
    frame quick-refused 12 80 "\\" "'~(a)\\1" '<Enter>'
}
@test "scroll coordinates" { frame coordinates 12 80 C '<Down>' '<Right>'; }
@test "scroll coordinates, through text" {
    frame coordinates-text 12 60 C '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' \
        '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' '<Right>'
}
# The name of task 441 takes twelve cells: what is cut is never half a character.
@test "wide characters, an even number of cells" { frame wide-names-even 14 78 N; }
@test "wide characters, an odd number of cells" { frame wide-names-odd 14 79 N; }
@test "wide characters at the edge of the screen" { frame wide-names-edge 16 28 L "'441 " '<Enter>' '<C-k>'; }
@test "wide characters, scrolled into" {
    frame wide-names-scrolled 14 78 N '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' \
        '<Right>' '<Right>' '<Right>' '<Right>' '<Right>' '<Right>'
}
@test "wide characters that are looked for" { frame wide-names-found 12 80 / "'0  6,40"; }

@test "forest" { frame forest 24 80 V; }
@test "forest: command lines on a narrow screen" { frame forest-narrow 24 76 V c; }
@test "forest: hidden children" { frame forest-hidden 24 80 V '<Down>' '<Down>' v '<Home>'; }
@test "forest: one tree in focus" { frame forest-focus 24 80 V '<Down>' '<Down>' F; }
@test "forest: threads" { tree_frame forest-threads linux-6 40 80 V H; }

@test "bottom: a command line" { frame bottom-command 24 80 '<Down>' '<C-k>'; }
@test "bottom: an environment, the second element marked" {
    frame bottom-environment 24 80 '<C-n>' '<Tab>' '<Tab>'
}
@test "bottom: an element over two lines" { frame bottom-wrapped 24 18 '<C-k>' '<Tab>'; }
@test "bottom: of a low screen it has a part" { frame bottom-low 12 5 '<C-k>' '<S-Tab>'; }
@test "bottom: escaped" { frame bottom-escaped 24 80 N '<Down>' '<Down>' '<C-k>'; }
@test "bottom: control groups" { frame bottom-cgroups 24 80 '<C-g>'; }
@test "bottom: groups" { frame bottom-groups 24 80 '<C-u>'; }
@test "bottom: no capabilities" { frame bottom-capabilities 24 80 '<C-a>'; }
@test "bottom: messages" { frame bottom-messages 24 80 '"' n x '<Enter>' '<C-l>' '<Tab>'; }
@test "bottom: no messages" { frame bottom-no-messages 24 80 '<C-l>'; }
@test "bottom: below four windows, one of them a forest" { frame bottom-alternate 30 80 A V '<C-k>'; }
@test "bottom: what a task waits for" { frame bottom-wait 24 80 '<C-w>'; }
@test "bottom: what a task waits for, the owner marked" {
    frame bottom-wait-high 50 200 '<C-w>' '<Tab>' '<Tab>' '<Tab>'
}
@test "bottom: of a tree" { tree_frame bottom-tree linux-6 24 80 N R '<C-n>'; }

@test "exited tasks" { ended_frame ended 24 80; }
@test "exited tasks on a large screen" { ended_frame ended-large 40 120; }
@test "exited tasks below a forest" { ended_frame ended-forest 24 120 V '<End>'; }
@test "exited tasks on a narrow screen" { ended_frame ended-narrow 24 60 f '<End>' q; }

shown_earlier() {
    printf 'keys: %s\n' "${*:3}"
    "$DOTPROC_FRAMES" --earlier "$@"
}

# earlier_frame NAME ROWS COLUMNS KEY...
earlier_frame() {
    expect_output "$1" shown_earlier "${@:2}"
}

@test "looking back" {
    earlier_frame lookback 24 80 '['
    earlier_frame lookback-large 40 120 '[' o "'COMMAND=a" '<Enter>' '<Down>'
    earlier_frame lookback-refused 12 80 '[' k
    earlier_frame lookback-oldest 12 80 '[' '['
    earlier_frame lookback-left 12 80 '[' ']'
    earlier_frame lookback-faults 12 80 '[' '<Tab>' '<Tab>'
    earlier_frame lookback-map 12 80 '[' 7
}

@test "what differs from a mark" {
    earlier_frame marked 24 80 '[' '@' '<Esc>'
    earlier_frame marked-large 40 120 '[' '@' ']' '<End>' '<Left>' '<Home>' '<Down>'
    earlier_frame marked-before 24 80 '@' '['
    earlier_frame marked-not 12 80 '[' '@' '<Esc>' '@'
    earlier_frame marked-fields 12 80 '[' '@' '<Esc>' f q
}

@test "pools" { frame pools 14 80 % x; }
@test "pools: one open" { frame pools-open 14 80 % '<Down>' '<Down>' '<Down>' v '<Home>'; }
@test "pools: command lines" { frame pools-lines 14 100 % c; }
@test "pools: of a tree" { tree_frame pools-tree linux-6 24 80 %; }

@test "map: of a tree" { tree_frame map-tree linux-6 24 80 7; }
@test "map: of a tree, scrolled, and a minute of CPU use" { tree_frame map-tree-wide linux-6 40 120 7 '<End>'; }
# The menu is in the first ones, what is grouped by in the others.
@test "groups: of pools" {
    contained_frame groups-pool 24 80 %
    contained_frame groups-pool-large 40 120 % '<Esc>'
}
@test "groups: of programs" {
    contained_frame groups-program 24 80 % %
    contained_frame groups-program-threads 24 80 H % 2
    contained_frame groups-program-large 40 120 % 2
}
@test "groups: of users" {
    contained_frame groups-user 24 80 % % %
    contained_frame groups-user-large 40 120 % 3 '<Down>' v
}
@test "groups: of sessions" { contained_frame groups-session 24 80 % 4; }
@test "groups: of control groups" { contained_frame groups-cgroup 24 80 % 5; }
@test "groups: of containers" {
    contained_frame groups-container 24 80 % % % % % %
    contained_frame groups-container-large 40 120 % 6 v
    contained_frame groups-container-lines 24 80 % 6 c
}
@test "groups: of pods" { contained_frame groups-pod 24 80 % 7; }
@test "groups: of waits" {
    contained_frame groups-wait 24 80 % % % % % % % %
    contained_frame groups-wait-large 40 120 % 8
}
@test "groups: of pools and waits" { contained_frame groups-pool-wait 24 80 '*'; }
@test "groups: fields of their own, sorted by their number" {
    contained_frame groups-fields 24 100 % 3 f / "'%P99" '<Enter>' d '<Down>' d / "'COUNT" '<Enter>' s q x
}
@test "groups: filters act on tasks" {
    contained_frame groups-filter 24 80 % 3 o "'!COMMAND=c" '<Enter>'
}
@test "map: pools of threads" { frame map 24 80 7; }
@test "map: on a wide screen" { frame map-wide 40 120 7; }
@test "map: more pools than lines" { tree_frame map-scrolled linux-6 12 80 7 '<Down>' '<Down>' '<PgDn>'; }
@test "map: of what filters leave" { frame map-filter 24 80 o "'COMMAND=exec" '<Enter>' 7; }
@test "map: paused, in colour" { colour_frame map-colours 24 100 z 7 p; }
@test "map: on a small screen" { frame map-small 4 30 7; }
@test "map: on one cell" { frame map-one-cell 1 1 7; }

shown_entries() {
    printf 'keys: %s\n' "${*:3}"
    "$DOTPROC_FRAMES" --entries "$@"
}

# inspect_frame NAME ROWS COLUMNS KEY...
inspect_frame() {
    expect_output "$1" shown_entries "${@:2}"
}

@test "inspect: which task" { inspect_frame inspect-asked 12 80 Y; }
@test "inspect: what" { inspect_frame inspect-choice 12 80 Y '<Enter>' '<Right>'; }
@test "inspect: the output" { inspect_frame inspect 12 80 Y '<Enter>' '<Enter>'; }
@test "inspect: what was run" { inspect_frame inspect-source 12 80 Y 4 1 2 '<Enter>' '<Enter>' =; }
@test "inspect: scrolled" { inspect_frame inspect-scrolled 7 40 Y '<Enter>' '<Enter>' G; }
@test "inspect: half a wide character is none" {
    inspect_frame inspect-right 12 7 Y '<Enter>' '<Enter>' '<Right>'
    inspect_frame inspect-left 12 7 Y '<Enter>' '<Enter>'
}
@test "inspect: located" { inspect_frame inspect-located 12 80 Y '<Enter>' '<Enter>' L "'cats" '<Enter>'; }
@test "inspect: nothing located" {
    inspect_frame inspect-not-located 12 80 Y '<Enter>' '<Enter>' L "'dogs" '<Enter>'
}
@test "inspect: looking" { inspect_frame inspect-looking 12 80 Y '<Enter>' '<Enter>' / "'ca"; }
@test "inspect: on a low screen" { inspect_frame inspect-low 3 20 Y '<Enter>' '<Enter>' L; }
@test "inspect: without entries" { frame inspect-demo 24 80 Y '<Enter>' '<Enter>'; }
@test "inspect: no such task" { frame inspect-none 12 80 Y 7 '<Enter>'; }

@test "help" { frame help 24 80 h; }
@test "help by what keys are for" {
    frame help-topics 24 80 '?'
    frame help-topics-large 40 120 '?'
}
@test "help, scrolled on a low screen" { frame help-low 10 50 '?' '<PgDn>'; }
@test "an unknown key" { frame unknown-key 12 80 '"'; }

@test "prompt: delay" { frame prompt-delay 12 80 d; }
@test "prompt: an edited answer" { frame prompt-edited 12 80 d 1 2 3 '<Left>' '<BS>' . ; }
@test "prompt: signal" { frame prompt-signal 12 80 k '<Enter>'; }
@test "prompt: signals by name" {
    frame prompt-signals 24 80 k '<Enter>' '?'
    frame prompt-signals-large 40 120 k '<Enter>' '?'
}
# kill(2) with the ID of a thread signals its process.
@test "prompt: the signal of a thread" {
    tree_frame prompt-signal-thread linux-6 12 80 H L "'web/1" '<Enter>' k '<Enter>'
    tree_frame prompt-signal-thread-wide linux-6 12 120 H L "'web/1" '<Enter>' k '<Enter>'
}
@test "prompt: nice value" { frame prompt-nice 12 80 r 3 0 0 '<Enter>' - 5; }
@test "prompt: longer than the screen" { frame prompt-narrow 6 20 k 1 2 3 4 5 6 7 8; }
@test "prompt: a bad answer" { frame prompt-bad 12 80 u n o b o d y - i s '<Enter>'; }
@test "prompt: left by Escape" { frame prompt-left 12 80 k 1 '<Esc>'; }

@test "a tree: nothing is said about its host" { tree_frame tree linux-6 30 80; }
@test "a tree: threads by time" { tree_frame tree-threads linux-6-patched 24 80 H T; }
@test "a tree: figures of the visible rows are filled in" {
    tree_frame tree-page linux-2.5.62-patched 8 100 c '<PgDn>'
}

# A task of a copied tree gets a name and arguments that lie; see tests/cli/hostile.bats.
@test "nothing that nobody can see is on any screen" {
    local tree=$BATS_TEST_TMPDIR/trees/odd keys frame odd=$'a\u202eb\u200bc'
    mkdir "${tree%/*}"
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
        frame=$(DOTPROC_TREES=${tree%/*} shown_tree odd 24 132 N R $keys)
        expect_equal "$keys" "" "$(printf %s "$frame" | LC_ALL=C grep -aoP '\xe2\x80[\x8b-\xae]')"
        case $frame in
        *'a?b?c'*) ;;
        *) echo "no such task with $keys: $frame" && return 1 ;;
        esac
    done
}

@test "control groups: by CPU usage" { cgroup_frame cgroups v2 24 80 8; }
@test "control groups: on a wide screen" { cgroup_frame cgroups-wide v2 24 120 8; }
@test "control groups: by memory, as paths, the columns scrolled" {
    cgroup_frame cgroups-memory v2 24 80 8 M c '<Right>' '<Right>' '<Down>'
}
@test "control groups: as a tree" { cgroup_frame cgroups-tree v2 24 120 8 V '<End>'; }
@test "control groups: throttled first, on a low screen" {
    cgroup_frame cgroups-throttled v2 12 80 8 '>' '<PgDn>'
}
@test "control groups: filtered" {
    cgroup_frame cgroups-filter v2 24 80 8 / "'WEB" '<Enter>'
    cgroup_frame cgroups-filter-asked v2 24 80 8 o "'x"
}
@test "control groups: of version 1, and of both" {
    cgroup_frame cgroups-v1 v1 24 120 8
    cgroup_frame cgroups-hybrid hybrid 24 120 8
}
@test "control groups: none" { cgroup_frame cgroups-none none 24 80 8; }
@test "control groups: the tasks of one" {
    cgroup_frame cgroups-tasks-none v2 24 80 8 / "'ssh" '<Enter>' '<Enter>' '<Down>'
    cgroup_frame cgroups-tasks-lifted v2 24 80 8 / "'ssh" '<Enter>' '<Enter>' =
    cgroup_frame cgroups-tasks v2 24 80 8 / "'user" '<Enter>' '<Enter>' '<Down>'
}
@test "control groups: the pane about the one of a task" {
    cgroup_frame cgroups-pane v2 24 80 '<C-g>'
    cgroup_frame cgroups-pane-v1 v1 24 80 '<C-g>'
}
