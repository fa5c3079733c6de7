#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Completions know all options of the programs and no others, and offer what they should.

bats_require_minimum_version 1.5.0
load ../cli/helper

: "${DOTPROC_SOURCE_ROOT:?is to be the top directory of the source}"

setup() {
    completions=$DOTPROC_SOURCE_ROOT/completions
    cd "$BATS_TEST_TMPDIR" || return
    # Under names that no other completions are for.
    mkdir bin
    # shellcheck disable=SC2153 # it has no other spelling
    ln -s "$DOTPROC_PS" bin/dps
    ln -s "$DOTPROC_TOP" bin/dtop
    PATH=$PWD/bin:$PATH
    use_tree linux-6
}

# make SHELL NAME OWN-NAME
make() {
    "$completions/make" "$1" "$2" "$completions/$3.options"
}

# need COMMAND
need() {
    command -v "$1" >/dev/null || skip "there is no $1"
}

# Options of a help are indented, and two blanks are before what is said of them.
options_in() {
    grep -E '^ .*  [^ ]'
}

@test "the options are those of --help" {
    diff -u <(grep -v '^#' "$completions/ps.options") <(ps --help all | options_in)
    diff -u <(grep -v '^#' "$completions/top.options") <(top --help | options_in)
}

@test "an unknown argument is noticed" {
    echo ' --new-option THING  does something new' >new.options
    for shell in bash zsh fish; do
        run -1 "$completions/make" $shell ps new.options
        [[ $output == *'nothing is known of the argument THING' ]]
    done
}

@test "dotproc-bpf: complaints about options begin with its name" {
    [ "${DOTPROC_BPF-}" ] || skip 'there is no dotproc-bpf'
    run "$DOTPROC_BPF" load --none
    [ "$status" -eq 1 ]
    [[ ${lines[0]} == "dotproc-bpf: "* ]]
}

@test "dotproc-bpf: a wrong command line is told of, before the usage" {
    [ "${DOTPROC_BPF-}" ] || skip 'there is no dotproc-bpf'
    local line told
    while IFS='|' read -r line told; do
        # shellcheck disable=SC2086 # words
        run -1 "$DOTPROC_BPF" $line
        [ "${lines[0]}" = "dotproc-bpf: $told" ]
        [[ ${lines[1]} == "usage: "* ]]
    done <<'END'
nosuch|nosuch: no such command
status --force|status: takes no arguments
load nosuch|nosuch: load takes options only
load --mode 0440 --group 0|load: --mode or --group, once
END
}

@test "dotproc-bpf: every word of the usage is offered" {
    [ "${DOTPROC_BPF-}" ] || skip 'there is no dotproc-bpf'
    words=$("$DOTPROC_BPF" --help | grep -oE -- '(--|\b)[a-z]+' | grep -vxE 'usage|dotproc|bpf' | sort -u)
    [ "$(wc -w <<<"$words")" -eq 8 ]
    for shell in bash zsh fish; do
        for word in $words; do
            grep -qE -- "\b${word#--}\b" "$completions/dotproc-bpf.$shell"
        done
    done
}

# in_bash WORD...: what bash offers for a line of these words, the last one unfinished.
in_bash() {
    # shellcheck disable=SC2016 # for the other shell
    bash --norc -c '
        compopt() { :; }
        . "./$1.bash"
        COMP_WORDS=("$@")
        COMP_CWORD=$(($# - 1))
        function=$(complete -p "$1")
        function=${function#*-F }
        "${function%% *}" "$1" "${@: -1}"
        echo "${COMPREPLY[*]}"
    ' bash "$@"
}

# bash_offers OFFERS WORD...
bash_offers() {
    local expected=$1
    shift
    expect_equal "$*" "$expected" "$(in_bash "$@")"
}

@test "bash" {
    make bash dps ps >dps.bash
    make bash dtop top >dtop.bash
    bash_offers '--sort --source' dps --so
    bash_offers 'pid,user pid,userns pid,uss' dps -eo pid,us
    bash_offers 'pid pidns' dps axo pi
    bash_offers '-rss -rssize -rsz' dps --sort -rs
    bash_offers 'rss rssize rsz' dps --sort = rs
    bash_offers 'bpf' dps --source = b
    bash_offers 'auto bpf dot task flat' dps --source =
    bash_offers 'root' dps -fu root
    bash_offers 'simple' dps --help si
    bash_offers 'lines' dps --json =
    bash_offers 'source search' dps --debug = s
    bash_offers '' dps --cols ''
    bash_offers '/proc' dps --procfs /pro
    [[ " $(in_bash dps 1) " == *' 1 '* ]]
    bash_offers '--sort-override --source' dtop --so
    bash_offers '+%CPU +%CUU +%CUC' dtop -o +%C
    bash_offers 'k m g t p' dtop -e ''
    bash_offers '--json=lines' dtop --j
    bash_offers '--debug --debug-file' dtop --deb
    touch a-file
    bash_offers 'a-file' dtop --debug-file a-f
    cp "$completions/dotproc-bpf.bash" .
    bash_offers 'load unload status --help --version' dotproc-bpf ''
    bash_offers '--mode --group --force' dotproc-bpf load ''
    bash_offers '0400 0440 0444' dotproc-bpf load --mode ''
    bash_offers '' dotproc-bpf unload ''
}

@test "bash: names of others are not obeyed" {
    make bash dps ps >dps.bash
    # shellcheck disable=SC2016 # is not to be expanded
    printf '#!/bin/sh\necho '\''$(touch obeyed) `touch obeyed`'\''\necho good\necho "a;b"\n' >hostile
    chmod +x hostile
    rm bin/dps
    cp hostile bin/dps
    bash_offers good dps -C ''
    [ ! -e obeyed ]
}

# From 4.0 on fish adds what has these letters anywhere in it, behind what begins with them.
fish_offers() {
    local expected=$1 word=${*: -1}
    shift
    actual=$(HOME=$PWD fish -c ". dps.fish; . dtop.fish; . '$completions/dotproc-bpf.fish'
        complete -C '$*'" | cut -f 1 | awk -v word="${word# }" 'index($0, word) == 1' | tr '\n' ' ')
    expect_equal "$*" "$expected" "${actual% }"
}

@test "fish" {
    need fish
    make fish dps ps >dps.fish
    make fish dtop top >dtop.fish
    fish_offers '--sort --source' dps --so
    fish_offers 'pid,user pid,userns pid,uss' dps -eo pid,us
    fish_offers '--source=bpf' dps --source=b
    fish_offers '/proc/' dps --procfs /pro
    touch a-file
    fish_offers 'a-file' dps --debug-file a-f
    fish_offers '--sort-override --source' dtop --so
    fish_offers '%CPU %CUC %CUU' dtop -o %C
    fish_offers '--json=lines' dtop --json=
    fish_offers 'load' dotproc-bpf l
    fish_offers '0400 0440 0444' dotproc-bpf load --mode ' '
}

zsh_offers() {
    local expected=$1
    shift
    actual=$(timeout 600 zsh -f "$BATS_TEST_DIRNAME/zsh-offers" "$PWD" "$*" | sort -u | tr '\n' ' ')
    expect_equal "$*" "$expected" "${actual% }"
}

@test "zsh" {
    need zsh
    make zsh dps ps >_dps
    make zsh dtop top >_dtop
    cp "$completions/dotproc-bpf.zsh" _dotproc-bpf
    zsh_offers '--sort --source' dps --so
    zsh_offers 'user userns uss' dps -eo pid,us
    zsh_offers 'rss rssize rsz' dps --sort -rs
    zsh_offers 'bpf' dps --source=b
    zsh_offers 'root' dps -u roo
    touch a-file
    zsh_offers 'a-file' dps --debug-file a-f
    zsh_offers '%CPU %CUC %CUU' dtop -o +%C
    zsh_offers 'lines' dtop --json=
    zsh_offers '0400 0440 0444' dotproc-bpf load --mode=
}
