/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_EVENT_H
#define DOTPROC_TESTS_COMMON_EVENT_H

#include <semaphore.h>

/* Waits for a semaphore; signals do not end the wait. */
static inline void event_wait(sem_t *event)
{
    while (sem_wait(event) < 0)
        continue;
}

#endif
