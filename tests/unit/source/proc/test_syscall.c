/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/source/proc/parse/parse.h"

#include "tests/unit/run.h"

static const struct {
    const char *text;
    struct task_syscall call;
    uint64_t stack_pointer, program_counter;
} texts[] = {
    {"running\n", {.place = PLACE_CPU}, 0, 0},
    {"-1 0x7ffd83d55460 0x7f70c7bacaec\n",
     {.number = -1, .place = PLACE_USER},
     UINT64_C(0x7ffd83d55460),
     UINT64_C(0x7f70c7bacaec)},
    {"202 0x7f00 0x80 0x2 0x0 0x5 0xffffffffffffffff 0x7f10 0x7f20\n",
     {.number = 202, .arguments = {0x7f00, 0x80, 2, 0, 5, UINT64_MAX}, .place = PLACE_CALL},
     0x7f10,
     0x7f20},
    {"0 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0\n", {.place = PLACE_KERNEL}, 0, 0},
    {"240 0x804a010 0x80 0x2 0x0 0x0 0x0 0xffd0 0x8049000\n",
     {.number = 240, .arguments = {0x804a010, 0x80, 2}, .place = PLACE_CALL},
     0xffd0,
     0x8049000},
    /* No kernel says these. */
    {"-1 0xABcd 0x1ffffffffffffffff\n", {.number = -1, .place = PLACE_USER}, 0xabcd, UINT64_MAX},
};

LOOP(texts_of_kernels, COUNT_OF(texts))
{
    struct task_syscall call;
    uint64_t stack_pointer, program_counter;

    ck_assert(syscall_parse(texts[_i].text, &call, &stack_pointer));
    ck_assert_mem_eq(&call, &texts[_i].call, sizeof(call));
    ck_assert_uint_eq(stack_pointer, texts[_i].stack_pointer);
    ck_assert_int_eq(syscall_parse_place(texts[_i].text, &stack_pointer, &program_counter),
                     texts[_i].program_counter != 0);
    if (texts[_i].program_counter) {
        ck_assert_uint_eq(stack_pointer, texts[_i].stack_pointer);
        ck_assert_uint_eq(program_counter, texts[_i].program_counter);
    }
}

static const char *const others[] = {
    "",          "\n", "run",    "0",      "0 0x0", "1 0x1 0x2 0x3 0x4 0x5 0x6 0x7",
    "x 0x1 0x2", "-1", "-1 0x1", "-1 1 2",
};

LOOP(other_texts, COUNT_OF(others))
{
    struct task_syscall call;
    uint64_t stack_pointer;

    ck_assert_msg(!syscall_parse(others[_i], &call, &stack_pointer), "taken: '%s'", others[_i]);
}
