/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the parts that the program has counted become group counts. */
#include <string.h>

#include "lib/source/bpf/group_count.h"
#include "tests/unit/run.h"

#define PARTS_MAX  5
#define GROUPS_MAX 3

static const struct {
    size_t part_count;
    struct wire_count parts[PARTS_MAX];
    size_t group_count;
    struct counted_group groups[GROUPS_MAX];
} joins[] = {
    {0, {{0}}, 0, {{0}}},
    {1, {{7, 3, 50, 0, 2, 2, 3, 0}}, 1, {{7, 3, 50, true}}},
    /* What had ended is the group's, and in each part. */
    {2, {{7, 3, 50, 8, 2, 2, 4, 0}, {7, 1, 5, 8, 2, 2, 4, 0}}, 1, {{7, 4, 63, true}}},
    {4,
     {{7, 1, 1, 0, 0, 0, 3, 0},
      {9, 1, 2, 1, 0, 0, 2, 0},
      {7, 2, 3, 0, 0, 0, 3, 0},
      {9, 1, 4, 1, 0, 0, 2, 0}},
     2,
     {{7, 3, 4, true}, {9, 2, 7, true}}},
    {3,
     {{70000, 1, 1, 0, 4, 4, 1, 0}, {9, 1, 2, 0, 6, 6, 1, 0}, {800, 1, 3, 0, 8, 8, 1, 0}},
     3,
     {{9, 1, 2, true}, {800, 1, 3, true}, {70000, 1, 1, true}}},
    /* A thread ended while they were counted, */
    {1, {{7, 3, 50, 8, 2, 4, 3, 0}}, 1, {{7, 3, 58, false}}},
    {2, {{7, 3, 50, 8, 2, 2, 4, 0}, {7, 1, 5, 8, 2, 4, 4, 0}}, 1, {{7, 4, 63, false}}},
    /* between two parts, */
    {2, {{7, 3, 50, 8, 2, 2, 4, 0}, {7, 1, 5, 8, 4, 4, 4, 0}}, 1, {{7, 4, 63, false}}},
    /* or in the moment when that began; others have nothing to do with it. */
    {2,
     {{7, 3, 50, 8, 3, 3, 3, 0}, {8, 1, 5, 8, 4, 4, 1, 0}},
     2,
     {{7, 3, 58, false}, {8, 1, 13, true}}},
    /* It ended when the others had been counted, and before it came to that. */
    {1, {{7, 1, 50, 8, 2, 2, 2, 0}}, 1, {{7, 1, 58, false}}},
    /* New ones were counted, or not. */
    {2, {{7, 1, 50, 8, 2, 2, 1, 0}, {7, 2, 5, 8, 2, 2, 3, 0}}, 1, {{7, 3, 63, true}}},
    {2, {{7, 1, 50, 8, 2, 2, 1, 0}, {7, 2, 5, 8, 2, 2, 4, 0}}, 1, {{7, 3, 63, false}}},
};

START_TEST(parts_are_joined)
{
    static struct wire_count parts[PARTS_MAX];
    struct group_count group_count = {.parts = parts, .part_count = joins[_i].part_count};

    memcpy(parts, joins[_i].parts, sizeof(parts));
    ck_assert_int_eq(group_count_join(&group_count), 0);
    ck_assert_uint_eq(group_count.counts.count, joins[_i].group_count);
    for (size_t i = 0; i < group_count.counts.count; i++) {
        const struct counted_group *group = &group_count.counts.groups[i];
        const struct counted_group *expected = &joins[_i].groups[i];

        ck_assert_int_eq(group->tgid, expected->tgid);
        ck_assert_uint_eq(group->threads, expected->threads);
        ck_assert_int_eq(group->exact, expected->exact);
        if (expected->exact)
            ck_assert_uint_eq(group->cpu_ns, expected->cpu_ns);
        ck_assert_ptr_eq(group_counts_find(&group_count.counts, group->tgid), group);
    }
    ck_assert_ptr_null(group_counts_find(&group_count.counts, 8000));
    group_count.parts = NULL;
    group_count_fini(&group_count);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bpf count");
    TCase *tests = tcase_create("count");

    tcase_add_loop_test(tests, parts_are_joined, 0, COUNT_OF(joins));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
