#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What people read is German where they have chosen that, and what scripts read is as in every other
# language.

bats_require_minimum_version 1.5.0
export language=de_DE with_order=yes
load ../cli/helper
load helper

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
    text=$(translated ps --help all)
    contains "$text" 'Aufruf: ps [Optionen]' \
        'Hilfe:  ps --help simple|list|output|threads|misc|all' \
        '  --ppid PIDS               Elternprozess'
}

@test "ps: complaints" {
    run -1 translated ps -o nosuch
    contains "$output" 'Fehler: unbekannter Bezeichner im eigenen Format "nosuch"'
    run -1 translated ps -a x
    contains "$output" 'Fehler: widersprüchliche Optionen zur Prozessauswahl'
}

@test "top: help and complaints" {
    text=$(translated top --help)
    contains "$text" 'Aufruf:' ' top [Optionen]' \
        ' -d, --delay SECONDS                   Zeit zwischen Aktualisierungen'
    run -1 translated top --nosuch
    contains "$output" "top: unbekannte Option '--nosuch'"
}

@test "top: keys" {
    text=$(screen '?')
    contains "$text" 'q             beenden' 'Bild auf/ab   um einen Bildschirm rollen'
}

@test "top: the summary" {
    text=$(screen | sed -n 1,5p)
    [[ $text = *'Last: 2,50, 1,25, 0,01'* ]]
    [[ $text = *' gesamt, '* ]]
}

@test "top: fields stand in two columns" {
    translated "$DOTPROC_FRAMES" 54 "$COLUMNS_OF_A_TERMINAL" f | sed -n 's/^|//p' >fields
    grep -qE '^\* PID      = Prozess-ID +nsUTS    = UTS-Namensraum, Inode$' fields
}

# same_everywhere COMMAND...: output and status.
same_everywhere() {
    run "$@"
    local expected="status $status
$output"
    run translated "$@"
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
        "$(translated ps -p 1 -o stime=,lstart=)"
    expect_equal 'start_time' 'Dez03' "$(translated ps -p 1 -o start_time=)"
    expect_equal 'as -D has it' 'So 3. Dezember' \
        "$(translated ps -p 1 -D '%a %-d. %B' -o lstart= | sed 's/^ *//')"
}

@test "figures: points in ps, the locale's in top, as ever" {
    [[ $(translated ps -o pcpu= -p 1) = *.* ]]
    [[ $(translated top -b -n 1 -p 1 | tail -n 2) =~ ' 0,0 ' ]]
    [ "$(translated top -b -n 1 | grep '^ *PID ')" = "$(top -b -n 1 | grep '^ *PID ')" ]
}
