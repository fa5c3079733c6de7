/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ncurses finds out by itself which lines the terminal has already. */
#include "tests/bench/without/without.h"
#include "top/term/inner.h"

WITHOUT(void, drawn_begin, struct drawn *drawn, int rows, int cols, bool afresh)
{
    (void)drawn;
    (void)rows;
    (void)cols;
    (void)afresh;
}

WITHOUT(bool, drawn_has, struct drawn *drawn, const struct frame *frame, size_t row)
{
    (void)drawn;
    (void)frame;
    (void)row;
    return false;
}
