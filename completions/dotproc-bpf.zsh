#compdef dotproc-bpf
# SPDX-License-Identifier: GPL-2.0-or-later
# Completes command lines of dotproc-bpf(8).

local curcontext=$curcontext state line
local -A opt_args

_arguments -C \
    '(- *)--help[print the usage, and end]' \
    '(- *)--version[print the version, and end]' \
    '1:what to do:((load\:"put the pins in their place" unload\:"take them away" status\:"say who may read them"))' \
    '*:: :->options'

if [[ $state == options && $words[1] == load ]]; then
    _arguments \
        '(--group)--mode=[who may read the pins]:mode:(0400 0440 0444)' \
        '(--mode)--group=[the group that may read them]:group:_groups' \
        '--force[where users may use BPF, too]'
fi
