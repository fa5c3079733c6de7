/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Callers, as frame pointers leave them in stacks. */
#include "lib/source/proc/report/report.h"

#include "tests/unit/run.h"

#define STACK    0x7ff0000 /* where stacks begin, but for one */
#define CODE     0x400000
#define SIZE     0x1000
#define AT(word) (STACK + (word)*8)

static bool is_code_there(const void *unused, uint64_t address)
{
    return address >= CODE && address < CODE + SIZE;
}

static const struct {
    const char *name;
    uint64_t pointer;
    size_t count;
    uint64_t words[12];
    uint64_t returns[4];
} stacks[] = {
    {"from the first word on", STACK, 12,
     .words = {AT(4), CODE + 1, 7, 7, AT(8), CODE + 2, 7, 7, 0, CODE + 3},
     .returns = {CODE + 1, CODE + 2, CODE + 3}},
    {"behind a function without", STACK, 12, .words = {7, CODE + 9, AT(4), CODE + 1, 0, CODE + 2},
     .returns = {CODE + 1, CODE + 2}},
    {"called by a function without", STACK, 12, .words = {AT(2), CODE + 1, 7, CODE + 2},
     .returns = {CODE + 1, CODE + 2}},
    {"an odd stack pointer", STACK - 8, 12, .words = {7, AT(2), CODE + 1, 9, 0, CODE + 2},
     .returns = {0}},
    {"the same, aligned", STACK - 8, 12, .words = {7, AT(2), CODE + 1, 0, CODE + 2},
     .returns = {CODE + 1, CODE + 2}},
    {"one alone is none", STACK, 12, .words = {0, CODE + 1}, .returns = {0}},
    {"no code", STACK, 12, .words = {AT(2), CODE + SIZE, 0, CODE + 2}, .returns = {0}},
    {"its end is no code", STACK, 12, .words = {AT(2), CODE + 1, 0, 5}, .returns = {0}},
    {"not round and round", STACK, 12, .words = {AT(2), CODE + 1, AT(0), CODE + 2},
     .returns = {CODE + 1, CODE + 2}},
    {"itself", STACK, 12, .words = {AT(0), CODE + 1}, .returns = {0}},
    {"not aligned", STACK, 12, .words = {AT(3), CODE + 1, 7, 0, CODE + 2}, .returns = {0}},
    {"beyond the stack", STACK, 12, .words = {AT(12), CODE + 1}, .returns = {0}},
    {"far beyond", STACK, 12, .words = {UINT64_MAX - 15, CODE + 1}, .returns = {0}},
    {"cut off", STACK, 3, .words = {AT(2), CODE + 1, 0, CODE + 2}, .returns = {0}},
    {"nothing", STACK, 0, .words = {0}, .returns = {0}},
};

LOOP(callers_are_found, COUNT_OF(stacks))
{
    const struct stack stack = {stacks[_i].pointer, stacks[_i].words, stacks[_i].count};
    uint64_t returns[4] = {0};
    const size_t count = callers_find(&stack, is_code_there, NULL, returns, 4);

    for (size_t i = 0; i < 4; i++)
        ck_assert_msg(returns[i] == stacks[_i].returns[i], "%s: caller %zu is %#jx",
                      stacks[_i].name, i, (uintmax_t)returns[i]);
    ck_assert(count == 4 || stacks[_i].returns[count] == 0);
}

CASE(no_more_than_there_is_room_for)
{
    uint64_t words[STACK_WORDS], returns[8] = {0};
    const struct stack stack = {STACK, words, STACK_WORDS};

    for (size_t i = 0; i < STACK_WORDS; i += 2) {
        words[i] = i + 2 < STACK_WORDS ? AT(i + 2) : 0;
        words[i + 1] = CODE + i;
    }
    ck_assert_uint_eq(callers_find(&stack, is_code_there, NULL, returns, 7), 7);
    ck_assert_uint_eq(returns[6], CODE + 12);
    ck_assert_uint_eq(returns[7], 0);
}
