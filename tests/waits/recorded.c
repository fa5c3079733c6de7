/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/waits/recorded.h"

#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/common/verdict.h"
#include "tests/common/wait.h"

#define STATE_JOINABLE 2

/* Of the record, in words of a pointer. */
#define RECORD_WORDS 256

/* The place of a value in the record, by what it points to. */
static void *find_in_record(const void *value)
{
    void **list = NULL;
    size_t size;

    if (syscall(SYS_get_robust_list, 0, &list, &size) < 0 || !list)
        return NULL;
    /* What is behind the record may be behind the thread's memory. */
    for (size_t i = 0; i < RECORD_WORDS && ((uintptr_t)&list[i] % 4096 || i == 0); i++)
        if (list[i] == value)
            return &list[i];
    return NULL;
}

static void *be_recorded(void *argument)
{
    struct recorded *recorded = argument;
    pthread_key_t key;
    const void *value = &key; /* nothing else there has this one */

    if (pthread_key_create(&key, NULL) || pthread_setspecific(key, value))
        fail("no key for a value of the thread");
    recorded->word = find_in_record(value);
    if (recorded->word) {
        memset(recorded->word, 0, sizeof(value));
        *recorded->word = STATE_JOINABLE;
    }
    recorded->tid = (int)syscall(SYS_gettid);
    for (;;)
        pause();
    return NULL;
}

void recorded_start(struct recorded *recorded)
{
    const int result = pthread_create(&recorded->thread, NULL, be_recorded, recorded);

    if (result)
        fail("cannot start a thread: %s", strerror(result));
    WAIT_UNTIL (recorded->tid, "no thread")
        continue;
}
