/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A library of the right name without what is looked for in it: one that is too old, or broken. */
int nothing_of_use(void);

int nothing_of_use(void)
{
    return 0;
}
