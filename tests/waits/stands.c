/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Waits in functions with frame pointers, for places.c to find them. */
#include <unistd.h>

int stand_inner(int depth);
int stand_outer(int depth);

/* What follows a call keeps it from being one at the end, which leaves no frame. */
__attribute__((noinline)) int stand_inner(int depth)
{
    char byte;

    if (write(STDOUT_FILENO, "", 1) == 1)
        while (read(STDIN_FILENO, &byte, 1) > 0)
            depth++;
    return depth + 1;
}

__attribute__((noinline)) int stand_outer(int depth)
{
    return stand_inner(depth) + 1;
}

int main(void)
{
    return stand_outer(0) == 2;
}
