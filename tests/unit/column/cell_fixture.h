/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_UNIT_COLUMN_CELL_FIXTURE_H
#define DOTPROC_TESTS_UNIT_COLUMN_CELL_FIXTURE_H

/*
 * What the columns say of hand-made tasks. The expected texts are those of procps-ng's ps, which
 * was shown the same figures.
 */

#include "lib/base/units.h"
#include "lib/column/column.h"
#include "tests/unit/process.h"

#define S NS_PER_S
#define CPU(seconds)            \
    {                           \
        .utime_ns = (seconds)*S \
    }
#define AGED(seconds)                    \
    {                                    \
        .start_ns = UPTIME - (seconds)*S \
    }
#define STATUS(...)    (&(const struct task_status){__VA_ARGS__})
#define ADDRESSES(...) (&(const struct task_addresses){__VA_ARGS__})

#define DETAILS(...)                  \
    .details = &(struct task_details) \
    {                                 \
        __VA_ARGS__                   \
    }

/* Saturday 21 November 2026, 01:31:56 UTC, after half a century without a reboot. */
#define NOW    INT64_C(1795224716)
#define UPTIME (UINT64_C(50) * 365 * 86400 * S)

extern const struct system_info system_info;
extern struct name_cache *names;

/*
 * `modes` is a set of: S cumulative, n numeric_ids, c bare_command, e with_environ, s signal_names,
 * D a date_format.
 */
struct cell_case {
    const char *code;
    const char *text;
    struct task task;
    const char *modes;
    size_t width; /* 0: the column's own */
    size_t room;  /* 0: no limit */
    const char *tree;
    size_t tree_step;
};

#define CELL(code_, text_) .code = (code_), .text = (text_)

/* Checks each case of a family's table. */
#define CASES_TEST(family)                         \
    LOOP(family##_cells, COUNT_OF(family##_cases)) \
    {                                              \
        check_cell(&family##_cases[_i]);           \
    }

/* A fixture for check. */
void cell_fixture_setup(void);
void cell_fixture_teardown(void);

/* Fails if the cell has another text. */
void check_cell(const struct cell_case *expected);

#endif
