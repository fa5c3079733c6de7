/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_SHORTAGE_FAILING_H
#define DOTPROC_TESTS_SHORTAGE_FAILING_H

/*
 * What failing.c, which is preloaded into a program, shares with who has started it: the contents
 * of the file $FAILING_STATE, mapped by both.
 */

#include <stdatomic.h>
#include <stdint.h>

/* Allocations whose place is told. */
#define FAILING_PLACES 65536

struct failing {
    uint64_t number;         /* of the allocation to fail, from 1 on; 0: none */
    uint64_t lasting;        /* not 0: from there on no more memory is used than before at most */
    _Atomic uint64_t asked;  /* how many there were */
    _Atomic uint64_t failed; /* how many of them failed */

    /* When none fails: of each, in their order, what stands for the functions that it was called
     * by. */
    uint32_t places[FAILING_PLACES];
};

#endif
