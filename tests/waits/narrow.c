/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A program of 32 bits on x86-64, without a C library: pause(2) for ever. In programs of 64 bits
 * the number of that call is another's.
 */
#define CALL_PAUSE 29

void _start(void);

void _start(void)
{
    for (;;)
        __asm__ volatile("int $0x80" : : "a"(CALL_PAUSE) : "memory");
}
