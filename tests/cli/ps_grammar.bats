#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Which tasks ps selects, from the command line to the listing; tests/unit/ps/test_grammar.c has
# the grammar itself. Users and groups are numbers, for names depend on the host.

bats_require_minimum_version 1.5.0
load helper

# To look for leaks takes a sanitized ps longer than to list: generations.bats and others do.
export ASAN_OPTIONS=detect_leaks=0

selections() {
    local options
    for options in -e -A -a -d -ad a ax 'ax r' '-e -N' '-a -N' \
        '-p 300,310' '-p 300 -p 310' '300 310' '-q 310,300' '--pid 300' '-p 300 -N' \
        '--ppid 300' '--ppid 0,300' '-s 300' '+300' '-300' '--sid 300' '-g 300' \
        '-u 3000' '-u 0,3001' 'U 3000' '--user=3000' '-U 3000' '--User 3000' '-G 3000' \
        '--Group 3000' '--group 3000' '-t pts/1' 't pts/1' '-t pts/1,tty1' '-t -' \
        '-C vi' '-C bash,vi' '-C fifteen_letters' '-C fifteen_letters_and_more' \
        '-C fifteen_letter' '-C nosuch' '-p 300 -C vi -u 3001' \
        'ax -p 310,300' '-e p 300' '-a -p 300' '-a 300' '-a -p 300 -p 310' '-a -p 300 -N' \
        '-a -p 300 --sort -pid' '-a -p 300 -C nosuch'; do
        # shellcheck disable=SC2086 # several words
        printf '%-26s %s\n' "$options" "$(ps -o pid= $options | xargs)"
    done
}

threads() {
    local options
    for options in '-L -p 200' '-T -p 200' '-m -p 200' '-L -C web' '-L -C web/1,web/2' \
        '-L -C web/1 -p 300' '-m -C web' '-m -C web/1' '-L -u 3001' 'axHr' '-L -N -u 0,3000,3001' \
        '-L -p 300,200,310' '-m -p 310,200'; do
        # shellcheck disable=SC2086 # several words
        printf '%-26s %s\n' "$options" "$(ps -o tid= $options | xargs)"
    done
}

# On linux-6, and by tree and source what differs from that; tasks that older trees lack are left out there. Between
# linux-2.5.62 and it nothing that selects is new.
everywhere() {
    local tree
    use_tree linux-6
    "$1" | tee "$BATS_TEST_TMPDIR/all"
    for tree in linux-2.4 linux-2.5.62 linux-6-patched; do
        use_tree "$tree"
        printf '\n%s\n' "$tree"
        diff <(without_new $tree <"$BATS_TEST_TMPDIR/all") <("$1" | without_new $tree) | grep '^>' || :
    done
}

without_new() {
    case $1 in
    linux-6*) cat ;;
    *) sed -E ':again; s/^(.{27}.*)\b(2|41|205|209|390|391)( |$)/\1/; t again; s/ +$//' ;;
    esac
}

@test "selections, on kernels of each kind" { expect_output ps/selections everywhere selections; }

@test "selections of threads, on kernels of each kind" { expect_output ps/threads everywhere threads; }

@test "no kernel threads where the environment says so" {
    use_tree linux-6
    # shellcheck disable=SC2009 # it is our ps
    ps -e -o comm= | grep -q kswapd
    run ! eval 'LIBPROC_HIDE_KERNEL=1 ps -e -o comm= | grep kswapd'
    run ! eval 'LIBPROC_HIDE_KERNEL=1 ps -N -p 1 -o comm= | grep kswapd'
}

@test "options of the environment are overridden by those of the command line" {
    use_tree nonexistent
    ps --procfs="$DOTPROC_TREES/linux-6" -p 1 -o pid=
    use_tree linux-6
    DOTPROC_SOURCE=nosuch ps --source=task -p 1 -o pid=
}

# Whoever looks for every ps, or for what a script runs, finds the row that stock ps has. It has time
# to read tasks that are stuck for long.
@test "ps itself is one thread, by every source" {
    unset PROCFS_PATH
    local source seen=0 own all
    for source in auto bpf dot task flat; do
        "$DOTPROC_PS" --source=$source -p 1 -o pid= >/dev/null 2>&1 || continue
        seen=$((seen + 1))
        # shellcheck disable=SC2016 # for the shell that becomes ps
        own=(bash -c 'echo $$; exec "$@" -p $$' bash "$DOTPROC_PS" "--source=$source" --patience=60 --no-headers)
        # shellcheck disable=SC2016
        all=(bash -c 'echo $$; exec "$@" -e' bash "$DOTPROC_PS" "--source=$source" --patience=60 --no-headers)
        expect_equal "alone, $source" "1 1" "$("${own[@]}" -o pid,nlwp,stat,thcount | one_row)"
        expect_equal "among all, $source" "1 1" "$("${all[@]}" -o pid,nlwp,stat,thcount | one_row)"
        expect_equal "threads, $source" "1 1" "$("${all[@]}" -L -o pid,nlwp,stat,thcount | one_row)"
    done
    [ "$seen" -ge 2 ]
}

# The numbers of threads in each row of the PID in the first line, and the sign of several.
one_row() {
    awk 'NR == 1 { own = $1 } NR > 1 && $1 == own { print $2 ($3 ~ /l/ ? "l" : ""), $4 }'
}

# .It Fl u , Cm U , Fl -user Ar users
@test "the options of a line of the manual select the same" {
    declare -A arguments=([containers]=x [groups]=3000 [list]=300 [names]=vi [pids]=300 [pods]=x [sessions]=300
        [terminals]=pts/1 [users]=3000)
    local words word argument dashes options first count=0
    use_tree linux-6
    while read -r words; do
        argument=${words##* Ar } options=() dashes=''
        for word in ${words%% Ar *}; do
            case $word in
            Fl) dashes=- ;;
            Cm) dashes='' ;;
            ,) ;;
            *) options+=("$dashes$word") ;;
            esac
        done
        first=$(ps -o pid= "${options[0]}" "${arguments[$argument]}" 2>&1 || :)
        for word in "${options[@]}"; do
            run --separate-stderr ps -o pid= "$word" "${arguments[$argument]}"
            expect_equal "complaint about $word" "" "$stderr"
            expect_equal "$word" "$first" "$output"
            count=$((count + 1))
        done
    done < <(sed -n '/^\.Ss Selection/,/^\.Ss Columns/s/^\.It \(.* Ar .*\)/\1/p' "$BATS_TEST_DIRNAME/../../man/ps.1")
    [ "$count" -ge 20 ]
}
