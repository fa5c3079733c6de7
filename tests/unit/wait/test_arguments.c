/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Calls with their arguments. */
#include "lib/wait/call.h"

#include <check.h>
#include <sys/syscall.h>

#include "tests/unit/run.h"

#define NATIVE_BITS (8 * (uint32_t)sizeof(void *))
#define GARBAGE     (UINT64_C(0xdeadbeef) << 32)

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

START_TEST(arguments_have_names)
{
    struct task_syscall call = calls[_i].call;
    struct buf out = {0};

    call.place = PLACE_CALL;
    call.bits = NATIVE_BITS;
    call_put(&call, &out);
    ck_assert_str_eq(buf_text(&out), calls[_i].text);
    buf_fini(&out);
}

START_TEST(what_is_unknown_is_left_out)
{
    struct task_syscall call = {.number = __NR_read, .place = PLACE_USER, .bits = NATIVE_BITS};
    struct buf out = {0};

    call_put(&call, &out);
    call.place = PLACE_CALL;
    call.bits = 0;
    call_put(&call, &out);
    ck_assert_str_eq(buf_text(&out), "");
    buf_fini(&out);
}

TESTS("arguments", LOOP(arguments_have_names, COUNT_OF(calls)), CASE(what_is_unknown_is_left_out))
