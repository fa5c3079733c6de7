/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cells of times and dates. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/unit/column/cell_fixture.h"
#include "tests/unit/run.h"

FIXTURE(cell_fixture_setup, cell_fixture_teardown);

#define CHILDREN                                                                \
    {                                                                           \
        .start_ns = UPTIME - 50 * S, .utime_ns = 10 * S, .stime_ns = 330000000, \
        PROCESS(.cutime_ns = 5 * S, .cstime_ns = 2 * S)                         \
    }

/* Four times the age. */
#define YOUNG(threads)                                                             \
    {                                                                              \
        .start_ns = UPTIME - S / 100, .utime_ns = S / 25, PROCESS(.nlwp = threads) \
    }

static const struct cell_case time_cases[] = {
    {CELL("time", "00:00:00"), .task = CPU(0)},
    {CELL("time", "00:00:01"), .task = {.utime_ns = S / 2, .stime_ns = S / 2}},
    {CELL("time", "00:59:59"), .task = CPU(3599)},
    {CELL("time", "23:59:59"), .task = CPU(86399)},
    {CELL("cputime", "1-00:00:00"), .task = CPU(86400)},
    {CELL("atime", "1000-00:00:07"), .task = CPU(86400 * 1000 + 7)},
    {CELL("time", "00:00:10"), .task = CHILDREN},
    {CELL("time", "00:00:17"), .task = CHILDREN, .modes = "S"},
    {CELL("bsdtime", "0:59"), .task = CPU(59)},
    {CELL("bsdtime", "1:00"), .task = CPU(60)},
    {CELL("bsdtime", "1439:59"), .task = CPU(86399)},
    {CELL("bsdtime", "0:17"), .task = CHILDREN, .modes = "S"},
    {CELL("cputimes", "864005"), .task = CPU(864005)},
    {CELL("times", "17"), .task = CHILDREN, .modes = "S"},
    {CELL("etime", "00:00"), .task = AGED(0)},
    {CELL("etime", "00:59"), .task = AGED(59)},
    {CELL("etime", "01:00:00"), .task = AGED(3600)},
    {CELL("etime", "1-00:00:00"), .task = AGED(86400)},
    {CELL("etime", "115-17:46:39"), .task = AGED(9999999)},
    {CELL("etime", "00:00"), .task = {.start_ns = UPTIME + S}}, /* younger than the moment */
    {CELL("etimes", "9999999"), .task = AGED(9999999)},
    {CELL("pcpu", "20.6"), .task = CHILDREN},
    {CELL("pcpu", "34.6"), .task = CHILDREN, .modes = "S"},
    {CELL("pcpu", "0.0"), .task = {.start_ns = UPTIME, .utime_ns = S}},
    {CELL("pcpu", "99.9"),
     .task = {.start_ns = UPTIME - 1000 * S, .utime_ns = 999 * S + 990000000}},
    {CELL("pcpu", "100"), .task = {.start_ns = UPTIME - 1000 * S, .utime_ns = 1000 * S}},
    {CELL("pcpu", "999"), .task = {.start_ns = UPTIME - 1000 * S, .utime_ns = 9990 * S}},
    {CELL("%cpu", "10000"), .task = {.start_ns = UPTIME - 1000 * S, .utime_ns = 100000 * S}},
    /* A thread has never used more than its age, nor have the threads of a process that is young.
     */
    {CELL("pcpu", "100"),
     .task = {.kind = TASK_THREAD, .start_ns = UPTIME - 1000 * S, .utime_ns = 9990 * S}},
    {CELL("pcpu", "100"), .task = YOUNG(1)},
    {CELL("pcpu", "300"), .task = YOUNG(3)},
    {CELL("pcpu", "400"), .task = YOUNG(4)},
    {CELL("pcpu", "400"), .task = YOUNG(9)},
    {CELL("cp", "999"), .task = YOUNG(1)},
    {CELL("cuu", "99.999"), .task = YOUNG(1)},
    {CELL("pcpu", "100"), .task = {.kind = TASK_THREAD, .start_ns = 0, .utime_ns = UINT64_MAX / 2}},
    {CELL("pcpu", "0.0"), .task = {.kind = TASK_THREAD, .start_ns = UINT64_MAX, .utime_ns = S}},
    /* Times that were read long after the listing was begun. */
    {CELL("pcpu", "50.0"),
     .task = {.kind = TASK_THREAD, .start_ns = UPTIME, .utime_ns = S / 20, .read_us = 100000}},
    {CELL("pcpu", "50.0"),
     .task = {.start_ns = UPTIME + S / 100, .utime_ns = S / 20, .read_us = 110000}},
    {CELL("c", "20"), .task = CHILDREN},
    {CELL("util", "99"), .task = {.start_ns = UPTIME - S, .utime_ns = 50 * S}},
    {CELL("cp", "206"), .task = CHILDREN},
    {CELL("cp", "999"), .task = {.start_ns = UPTIME - S, .utime_ns = 50 * S}},
    {CELL("cuu", "20.660"), .task = CHILDREN},
    {CELL("cuu", "20.660"), .task = CHILDREN, .modes = "S"},
    {CELL("cuc", "34.660"), .task = CHILDREN},
    {CELL("cuu", "66.667"), .task = {.start_ns = UPTIME - 3 * S, .utime_ns = 2 * S}},
    {CELL("cuu", "99.000"), .task = {.start_ns = UPTIME - 1000 * S, .utime_ns = 990 * S}},
    {CELL("cuu", "99.999"), .task = {.start_ns = UPTIME - 1000 * S, .utime_ns = 991 * S}},
};

static const struct cell_case start_cases[] = {
    {CELL("start", "01:31:56"), .task = AGED(0)},
    {CELL("start", "01:31:57"), .task = AGED(86399)},
    {CELL("start", "Nov 20"), .task = AGED(86400)},
    {CELL("start", "Sep 04"), .task = AGED(86400 * 3000)},
    {CELL("bsdstart", "01:31"), .task = AGED(86400)},
    {CELL("bsdstart", "Nov 20"), .task = AGED(86401)},
    {CELL("bsdstart", "Sep  4"), .task = AGED(86400 * 3000)},
    {CELL("lstart", "2018%"), .task = AGED(86400 * 3000), .modes = "D"},
    {CELL("lstart", "Tue Sep  4 01:31:56 2018"), .task = AGED(86400 * 3000)},
    {CELL("stime", "01:31"), .task = AGED(0)},
    {CELL("stime", "00:00"), .task = AGED(5516)},
    {CELL("stime", "Nov20"), .task = AGED(5517)},
    {CELL("stime", "Nov19"), .task = AGED(86400 * 2)},
    {CELL("stime", "Jan01"), .task = AGED(86400 * 324)},
    {CELL("stime", "2025"), .task = AGED(86400 * 325)},
    {CELL("start_time", "1996"), .task = AGED(UINT64_C(86400) * 365 * 30)},
    {CELL("stime", "01:32"),
     .task = {.start_ns = UPTIME + 60 * S}}, /* clocks that differ a little */
    {CELL("stime", "Nov22"), .task = {.start_ns = UPTIME + 86400 * S}}, /* and a lot */
    {CELL("stime", "2027"), .task = {.start_ns = UPTIME + 50 * 86400 * S}},
};

CASES_TEST(time)
CASES_TEST(start)

/* As in a recorded tree without `uptime`, or without btime in its `stat`. */
static const struct {
    const char *code;
    bool of_age; /* else of the boot */
} clocked[] = {
    {"pcpu", true},   {"c", true},         {"cp", true},      {"cuu", true},
    {"cuc", true},    {"etime", true},     {"etimes", true},  {"start", false},
    {"stime", false}, {"bsdstart", false}, {"lstart", false},
};

LOOP(without_a_clock_there_is_no_value, COUNT_OF(clocked))
{
    const struct system_info no_uptime = {.realtime_ns = NOW * (int64_t)S};
    const struct system_info no_boot = {.uptime_ns = UPTIME, .realtime_ns = (int64_t)UPTIME};
    const struct column_context context = {
        .system = clocked[_i].of_age ? &no_uptime : &no_boot,
        .names = names,
    };
    const struct cell cell = {.context = &context, .room = SIZE_MAX};
    const struct task task = {.process = &process_none, .utime_ns = S, .start_ns = S};
    const struct column *column = column_find(clocked[_i].code);
    struct buf out = {0};

    ck_assert_int_eq(column_value(column, &task, &context).kind, VALUE_NONE);
    column_format(&out, column, &task, &cell);
    BUF_CHECK(&out, "-");
}

/*
 * Starts all over two years, at ages of hours to years: the calendar is the judge. The zones change
 * their offset by nothing, half an hour and an hour.
 */
LOOP(start_agrees_with_the_calendar, 3)
{
    static const char *const zones[] = {"UTC0", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
                                        "EST5EDT,M3.2.0,M11.1.0"};
    const struct column *column = column_find("stime");

    setenv("TZ", zones[_i], 1);
    tzset();
    for (int64_t begin = NOW; begin < NOW + 730 * INT64_C(86400); begin += 31 * 3600 + 59) {
        for (int64_t age = 1; age < 800 * INT64_C(86400); age += age / 3 + 3 * 3600 + 59 * 60) {
            const struct system_info later = {.uptime_ns = (uint64_t)age * S,
                                              .realtime_ns = (begin + age) * (int64_t)S};
            const struct column_context context = {.system = &later, .names = names};
            const struct cell cell = {.context = &context, .room = SIZE_MAX};
            const struct task task = {.process = &process_none};
            const time_t then = begin, now = begin + age;
            struct tm started, today;
            char expected[16];
            struct buf out = {0};

            localtime_r(&then, &started);
            localtime_r(&now, &today);
            strftime(expected, sizeof(expected),
                     started.tm_year != today.tm_year   ? "%Y"
                     : started.tm_yday != today.tm_yday ? "%b%d"
                                                        : "%H:%M",
                     &started);
            column_format(&out, column, &task, &cell);
            if (strcmp(buf_text(&out), expected) != 0)
                ck_abort_msg("'%s' instead of '%s'", buf_text(&out), expected);
            buf_fini(&out);
        }
    }
}
