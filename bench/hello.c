/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A minimal program with output, with which startup.c compares. */
#include <stdio.h>

int main(void)
{
    puts("hello");
    return 0;
}
