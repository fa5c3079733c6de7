/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes the detail pane's text about any wait report (libFuzzer): names, numbers and kinds are
 * other users' to choose. Each line begins with a word of ours, as many do as there are things to
 * report, and nothing in them moves the terminal's cursor.
 */
#include <locale.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/task/wait_report.h"
#include "lib/wait/wait.h"
#include "tests/fuzz/fuzz.h"
#include "top/screens/detail_pane.h"

enum beginning {
    BEGIN_CALL,
    BEGIN_WAIT,
    BEGIN_FILE,
    BEGIN_OWNER,
    BEGIN_DEADLOCK,
    BEGIN_OTHERS,
    BEGIN_PROGRAM,
    BEGIN_KERNEL,
    BEGINNINGS,
};

static const char *const beginnings[BEGINNINGS] = {
    [BEGIN_CALL] = "call: ",
    [BEGIN_WAIT] = "waits for: ",
    [BEGIN_FILE] = "file: ",
    [BEGIN_OWNER] = "owner: ",
    [BEGIN_DEADLOCK] = "DEADLOCK",
    [BEGIN_OTHERS] = "other waiters: ",
    [BEGIN_PROGRAM] = "in the program: ",
    [BEGIN_KERNEL] = "in the kernel: ",
};

static void take(struct input *input, void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = next_byte(input);
}

static void take_name(struct input *input, char *name, size_t size)
{
    take(input, name, next_byte(input) % size);
}

static void take_call(struct input *input, struct task_syscall *call)
{
    call->number = next_byte(input) & 1 ? next_byte(input) : 202; /* futex on x86-64 */
    call->place = PLACE_CALL;
    call->bits = next_byte(input) & 1 ? 32 : 64;
    take(input, call->arguments, sizeof(call->arguments));
}

static void take_link(struct input *input, struct wait_link *link)
{
    link->tid = next_byte(input);
    link->owner_tid = next_byte(input) - 128;
    take_name(input, link->name, sizeof(link->name));
    link->state = (char)next_byte(input);
    link->sleeps_for = next_byte(input) % WAIT_KINDS;
    link->kind = next_byte(input) % (FUTEX_THREAD_END + 1);
    link->lock = next_byte(input) % (FILE_LOCK + 1);
    link->owner = next_byte(input) % (OWNER_NAMED + 1);
    link->is_claim = next_byte(input) & 1;
    link->switches = next_byte(input) - 128;
    take_call(input, &link->call);
}

static void take_report(struct input *input, struct wait_report *report)
{
    report->link_count = 1 + next_byte(input) % WAIT_LINKS_MAX;
    for (uint32_t i = 0; i < report->link_count; i++)
        take_link(input, &report->links[i]);
    report->cycle = (int32_t)(next_byte(input) % (report->link_count + 1)) - 1;
    report->waiters = next_byte(input);
    report->pool_count = next_byte(input) % (WAIT_POOLS_MAX + 1);
    for (uint32_t i = 0; i < report->pool_count; i++) {
        take_name(input, report->pools[i].name, sizeof(report->pools[i].name));
        report->pools[i].count = next_byte(input);
    }
    report->other_pools = next_byte(input);
    report->waiters_known = next_byte(input) & 1;
    report->waiters_of_all = next_byte(input) & 1;
    report->waiters_more = next_byte(input) & 1;
    report->frame_count = next_byte(input) % (WAIT_FRAMES_MAX + 1);
    for (uint32_t i = 0; i < report->frame_count; i++) {
        report->frames[i].address = next_byte(input);
        report->frames[i].offset = next_byte(input);
        take_name(input, report->frames[i].file, sizeof(report->frames[i].file));
    }
    report->kernel_stack_len = next_byte(input);
    take(input, report->kernel_stack, report->kernel_stack_len);
}

/* The beginning of a line; it must have one. */
static size_t beginning_of(const char *line)
{
    for (size_t i = 0; i < BEGINNINGS; i++)
        if (strncmp(line, beginnings[i], strlen(beginnings[i])) == 0)
            return i;
    abort();
}

static void check_text(const struct wait_report *report, const char *text)
{
    size_t counts[BEGINNINGS] = {0};

    for (const char *at = text; *at; at++)
        must(*at == '\n' || (unsigned char)*at >= ' ');
    for (const char *line = text, *end = text; end && *line; line = end + 1) {
        counts[beginning_of(line)]++;
        end = strchr(line, '\n');
        if (!end)
            break;
    }
    must(counts[BEGIN_OWNER] <= report->link_count);
    must(counts[BEGIN_DEADLOCK] <= (report->cycle >= 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct wait_report report;
    struct input input = {data, size};
    struct detail_pane pane = {.kind = DETAIL_WAIT};
    struct task_syscall call = {0};
    struct task_details details = {.syscall = &call};
    const struct task task = {.details = &details};
    struct writing writing = {.pane = &pane, .report = &report, .between = "\n"};
    char wait_file[32] = "";

    setlocale(LC_CTYPE, "C.UTF-8");
    memset(&report, 0, sizeof(report));
    take_name(&input, wait_file, sizeof(wait_file));
    details.wait_file = wait_file;
    details.sleeps_for = next_byte(&input) % WAIT_KINDS;
    take_call(&input, &call);
    take_report(&input, &report);
    wait_text_write(&writing, &task);
    must(!writing.failed);
    check_text(&report, buf_text(&pane.text));
    detail_pane_fini(&pane);
    return 0;
}
