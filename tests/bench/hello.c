/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The least that a program with output can be: what startup.c compares with. */
#include <stdio.h>

int main(void)
{
    puts("hello");
    return 0;
}
