/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What each of the waiters waits for, as the columns have it, by procfs and by BPF. A waiter may
 * need a while until it waits: what is wrong must be right within the test's patience.
 *
 *   waits [PROGRAM]   with a program of 32 bits
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/kernel.h"
#include "lib/base/task_flags.h"
#include "lib/column/column.h"
#include "lib/source/back_end.h"
#include "lib/text/names.h"
#include "tests/common/rows.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"
#include "tests/waits/waiters.h"

#define NEED_CALLS (NEED_SYSCALL | NEED_WAIT | NEED_WAIT_FILE | NEED_WAIT_KEY | NEED_LOCK_HOLDER)
#define NEED_TIMES (NEED_RUN_DELAY | NEED_SWITCHES | NEED_WAITED)

struct check {
    struct source *source;
    struct snapshot snapshot;
    struct column_context context;
    bool by_bpf;
    char text[64];
};

/* The text of a column; "-" if it has no value. */
static const char *text_of(struct check *check, const char *code, const struct task *task)
{
    const struct column *column = column_find(code);
    const struct cell cell = {.context = &check->context, .tree_prefix = "", .room = SIZE_MAX};
    struct buf out = {0};

    column_format(&out, column, task, &cell);
    snprintf(check->text, sizeof(check->text), "%s", buf_text(&out));
    buf_fini(&out);
    return check->text;
}

/* When the first waiter was not there yet. */
static int64_t begin_ns;

/* Nothing has waited for longer than it is there; BPF alone says. */
static bool has_waited_well(struct check *check, const struct task *task)
{
    const char *text = text_of(check, "waited", task);
    const double most = (double)(clock_ns(CLOCK_MONOTONIC) - begin_ns) / (double)NS_PER_S;

    if (strcmp(text, "-") == 0)
        return !check->by_bpf;
    return check->by_bpf && strtod(text, NULL) <= most;
}

/* Whether the word is one of a list of words with blanks between them. */
static bool is_one_of(const char *word, const char *list)
{
    char padded_word[64], padded_list[128];

    snprintf(padded_word, sizeof(padded_word), " %s ", word);
    snprintf(padded_list, sizeof(padded_list), " %s ", list);
    return strstr(padded_list, padded_word);
}

static bool ends_with(const char *text, const char *end)
{
    const size_t len = strlen(text);

    return len >= strlen(end) && strcmp(text + len - strlen(end), end) == 0;
}

static bool has_right_key(struct check *check, const struct waiter *waiter, const struct task *task)
{
    char key[64] = "-";

    if (waiter->fscope)
        snprintf(key, sizeof(key), "%d:%s", (int)waiter->tgid, text_of(check, "waddr", task));
    if (*waiter->wkey)
        snprintf(key, sizeof(key), "%s", waiter->wkey);
    return strcmp(text_of(check, "wkey", task), key) == 0;
}

/* The code of the first column that is wrong; NULL: all are right. */
static const char *find_wrong(struct check *check, const struct waiter *waiter,
                              const struct task *task)
{
    if (strcmp(text_of(check, "wait", task), waiter->wait) != 0)
        return "wait";
    if (!is_one_of(text_of(check, "syscall", task), waiter->calls ? waiter->calls : "-"))
        return "syscall";
    if (strcmp(text_of(check, "fscope", task), waiter->fscope ? waiter->fscope : "-") != 0)
        return "fscope";
    if (waiter->fscope && strncmp(text_of(check, "waddr", task), "0x", 2) != 0)
        return "waddr";
    if (*waiter->waddr && strcmp(text_of(check, "waddr", task), waiter->waddr) != 0)
        return "waddr";
    if (!has_right_key(check, waiter, task))
        return "wkey";
    if (waiter->file_kind &&
        strncmp(text_of(check, "wfile", task), waiter->file_kind, strlen(waiter->file_kind)) != 0)
        return "wfile";
    if (!ends_with(text_of(check, "wfile", task), waiter->file_end))
        return "wfile";
    if (strcmp(text_of(check, "lockowner", task), *waiter->lockowner ? waiter->lockowner : "-") !=
        0)
        return "lockowner";
    if (strcmp(text_of(check, "rundelay", task), "-") == 0)
        return "rundelay";
    if (strcmp(text_of(check, "nvcsw", task), "-") == 0)
        return "nvcsw";
    if (!has_waited_well(check, task))
        return "waited";
    return NULL;
}

static void scan(struct check *check)
{
    pid_t tgids[64] = {getpid()};
    struct scan_request request = {
        .rows = ROWS_THREADS, .need = NEED_STAT, .only = tgids, .only_count = 1};

    for (size_t i = 0; waiters_at(i); i++)
        if (waiters_at(i)->tgid != getpid() && !*waiters_at(i)->left_out)
            tgids[request.only_count++] = waiters_at(i)->tgid;
    if (source_scan(check->source, &request, &check->snapshot) < 0 ||
        source_fill_all(check->source, &check->snapshot, 0, NEED_CALLS | NEED_TIMES) < 0)
        fail("the waiters cannot be scanned");
}

/* The number of those that are wrong. */
static int look(struct check *check)
{
    int wrong = 0;

    scan(check);
    for (size_t i = 0; waiters_at(i); i++) {
        const struct task *task = find_row(&check->snapshot, waiters_at(i)->tid);

        if (!*waiters_at(i)->left_out)
            wrong += !task || find_wrong(check, waiters_at(i), task);
    }
    return wrong;
}

/* Rows that are filled in while the scan goes on. */
struct part {
    struct scan_taker taker; /* the first member */
    struct check *check;
    size_t rows;
};

static int take_row(struct scan_taker *taker, struct snapshot *snapshot)
{
    struct part *part = (struct part *)taker;

    part->rows += snapshot->count;
    return source_fill_all(part->check->source, snapshot, 0, NEED_CALLS);
}

/* Filling in each row by itself must not disturb the scan: as many as at once. 0, or 1. */
static int count_in_parts(struct check *check)
{
    struct part part = {{1, take_row}, check, 0};
    struct scan_request request = {
        .rows = ROWS_THREADS, .need = NEED_STAT, .only = &(pid_t){getpid()}, .only_count = 1};
    size_t rows;

    if (source_scan(check->source, &request, &check->snapshot) < 0)
        fail("the waiters cannot be scanned");
    rows = check->snapshot.count;
    request.taker = &part.taker;
    if (source_scan(check->source, &request, &check->snapshot) < 0)
        fail("the waiters cannot be scanned in parts");
    part.rows += check->snapshot.count;
    printf("%zu of %zu in parts\n", part.rows, rows);
    return part.rows != rows;
}

/* Returns the source's name. */
static const char *print(struct check *check)
{
    static const char *const codes[] = {"s",    "wait",   "syscall", "waddr",    "wfile",
                                        "wkey", "fscope", "waited",  "rundelay", "nvcsw"};

    for (size_t i = 0; waiters_at(i); i++) {
        const struct task *task = find_row(&check->snapshot, waiters_at(i)->tid);
        const char *wrong = task ? find_wrong(check, waiters_at(i), task) : "gone";

        if (*waiters_at(i)->left_out) {
            printf("left out: %s: %s\n", waiters_at(i)->name, waiters_at(i)->left_out);
            continue;
        }
        printf("%-16s", waiters_at(i)->name);
        for (size_t c = 0; task && c < sizeof(codes) / sizeof(codes[0]); c++)
            printf(" %s", text_of(check, codes[c], task));
        printf("%s%s\n", wrong ? "  <- wrong: " : "", wrong ? wrong : "");
    }
    return source_name(check->source);
}

/* What BPF alone says of the waiters: not less than most. */
static size_t count_by_bpf(struct check *check)
{
    struct scan_request request = {
        .rows = ROWS_THREADS, .need = NEED_STAT, .only = &(pid_t){getpid()}, .only_count = 1};
    size_t count = 0;

    if (source_scan(check->source, &request, &check->snapshot) < 0 ||
        check->source->ops->fill_ahead(check->source, &check->snapshot, 0,
                                       NEED_CALLS | NEED_TIMES) < 0)
        fail("BPF cannot read ahead what the waiters wait for");
    for (size_t i = 0; i < check->snapshot.count; i++) {
        const need_t have = check->snapshot.tasks[i].have;

        count += have & NEED_WAIT && have & NEED_SYSCALL && have & NEED_WAITED;
    }
    printf("%zu of %zu by BPF alone\n", count, check->snapshot.count);
    return count * 2 > check->snapshot.count ? 0 : 1;
}

/* 0, or the number of what is wrong; EXIT_SKIP if there is no such source here. */
static int check_source(const char *name)
{
    const struct source_options options = {.name = name};
    /* Before 6.2 that source leaves waits to procfs. */
    struct check check = {.by_bpf = strcmp(name, "bpf") == 0 && kernel_is(6, 2)};
    struct buf why = {0};
    int wrong;

    if (source_open(&options, &check.source, &why) < 0) {
        printf("left out: source %s: %s\n", name, buf_text(&why));
        buf_fini(&why);
        return 0;
    }
    snapshot_init(&check.snapshot);
    check.context.system = &check.snapshot.system;
    check.context.names = name_cache_new();
    WAIT_UNTIL ((wrong = look(&check)) == 0, "source %s: %d", print(&check), wrong)
        continue;
    printf("source %s is right\n", print(&check));
    wrong = check.by_bpf ? (int)count_by_bpf(&check) : count_in_parts(&check);
    name_cache_free(check.context.names);
    snapshot_fini(&check.snapshot);
    source_close(check.source);
    buf_fini(&why);
    return wrong;
}

int main(int argc, char **argv)
{
    int wrong;

    if (getenv("DOTPROC_EMULATOR"))
        return skip("the kernel knows the emulator's calls, not ours");
    if (access("/proc/self/syscall", R_OK) < 0)
        return skip("this kernel does not say what call a task is in");
    begin_ns = clock_ns(CLOCK_MONOTONIC);
    waiters_start(argc > 1 ? argv[1] : NULL);
    wrong = check_source("task") + check_source("bpf");
    waiters_end();
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
