/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_FUZZ_INPUT_H
#define DOTPROC_TESTS_FUZZ_INPUT_H

/* What is left of a fuzzer's input, taken from its beginning. */

#include <stddef.h>
#include <stdint.h>

struct input {
    const uint8_t *data;
    size_t left;
};

/* 0 at the end. */
static inline uint8_t next_byte(struct input *input)
{
    if (input->left == 0)
        return 0;
    input->left--;
    return *input->data++;
}

#endif
