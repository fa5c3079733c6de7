/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_DEBUG_H
#define DOTPROC_TEXT_DEBUG_H

/*
 * Lines about what a program does, for --debug. The topics belong to no caller: they are set once,
 * before any other thread starts.
 *
 * A line has the time since debug_begin() in milliseconds, its topic and an escaped text, and is
 * written with one write(2), so that lines of several threads do not mix. A line that cannot be
 * written is lost.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lib/base/buf.h"
#include "lib/base/units.h"

/* A set. */
enum debug_topic {
    DEBUG_SOURCE = 1u << 0, /* sources that were tried, why they were refused; scans */
    DEBUG_FILES = 1u << 1,  /* files that were read */
    DEBUG_SEARCH = 1u << 2, /* the search for tasks that ran, by procfs */
    DEBUG_BPF = 1u << 3,    /* programs that were loaded, passes that they made */
    DEBUG_LEDGER = 1u << 4, /* what ledgers hold */
    DEBUG_ALL = (1u << 5) - 1,
};

extern unsigned debug_topics;

static inline bool debug_has(enum debug_topic topic)
{
    return (debug_topics & topic) != 0;
}

/* The time now, for debug_us() later; reads no clock without --debug of the topic. */
static inline int64_t debug_start_ns(enum debug_topic topic)
{
    return debug_has(topic) ? clock_ns(CLOCK_MONOTONIC) : 0;
}

/* Without --debug of the topic this costs a load and a branch, and evaluates no argument. */
#define DEBUG(topic, ...)                                  \
    do {                                                   \
        if (__builtin_expect(debug_has(DEBUG_##topic), 0)) \
            debug_put(DEBUG_##topic, __VA_ARGS__);         \
    } while (0)

/*
 * Begins to write about the topics of a list such as "source,files" (NULL: all) to a file, which is
 * created or emptied; NULL: to the error output. 0, or -errno with a line in `why`: -EINVAL for an
 * unknown topic.
 */
int debug_begin(const char *list, const char *file, struct buf *why);

void debug_put(enum debug_topic topic, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Microseconds since debug_start_ns(). */
long long debug_us(int64_t start_ns);

#endif
