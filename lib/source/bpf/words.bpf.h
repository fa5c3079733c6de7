/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_WORDS_BPF_H
#define DOTPROC_SOURCE_BPF_WORDS_BPF_H

#include "lib/source/bpf/kernel.bpf.h"

/*
 * Reads a word at any address, as the first slot of a node placed accordingly. The verifier allows
 * no variable index, and each further type must be looked up in the kernel's.
 */
static __always_inline __u64 word_at(__u64 address)
{
    const __u64 node = address - bpf_core_field_offset(struct xa_node, slots);

    return (__u64)FIELD(xa_node, node, slots[0]);
}

#endif
