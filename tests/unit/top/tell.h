/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_UNIT_TOP_TELL_H
#define DOTPROC_TESTS_UNIT_TOP_TELL_H

/* Adds to `out`, a struct buf, if there is anything to be told: what differs, in words, so that a
 * table of cases has all that differs. */
#define TELL(is_told, ...)                \
    do {                                  \
        if (is_told)                      \
            buf_printf(out, __VA_ARGS__); \
    } while (0)

#endif
