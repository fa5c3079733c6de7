/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_FUZZ_FUZZ_H
#define DOTPROC_TESTS_FUZZ_FUZZ_H

/* What every target has: its function, and how it takes and checks. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* assert() that no build option turns off; the sanitizer says where. */
static inline void must(bool holds)
{
    if (!holds)
        abort();
}

/* In memory of exactly that size, so that who looks behind it is caught; to be freed. */
static inline char *copy_bytes(const uint8_t *data, size_t size)
{
    char *copy = malloc(size > 0 ? size : 1);

    must(copy != NULL);
    memcpy(copy, data, size);
    return copy;
}

/* What is left of a fuzzer's input, taken from its beginning. */
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
