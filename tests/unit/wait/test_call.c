/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of system calls, and what their arguments say. */
#include "lib/wait/call.h"

#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>

#include "tests/unit/run.h"

#define NATIVE_BITS (8 * (uint32_t)sizeof(void *))

static struct task_syscall call_of(int64_t number)
{
    return (struct task_syscall){.number = number, .place = PLACE_CALL, .bits = NATIVE_BITS};
}

/* By the numbers of the C library that this is built with. */
static const struct {
    int64_t number;
    const char *name;
} names[] = {
    {__NR_read, "read"},
    {__NR_write, "write"},
    {__NR_futex, "futex"},
    {__NR_wait4, "wait4"},
    {__NR_recvfrom, "recvfrom"},
    {__NR_ppoll, "ppoll"},
    {__NR_waitid, "waitid"},
    {__NR_exit_group, "exit_group"},
    {__NR_nanosleep, "nanosleep"},
    {__NR_execve, "execve"},
    {__NR_epoll_pwait, "epoll_pwait"},
};

LOOP(this_processors_calls_have_names, COUNT_OF(names))
{
    const struct task_syscall call = call_of(names[_i].number);

    ck_assert_str_eq(call_name(&call), names[_i].name);
}

CASE(nothing_else_has_a_name)
{
    struct task_syscall call = call_of(-1);

    ck_assert_ptr_null(call_name(&call));
    call.number = INT64_MAX;
    ck_assert_ptr_null(call_name(&call));
    call.number = 1000000;
    ck_assert_ptr_null(call_name(&call));
    call = call_of(__NR_read);
    call.bits = 0;
    ck_assert_ptr_null(call_name(&call));
    call = call_of(__NR_read);
    call.place = PLACE_CPU;
    ck_assert_ptr_null(call_name(&call));
}

/* 1 is another call in programs of 32 bits, where there are such. */
CASE(programs_of_32_bits_are_told_apart)
{
    struct task_syscall call = {.number = 1, .place = PLACE_CALL, .bits = 32};

#if defined(__x86_64__) || defined(__i386__)
    ck_assert_str_eq(call_name(&call), "exit");
    call.bits = 64;
    ck_assert_str_eq(call_name(&call), "write");
#else
    if (call_names_32.count == 1)
        ck_assert_ptr_null(call_name(&call));
#endif
}

static const struct {
    const char *name;
    uint64_t arguments[4];
    const char *text;
} cases[] = {
    {"read", {5}, "fd 5"},
    {"read", {UINT64_C(0xdeadbeef00000005)}, "fd 5"},
    {"read", {UINT64_MAX}, "fd -1"},
    {"epoll_wait", {7}, "fd 7"},
    {"writev", {0}, "fd 0"},
    {"accept", {3}, "fd 3"},
    {"nanosleep", {3}, "fd -1"},
    {"poll", {0x7f00}, "fd -1"},
    {"futex", {0x7f00, 0}, "futex 7f00 shared"},
    {"futex", {0x7f00, 128 | 9}, "futex 7f00 private"},
    {"futex_time64", {0x7f00, 128}, "futex 7f00 private"},
    {"futex_wait", {0x7f00, 1, 2, 128 | 2}, "futex 7f00 private"},
    {"futex_wait", {0x7f00, 128, 128, 2}, "futex 7f00 shared"},
    {"futex_waitv", {0x7f00}, "fd -1"}, /* an array of several */
    {NULL, {5}, "fd -1"},
};

LOOP(arguments_are_told, COUNT_OF(cases))
{
    struct task_syscall call = {.place = PLACE_CALL};
    struct call_futex futex;
    char text[64];

    memcpy(call.arguments, cases[_i].arguments, sizeof(cases[_i].arguments));
    if (call_futex(cases[_i].name, &call, &futex))
        snprintf(text, sizeof(text), "futex %llx %s", (unsigned long long)futex.address,
                 futex.is_private ? "private" : "shared");
    else
        snprintf(text, sizeof(text), "fd %d", (int)call_descriptor(cases[_i].name, &call));
    ck_assert_str_eq(text, cases[_i].text);
}

CASE(timeouts_are_told)
{
    struct task_syscall call = {.place = PLACE_CALL, .arguments = {0x7f00, 128, 2, 0, 0x7f08}};
    struct call_futex futex;

    ck_assert(call_futex("futex", &call, &futex) && !futex.has_timeout);
    ck_assert(call_futex("futex_wait", &call, &futex) && futex.has_timeout);
    call.arguments[3] = 0x7f08;
    ck_assert(call_futex("futex", &call, &futex) && futex.has_timeout);
}

CASE(resumed_calls_are_told)
{
    struct task_syscall call = call_of(__NR_restart_syscall);
    struct call_futex futex;

    ck_assert(call_is_resumed(&call));
    call.arguments[0] = 0x7f001234;
    ck_assert(!call_futex(call_name(&call), &call, &futex));
    call.resumes_futex = true;
    ck_assert(call_futex(call_name(&call), &call, &futex) && futex.address == 0x7f001234);
    call_set_at(&call);
    ck_assert_str_eq(call.at, "0x7f001234");
    call = call_of(__NR_futex);
    ck_assert(!call_is_resumed(&call));
}

CASE(has_a_text_of_what_it_waits_at)
{
    struct task_syscall call = call_of(__NR_futex);

    call.arguments[0] = 0x7f001234;
    call_set_at(&call);
    ck_assert_str_eq(call.at, "0x7f001234");
    call = call_of(__NR_read);
    call.arguments[0] = 17;
    call_set_at(&call);
    ck_assert_str_eq(call.at, "17");
    call.place = PLACE_USER;
    call_set_at(&call);
    ck_assert_str_eq(call.at, "");
}

#define GARBAGE (UINT64_C(0xdeadbeef) << 32)

static const struct {
    struct task_syscall call;
    const char *text;
} calls[] = {
    {{.number = __NR_read, .arguments = {5, 0x7f10, 4096}}, "read(fd=5, buf=0x7f10, count=4096)"},
    {{.number = __NR_read, .arguments = {GARBAGE | 0xffffffff}}, "read(fd=-1, buf=0x0, count=0)"},
    {{.number = __NR_wait4, .arguments = {UINT64_MAX, 0x7f00, 2, 0}},
     "wait4(pid=-1, wstatus=0x7f00, options=0x2, rusage=0x0)"},
    {{.number = __NR_nanosleep, .arguments = {0x7f00, 0, 99}},
     "nanosleep(request=0x7f00, remain=0x0)"},
    {{.number = __NR_futex, .arguments = {0x7f00, 128, GARBAGE | 2, 0, 7, 7}},
     "futex(uaddr=0x7f00, op=FUTEX_WAIT_PRIVATE, val=2, timeout=0x0)"},
    {{.number = __NR_futex, .arguments = {0x7f00, 9 | 256, 5, 0x7f08}},
     "futex(uaddr=0x7f00, op=FUTEX_WAIT_BITSET|FUTEX_CLOCK_REALTIME, val=5, timeout=0x7f08)"},
    {{.number = __NR_futex, .arguments = {0x7f00, 13 | 128}},
     "futex(uaddr=0x7f00, op=FUTEX_LOCK_PI2_PRIVATE, val=0, timeout=0x0)"},
    {{.number = __NR_restart_syscall, .resumes_futex = true, .arguments = {0x7f00, 9, 5, 0x7f08}},
     "restart_syscall(uaddr=0x7f00, op=FUTEX_WAIT_BITSET, val=5, timeout=0x7f08)"},
    {{.number = __NR_futex, .arguments = {0x7f00, 14}},
     "futex(uaddr=0x7f00, op=0xe, val=0, timeout=0x0)"},
    {{.number = __NR_futex, .arguments = {0x7f00, 0x1000}},
     "futex(uaddr=0x7f00, op=0x1000, val=0, timeout=0x0)"},
    {{.number = __NR_exit_group, .arguments = {1, 2, 3, 4, 5, UINT64_MAX}},
     "exit_group(0x1, 0x2, 0x3, 0x4, 0x5, 0xffffffffffffffff)"},
    {{.number = 1000000, .arguments = {1}}, "1000000(0x1, 0x0, 0x0, 0x0, 0x0, 0x0)"},
};

LOOP(arguments_have_names, COUNT_OF(calls))
{
    struct task_syscall call = calls[_i].call;
    struct buf out = {0};

    call.place = PLACE_CALL;
    call.bits = NATIVE_BITS;
    call_put(&call, &out);
    BUF_CHECK(&out, calls[_i].text);
}

CASE(what_is_unknown_is_left_out)
{
    struct task_syscall call = {.number = __NR_read, .place = PLACE_USER, .bits = NATIVE_BITS};
    struct buf out = {0};

    call_put(&call, &out);
    call.place = PLACE_CALL;
    call.bits = 0;
    call_put(&call, &out);
    BUF_CHECK(&out, "");
}
