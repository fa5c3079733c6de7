#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Built and installed by an ordinary user below a home, and staged with DESTDIR: everything goes where
# the prefix says, works from there, and goes away again.

bats_require_minimum_version 1.5.0
load helper

setup_file() {
    make_place
    as_user "$DOTPROC_MESON" --version || skip 'an ordinary user cannot run meson here'
    use '' ''
}

teardown_file() {
    rm -rf "$place"
}

setup() {
    prefix=$place/home/.local
    rm -rf "$prefix" # what a test before this has left, having failed
    cd "$BATS_TEST_TMPDIR" || return
}

# use PREFIX SUFFIX [MESON-OPTION...]: from here on everything is built for these; what is not said is
# as it is by itself. Tests that use the same stand together, because then nothing is built anew.
use() {
    local options=("-Dprogram_prefix=$1" "-Dprogram_suffix=$2" -Dcompletions=true
        -Dsystemdsystemunitdir=lib/systemd/system "${@:3}")
    [ "$(cat "$place/used" 2>/dev/null)" != "${options[*]}" ] || return 0
    rm -f "$place/used"
    build "${options[@]}"
    echo "${options[*]}" >"$place/used"
}

# works PS TOP: what is installed does what it should.
works() {
    local bin=$prefix/bin
    [[ $(as_user "$bin/$1" -V) == "$1 from dotproc "[0-9]* ]]
    [[ $(as_user "$bin/$2" -V) == "$2 from dotproc "[0-9]* ]]
    [ "$(as_user "$bin/$1" -p 1 -o pid=)" -eq 1 ]
    [ "$(as_user "$bin/$1" -p 1 -o pid --json | jq -c .)" = '[{"pid":1}]' ]
    as_user "$bin/$2" -b -n 1 -p 1 | grep -qE '^ +1 '
    as_user "$bin/$2" --json=lines -n 1 -p 1 | jq -e . >output
    jq -e '."$defs"' "$prefix/share/dotproc/"{ps,ps.cgroups,top}.schema.json >output
    run -1 --separate-stderr as_user "$bin/$1" --no-such-option
    [[ $stderr == *"Usage: $1 [options]"* ]]
    [[ $(as_user "$bin/$2" --help) == *" $2 [options]"*"More in $2(1)."* ]]
}

has_locale() {
    [ "$(LC_ALL=de_DE.UTF-8 locale charmap 2>/dev/null)" = UTF-8 ]
}

# speaks_german PS TOP
speaks_german() {
    $DOTPROC_WITH_NLS || return 0
    if ! has_locale; then
        mkdir -p "$place/locales"
        export LOCPATH=$place/locales
        localedef -i de_DE -f UTF-8 "$LOCPATH/de_DE.UTF-8" || :
        has_locale || return 0
    fi
    [[ $(LC_ALL=de_DE.UTF-8 as_user "$prefix/bin/$1" --help) == "Aufruf: $1 "* ]]
    [[ $(LC_ALL=de_DE.UTF-8 as_user "$prefix/bin/$2" --help) == "Aufruf:"*" $2 "* ]]
}

# has_manuals PS TOP: sound, and about the programs by these names.
has_manuals() {
    local page name
    for name in "$1" "$2"; do
        page=$prefix/share/man/man1/$name.1
        grep -qx "\.Dt ${name^^} 1" "$page"
        grep -qx "\.Nm $name" "$page"
    done
    grep -qE "^\.Xr $1 1( |\$)" "$prefix/share/man/man1/$2.1"
    grep -qE "^\.Xr $2 1( |\$)" "$prefix/share/man/man7/dotproc.7"
    if [ "$1" != ps ]; then
        run -1 grep -rnE '^\.(Nm|Nd|Xr|Ql|Dl|Dt) (.* )?(ps|top)( |$)|[./]toprc' "$prefix/share/man"
    fi
    if command -v mandoc >/dev/null; then
        # References stay in the order of the names before.
        run ! grep -v 'unusual Xr order' <(mandoc -T lint -W warning "$prefix"/share/man/man?/*)
        mandoc "$prefix/share/man/man1/$1.1" | grep -q "${1^^}(1)"
    fi
}

@test "everything is below the prefix, works from there and goes away again" {
    use '' ''
    install_all
    expect_equal files "$(expected_files ps top)" "$(files "$prefix")"
    works ps top
    speaks_german ps top
    has_manuals ps top
    uninstall_all
    [ ! -e "$prefix" ]
}

@test "a package is staged with DESTDIR, and nothing gets out of it" {
    use '' ''
    stage=$place/home/stage
    export DESTDIR=$stage
    install_all
    [ ! -e "$prefix" ]
    expect_equal files "$(expected_files ps top)" "$(files "$stage$prefix")"
    expect_equal "how many" "$(expected_files ps top | wc -l)" "$(files "$stage" | wc -l)"
    uninstall_all
    [ ! -e "$stage" ]

    # The folders are then known to the first alone.
    install_all
    install_all
    uninstall_all
    [ -z "$(find "$stage" ! -type d)" ]
    rm -rf "$stage"
}

@test "dotproc-bpf loads and unloads from where it was installed" {
    $DOTPROC_WITH_BPF || skip 'there is no BPF here'
    [ "$(id -u)" -eq 0 ] || skip 'only root can pin'
    unshare --mount true || skip 'no mount namespaces here'
    use '' ''
    install_all
    "$prefix/bin/ps" --source=bpf -p 1 >said 2>&1 || skip "$(cat said)"
    # A /run of our own, so the host's pins are neither seen nor touched.
    # shellcheck disable=SC2016 # for the other shell
    unshare --mount --propagation private bash -euc '
        mount -t tmpfs -o mode=755 none /run
        "$1/sbin/dotproc-bpf" load
        "$1/sbin/dotproc-bpf" status
        setpriv --reuid 65534 --regid 65534 --clear-groups "$1/bin/ps" --source=bpf -p 1 -o pid=
        "$1/sbin/dotproc-bpf" unload
        [ ! -e /run/dotproc ]
    ' bash "$prefix"
    uninstall_all
    [ ! -e "$prefix" ]
}

@test "the unit and the completions go where options say, or nowhere" {
    $DOTPROC_WITH_BPF || skip 'there is no BPF here'
    use '' '' -Dsystemdsystemunitdir="$place/home/units" -Dcompletions=false
    install_all
    expect_equal files "$(expected_files ps top | grep -vE '^lib/systemd|completion|/zsh/')" \
        "$(files "$prefix")"
    expect_equal units $'dotproc-bpf.service\nrun-dotproc-bpf.mount' "$(files "$place/home/units")"
    grep -qxF "ExecStart=$prefix/sbin/dotproc-bpf load" "$place/home/units/dotproc-bpf.service"
    uninstall_all
    [ ! -e "$place/home/units" ]
    use '' '' -Dsystemdsystemunitdir=no
    install_all
    run ! grep -E '\.(service|mount)$' <(files "$prefix")
    uninstall_all
    [ ! -e "$prefix" ]
}

@test "with a prefix and a suffix, all that is named after ps and top is renamed" {
    use d -x
    install_all
    expect_equal files "$(expected_files dps-x dtop-x)" "$(files "$prefix")"
    works dps-x dtop-x
    speaks_german dps-x dtop-x
    has_manuals dps-x dtop-x
    [[ $(as_user "$prefix/bin/dtop-x" -b -n 1 -p 1 -d 2>&1) == dtop-x:* ]]
    uninstall_all
    [ ! -e "$prefix" ]
}

@test "bash, zsh and fish find the completions" {
    use d -x
    install_all
    if [ -f /usr/share/bash-completion/bash_completion ]; then
        # The function that loads them has had two names.
        # shellcheck disable=SC2016 # for the other shell
        as_user env "PATH=$prefix/bin:$PATH" bash --norc -c '
            . /usr/share/bash-completion/bash_completion
            for name; do
                if declare -F _comp_load >/dev/null; then _comp_load "$name"; else _completion_loader "$name"; fi
                complete -p "$name" || exit
            done
        ' bash dps-x dtop-x >found
        grep -qx 'complete -F _dotproc_dps-x dps-x' found
        grep -qx 'complete -F _dotproc_dtop-x dtop-x' found
    fi
    if command -v zsh >/dev/null; then
        # shellcheck disable=SC2016 # for the other shell
        zsh -f -c 'fpath=("$1" $fpath); autoload -Uz compinit; compinit -u -D
            print -r -- $_comps[dps-x] $_comps[dtop-x]' zsh "$prefix/share/zsh/site-functions" >found
        [ "$(cat found)" = '_dps-x _dtop-x' ]
    fi
    if command -v fish >/dev/null; then
        as_user env "PATH=$prefix/bin:$PATH" fish -c "complete -C 'dps-x --group-b'; complete -C 'dtop-x --sc'" >found
        grep -q '^--group-by' found
        grep -q '^--scale-task-mem' found
    fi
    uninstall_all
}

@test "names that no command can have are refused" {
    for name in a/b 'a b'; do
        run -1 build "-Dprogram_prefix=$name"
        [[ $output == *'must go into names'* ]]
    done
}
