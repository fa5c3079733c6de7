/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bpf/mismatches.h"

#include "lib/base/array.h"
#include "tests/common/verdict.h"
#include <errno.h>

#define ROUNDS 12

struct mismatch {
    enum task_kind kind;
    pid_t tid;
    uint64_t start_ns;
    size_t field;
    int round; /* the last one that has shown it */
    char text[MISMATCH_TEXT];
};

static struct mismatch *find(const struct mismatches *mismatches, const struct task *task,
                             size_t field)
{
    for (size_t i = 0; i < mismatches->count; i++) {
        struct mismatch *one = &mismatches->list[i];

        if (one->kind == task->kind && one->tid == task->tid && one->field == field &&
            one->start_ns == task->start_ns)
            return one;
    }
    return NULL;
}

static struct mismatch *add(struct mismatches *mismatches, const struct task *task, size_t field)
{
    struct mismatch *one;

    if (ARRAY_RESERVE(&mismatches->list, &mismatches->capacity, mismatches->count + 1) < 0)
        die("no memory", ENOMEM);
    one = &mismatches->list[mismatches->count++];
    *one = (struct mismatch){task->kind, task->tid, task->start_ns, field, 0, ""};
    return one;
}

/* After the first round, only known ones count. */
void mismatches_note(struct mismatches *mismatches, const struct task *task, size_t field,
                     const char *text)
{
    struct mismatch *one = find(mismatches, task, field);

    if (!one && mismatches->rounds == 0)
        one = add(mismatches, task, field);
    if (!one)
        return;
    one->round = mismatches->rounds;
    snprintf(one->text, sizeof(one->text), "%s", text);
}

bool mismatches_end_round(struct mismatches *mismatches)
{
    size_t kept = 0;

    for (size_t i = 0; i < mismatches->count; i++) {
        if (mismatches->list[i].round == mismatches->rounds)
            mismatches->list[kept++] = mismatches->list[i];
    }
    mismatches->count = kept;
    return ++mismatches->rounds < ROUNDS && kept > 0;
}

void mismatches_print(const struct mismatches *mismatches)
{
    for (size_t i = 0; i < mismatches->count; i++) {
        const struct mismatch *one = &mismatches->list[i];

        printf("%s %d: %s\n", one->kind == TASK_PROCESS ? "process" : "thread", one->tid,
               one->text);
    }
}

void mismatches_fini(struct mismatches *mismatches)
{
    free(mismatches->list);
    *mismatches = (struct mismatches){0};
}
