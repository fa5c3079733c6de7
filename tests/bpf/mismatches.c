/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bpf/mismatches.h"

#include <stdio.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "tests/common/verdict.h"

#define TEXT 200

struct mismatch {
    enum task_kind kind;
    pid_t tid;
    uint64_t start_ns;
    size_t field;
    int round; /* the last one that has shown it */
    char text[TEXT];
};

static struct mismatch *find(const struct mismatches *mismatches, const struct task *task,
                             size_t field)
{
    for (size_t i = 0; i < mismatches->count; i++) {
        struct mismatch *mismatch = &mismatches->list[i];

        if (mismatch->kind == task->kind && mismatch->tid == task->tid &&
            mismatch->field == field && mismatch->start_ns == task->start_ns)
            return mismatch;
    }
    return NULL;
}

static struct mismatch *add(struct mismatches *mismatches, const struct task *task, size_t field)
{
    struct mismatch *mismatch;

    if (ARRAY_RESERVE(&mismatches->list, &mismatches->capacity, mismatches->count + 1) < 0)
        fail("no memory for a mismatch");
    mismatch = &mismatches->list[mismatches->count++];
    *mismatch = (struct mismatch){task->kind, task->tid, task->start_ns, field, 0, ""};
    return mismatch;
}

/* After the first round, only known ones count. */
void mismatches_note(struct mismatches *mismatches, const struct task *task, size_t field,
                     const char *text)
{
    struct mismatch *mismatch = find(mismatches, task, field);

    if (!mismatch && mismatches->rounds == 0)
        mismatch = add(mismatches, task, field);
    if (!mismatch)
        return;
    mismatch->round = mismatches->rounds;
    snprintf(mismatch->text, sizeof(mismatch->text), "%s", text);
}

bool mismatches_are_gone(struct mismatches *mismatches)
{
    size_t kept = 0;

    for (size_t i = 0; i < mismatches->count; i++) {
        if (mismatches->list[i].round == mismatches->rounds)
            mismatches->list[kept++] = mismatches->list[i];
    }
    mismatches->count = kept;
    mismatches->rounds++;
    if (kept > 0)
        return false;
    free(mismatches->list);
    *mismatches = (struct mismatches){0};
    return true;
}

const char *mismatches_print(const struct mismatches *mismatches)
{
    for (size_t i = 0; i < mismatches->count; i++) {
        const struct mismatch *mismatch = &mismatches->list[i];

        printf("%s %d: %s\n", mismatch->kind == TASK_PROCESS ? "process" : "thread", mismatch->tid,
               mismatch->text);
    }
    return mismatches->list[0].text;
}
