/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the detail pane says of a wait: nothing that memory says is told as a fact. */
#include "top/screens/wait_text.h"

#include <check.h>
#include <string.h>
#include <sys/syscall.h>

#include "lib/task/wait_report.h"
#include "lib/wait/wait.h"
#include "tests/unit/run.h"

static struct detail_pane pane;

/* The lines about a task with this report. */
static const char *text_of(const struct wait_report *report)
{
    struct task_details details = {.wait_report = report, .wait_file = ""};
    const struct task task = {.details = &details};
    struct writing writing = {.pane = &pane, .between = "\n"};

    detail_pane_fini(&pane);
    wait_text_write(&writing, &task);
    ck_assert(!writing.failed);
    return buf_text(&pane.text);
}

static void teardown(void)
{
    detail_pane_fini(&pane);
}

static const struct {
    struct wait_link link;
    const char *line;
} owners[] = {
    {{.kind = FUTEX_QUEUE, .owner = OWNER_NONE}, "owner: none: nobody holds such a thing"},
    {{.kind = FUTEX_MUTEX, .owner = OWNER_UNREADABLE}, "owner: unknown: the memory cannot be read"},
    {{.kind = FUTEX_MUTEX, .owner = OWNER_NOBODY}, "owner: nobody any more, says the memory"},
    {{.kind = FUTEX_MUTEX, .owner = OWNER_UNNAMED},
     "owner: somebody, but the memory does not say who"},
    {{.kind = FUTEX_MUTEX, .owner = OWNER_ABSENT, .says = 7},
     "owner: 7, says the memory, but no such thread is to be seen"},
    {{.kind = FUTEX_MUTEX, .owner = OWNER_CHANGES}, "owner: changing: others have it in turn"},
    {{.kind = FUTEX_OWNED, .owner = OWNER_SAID, .says = 7}, "owner: 7, says the memory"},
    {{.lock = KERNEL_MUTEX, .owner = OWNER_SAID, .says = 7}, "owner: 7, says the kernel"},
    {{.lock = KERNEL_RWSEM, .owner = OWNER_UNNAMED},
     "owner: not known: it may be several that read"},
    {{.kind = FUTEX_NONE}, NULL},
};

START_TEST(owners_are_told)
{
    const struct wait_report report = {.links = {owners[_i].link}, .link_count = 1, .cycle = -1};
    const char *line = strstr(text_of(&report), "owner: ");

    if (owners[_i].line)
        ck_assert_str_eq(line, owners[_i].line);
    else
        ck_assert_ptr_null(line);
}
END_TEST

START_TEST(chains_and_circles_are_told)
{
    struct wait_report report = {
        .links = {{.tid = 5, .kind = FUTEX_MUTEX, .owner = OWNER_SAID, .says = 6, .state = 'S'},
                  {.tid = 6,
                   .name = "six\n",
                   .lock = KERNEL_SEMAPHORE,
                   .owner = OWNER_SAID,
                   .says = 7,
                   .state = 'D',
                   .sleeps_for = WAIT_KLOCK},
                  {.tid = 7, .name = "seven", .state = 'R'}},
        .link_count = 3,
        .cycle = -1,
    };

    ck_assert_str_eq(strstr(text_of(&report), "owner: "),
                     "owner: 6 (six?), D, klock, says the memory\n"
                     "owner: of what 6 waits for: 7 (seven), R, run, says the kernel");
    report.link_count = 2;
    report.cycle = 0;
    report.links[1].lock = KERNEL_LOCK_NONE;
    report.links[1].kind = FUTEX_MUTEX;
    ck_assert_str_eq(strstr(text_of(&report), "owner: of"),
                     "owner: of what 6 waits for: 5 (), S, unknown, says the memory\n"
                     "DEADLOCK: 5 -> 6 -> 5");
    report.links[1].call = (struct task_syscall){.number = SYS_futex,
                                                 .place = PLACE_CALL,
                                                 .bits = 8 * sizeof(void *),
                                                 .arguments = {0x7f00, 0, 2, 0x7f08}};
    ck_assert_str_eq(strstr(text_of(&report), "DEADLOCK"), "DEADLOCK until a timeout: 5 -> 6 -> 5");
}
END_TEST

START_TEST(kinds_of_locks_are_told)
{
    struct wait_report report = {
        .links = {{.state = 'D', .lock = KERNEL_MUTEX, .sleeps_for = WAIT_FILE}},
        .link_count = 1,
        .cycle = -1,
    };

    ck_assert_ptr_nonnull(
        strstr(text_of(&report), "waits for: file, a mutex of the kernel\nowner"));
    report.links[0].lock = KERNEL_RWSEM;
    ck_assert_ptr_nonnull(strstr(text_of(&report), "file, a read-write semaphore of the kernel\n"));
}
END_TEST

START_TEST(others_are_counted)
{
    struct wait_report report = {
        .link_count = 1,
        .cycle = -1,
        .waiters_known = true,
        .waiters = 12,
        .other_pools = 3,
        .pools = {{"exec-*", 8}, {"main", 1}},
        .pool_count = 2,
    };

    ck_assert_ptr_nonnull(
        strstr(text_of(&report), "others there: 12 in this process: exec-* 8, main 1, others 3"));
    report.waiters_of_all = report.waiters_more = true;
    ck_assert_ptr_nonnull(strstr(text_of(&report), "others there: at least 12 in all processes: "));
    report.waiters_known = false;
    ck_assert_ptr_null(strstr(text_of(&report), "others there"));
}
END_TEST

START_TEST(places_are_told)
{
    struct wait_report report = {
        .link_count = 1,
        .cycle = -1,
        .frames = {{0x7f01, 0x1, "libc.so.6"}, {0x5501, 0, ""}},
        .frame_count = 2,
        .kernel_stack = "do_wait\0sys_wait",
        .kernel_stack_len = sizeof("do_wait\0sys_wait"),
    };

    ck_assert_ptr_nonnull(strstr(text_of(&report), "in the program: libc.so.6+0x1 < 0x5501\n"
                                                   "in the kernel: do_wait < sys_wait"));
}
END_TEST

START_TEST(without_a_report_there_is_nothing)
{
    const struct wait_report empty = {.cycle = -1};

    ck_assert_str_eq(text_of(NULL), "");
    ck_assert_str_eq(text_of(&empty), "");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("wait_text");
    TCase *tests = tcase_create("wait_text");

    tcase_add_checked_fixture(tests, NULL, teardown);
    tcase_add_loop_test(tests, owners_are_told, 0, COUNT_OF(owners));
    tcase_add_test(tests, chains_and_circles_are_told);
    tcase_add_test(tests, kinds_of_locks_are_told);
    tcase_add_test(tests, others_are_counted);
    tcase_add_test(tests, places_are_told);
    tcase_add_test(tests, without_a_report_there_is_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
