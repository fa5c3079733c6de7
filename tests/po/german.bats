#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The German translation, as it was built, in a locale made for the test: what people read is
# German and has its place on the screen, and what scripts read is as in every other language.

bats_require_minimum_version 1.5.0
load ../cli/helper

: "${DOTPROC_FRAMES:?is to be the program made of tests/tui/frames.c}"
: "${DOTPROC_TRANSLATIONS:?is to be the directory of the translations built}"

COLUMNS_OF_A_TERMINAL=80

# In front of an answer; what is left is room for a name or a path.
QUESTION_MOST=68

# So wide that nothing is cut which would not fit in 80 columns.
WIDE=200

# A locale that is missing counts as C, in another encoding.
has_locale() {
    [ "$(LC_ALL=de_DE.UTF-8 locale charmap 2>/dev/null)" = UTF-8 ]
}

setup_file() {
    ! has_locale || return 0
    export LOCPATH=$BATS_FILE_TMPDIR/locales
    mkdir "$LOCPATH"
    # It warns of what does not matter here, by its status too.
    localedef -i de_DE -f UTF-8 "$LOCPATH/de_DE.UTF-8" || :
}

setup() {
    has_locale || skip 'no locale de_DE.UTF-8 can be made here: see localedef(1)'
    use_tree linux-6
    cd "$BATS_TEST_TMPDIR" || return
}

# german COMMAND...
german() {
    LC_ALL=de_DE.UTF-8 DOTPROC_LOCALEDIR=$DOTPROC_TRANSLATIONS "$@"
}

# screen [--colours] KEY...: the lines of a wide German screen after these keys.
screen() {
    local option=()
    [ "${1:-}" != --colours ] || { option=("$1") && shift; }
    german "$DOTPROC_FRAMES" "${option[@]}" 70 "$WIDE" "$@" | sed -n 's/^|//p'
}

# expect_width WHAT MOST: of the lines that are read.
expect_width() {
    local text width
    text=$(cat)
    width=$(wc -L <<<"$text")
    [ "$width" -le "$2" ] && return
    echo "$1 is $width cells wide, more than $2:"
    echo "$text"
    return 1
}

# contains TEXT LINE...: in this order.
contains() {
    local text=$1 line
    shift
    for line in "$@"; do
        if ! grep -qxF -- "$line" <<<"$text"; then
            printf 'this line is missing: %s\nin:\n%s\n' "$line" "$text"
            return 1
        fi
    done
}

@test "ps: help" {
    text=$(german ps --help all)
    contains "$text" 'Aufruf: ps [Optionen]' \
        'Hilfe:  ps --help simple|list|output|threads|misc|all' \
        '  --ppid PIDS               Elternprozess'
    expect_width 'the help' "$COLUMNS_OF_A_TERMINAL" <<<"$text"
}

@test "ps: complaints" {
    run -1 german ps -o nosuch
    contains "$output" 'Fehler: unbekannter Bezeichner im eigenen Format "nosuch"'
    run -1 german ps -a x
    contains "$output" 'Fehler: widersprüchliche Optionen zur Prozessauswahl'
    run -1 german ps -p
    expect_width 'a complaint' "$COLUMNS_OF_A_TERMINAL" <<<"$output"
}

@test "top: help and complaints" {
    text=$(german top --help)
    contains "$text" 'Aufruf:' ' top [Optionen]' \
        ' -d, --delay SECONDS                   Zeit zwischen Aktualisierungen'
    expect_width 'the help' "$COLUMNS_OF_A_TERMINAL" <<<"$text"
    run -1 german top --nosuch
    contains "$output" "top: unbekannte Option '--nosuch'"
}

@test "top: the keys stand in their column" {
    text=$(screen '?')
    contains "$text" 'q             beenden' 'Bild auf/ab   um einen Bildschirm rollen'
    expect_width 'the help screen' "$COLUMNS_OF_A_TERMINAL" <<<"$text"
    while IFS= read -r line; do
        [[ $line =~ ^.{13}' '[^' '] ]] || { echo "out of column: $line" && return 1; }
    done < <(sed 1,3d <<<"$text")
}

@test "top: the summary keeps its width" {
    text=$(screen | sed -n 1,5p)
    [[ $text = *'Last: 2,50, 1,25, 0,01'* ]]
    [[ $text = *' gesamt, '* ]]
    expect_width 'the summary' "$COLUMNS_OF_A_TERMINAL" <<<"$text"
    # Beside each other these are cells of equal width.
    english=$("$DOTPROC_FRAMES" 24 "$WIDE" | sed -n 's/^|//p')
    for line in 3 4; do
        expect_equal "the width of line $line" \
            "$(sed -n "${line}p" <<<"$english" | wc -L)" "$(sed -n "${line}p" <<<"$text" | wc -L)"
    done
}

@test "top: bars begin below each other" {
    text=$(screen t m | sed -n 3,5p)
    expect_equal 'the columns where the bars begin' 1 "$(cut -d '[' -f 1 <<<"$text" |
        while IFS= read -r line; do echo ${#line}; done | sort -u | wc -l)"
}

@test "top: questions leave room for answers" {
    local keys
    for keys in d n u U o O k 'k <Enter>' r 'r <Enter>' '<C-r>' g G X L / Y 3; do
        # shellcheck disable=SC2086 # words
        screen $keys | sed -n 6p | sed 's/ *$//' >question
        [ -s question ]
        expect_width "the question after $keys" "$QUESTION_MOST" <question
    done
}

@test "top: other screens fit" {
    local keys
    for keys in Y 'Y <Enter>' 'Y <Enter> <Enter>' f; do
        # shellcheck disable=SC2086 # words
        screen $keys | head -n 4 | expect_width "the screen after $keys" "$COLUMNS_OF_A_TERMINAL"
    done
    screen --colours Z | expect_width 'the choice of colours' "$COLUMNS_OF_A_TERMINAL"
}

@test "top: fields stand in two columns" {
    german "$DOTPROC_FRAMES" 51 "$COLUMNS_OF_A_TERMINAL" f | sed -n 's/^|//p' >fields
    grep -qE '^\* PID      = Prozess-ID +nsNET    = NET-Namensraum, Inode$' fields
}

# same_everywhere COMMAND...: output and status.
same_everywhere() {
    run "$@"
    local expected="status $status
$output"
    run german "$@"
    expect_equal "$*" "$expected" "status $status
$output"
}

# How long a scan took is not the same twice.
top_json() {
    top -b -n 1 --json=lines | jq -c 'del(.interval)'
}

@test "what scripts read is the same in every language" {
    same_everywhere ps -eL -o pid,tid,user,pcpu,pmem,lstart,start,bsdstart,time,etime,rss,stat,args
    same_everywhere ps l -e
    same_everywhere ps -eL --group-by pool
    same_everywhere ps -p 999999
    same_everywhere ps L
    same_everywhere top -O
}

@test "JSON is the same in every language" {
    need_json
    same_everywhere ps -e --json
    same_everywhere top_json
}

@test "ps: the months of stime are those of the locale, others are not" {
    cp -r "$DOTPROC_TREES/linux-6" tree
    sed -i 's/^btime .*/btime 1701600000/' tree/stat
    export PROCFS_PATH=$PWD/tree
    expect_equal 'as ever' 'Dec03 Sun Dec  3 10:40:00 2023' "$(ps -p 1 -o stime=,lstart=)"
    expect_equal 'in German' 'Dez03 Sun Dec  3 10:40:00 2023' \
        "$(german ps -p 1 -o stime=,lstart=)"
    expect_equal 'start_time' 'Dez03' "$(german ps -p 1 -o start_time=)"
    expect_equal 'as -D has it' 'So 3. Dezember' \
        "$(german ps -p 1 -D '%a %-d. %B' -o lstart= | sed 's/^ *//')"
}

@test "figures: points in ps, the locale's in top, as ever" {
    [[ $(german ps -o pcpu= -p 1) = *.* ]]
    [[ $(german top -b -n 1 -p 1 | tail -n 2) =~ ' 0,0 ' ]]
    [ "$(german top -b -n 1 | grep '^ *PID ')" = "$(top -b -n 1 | grep '^ *PID ')" ]
}
