# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Completes command lines of dotproc-bpf(8).

_dotproc_bpf() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} list=''

    case $COMP_CWORD,${COMP_WORDS[1]},$before in
    1,*) list='load unload status --help --version' ;;
    *,load,--group) list=$(compgen -g) ;;
    *,load,--mode) list='0400 0440 0444' ;;
    2,load,*) list='--mode --group --force' ;;
    esac
    # Nothing in these lists is another's choice but names of groups, and those have no such letters.
    mapfile -t COMPREPLY < <(compgen -W "${list//[^[:alnum:]_[:space:].-]/}" -- "$word")
}
complete -F _dotproc_bpf dotproc-bpf
