# SPDX-License-Identifier: GPL-2.0-or-later
# Completes command lines of dotproc-bpf(8).

set -l verbs load unload status
complete -c dotproc-bpf -f
complete -c dotproc-bpf -n "not __fish_seen_subcommand_from $verbs" -a load -d 'put the pins in their place'
complete -c dotproc-bpf -n "not __fish_seen_subcommand_from $verbs" -a unload -d 'take them away'
complete -c dotproc-bpf -n "not __fish_seen_subcommand_from $verbs" -a status -d 'say who may read them'
complete -c dotproc-bpf -n "not __fish_seen_subcommand_from $verbs" -l help -d 'print the usage, and end'
complete -c dotproc-bpf -n "not __fish_seen_subcommand_from $verbs" -l version -d 'print the version, and end'
complete -c dotproc-bpf -n '__fish_seen_subcommand_from load' -l mode -x -a '0400 0440 0444' -d 'who may read the pins'
complete -c dotproc-bpf -n '__fish_seen_subcommand_from load' -l group -x -a '(__fish_complete_groups)' -d 'the group that may read them'
complete -c dotproc-bpf -n '__fish_seen_subcommand_from load' -l force -d 'where users may use BPF, too'
