/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/text/debug.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/span.h"
#include "lib/text/escape.h"

/* In the order of the bits of enum debug_topic. */
static const char *const names[] = {"source", "files", "search", "bpf", "ledger"};

#define NAMES ARRAY_COUNT(names)

unsigned debug_topics;

static int output = -1;
static int64_t begin_ns;

/* The topics that a word stands for; 0: none. */
static unsigned topics_of(struct span word)
{
    if (span_is(word, "all"))
        return DEBUG_ALL;
    for (unsigned i = 0; i < NAMES; i++)
        if (span_is(word, names[i]))
            return 1u << i;
    return 0;
}

static int parse(const char *list, unsigned *topics, struct buf *why)
{
    const char *word = list;

    *topics = 0;
    for (;;) {
        const size_t len = strcspn(word, ",");
        const unsigned found = topics_of((struct span){word, len});

        if (!found) {
            buf_printf(why, "unknown topic \"%.*s\"; valid ones are all", (int)len, word);
            for (size_t i = 0; i < NAMES; i++)
                buf_printf(why, ", %s", names[i]);
            return -EINVAL;
        }
        *topics |= found;
        if (!word[len])
            return 0;
        word += len + 1;
    }
}

int debug_begin(const char *list, const char *file, struct buf *why)
{
    unsigned topics = DEBUG_ALL;
    int result = list ? parse(list, &topics, why) : 0;

    if (result < 0)
        return result;
    output = STDERR_FILENO;
    if (file)
        output = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC | O_NOCTTY, 0666);
    if (output < 0) {
        result = -errno;
        buf_printf(why, "cannot open %s: %s", file, strerror(errno));
        return result;
    }
    begin_ns = clock_ns(CLOCK_MONOTONIC);
    debug_topics = topics;
    return 0;
}

long long debug_us(int64_t start_ns)
{
    return (clock_ns(CLOCK_MONOTONIC) - start_ns) / NS_PER_US;
}

void debug_put(enum debug_topic topic, const char *format, ...)
{
    const int error = errno;
    struct buf text = {0}, line = {0};
    va_list args;

    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    buf_put_fixed(&line, (uint64_t)debug_us(begin_ns), 3);
    buf_printf(&line, " %s: ", names[__builtin_ctz(topic)]);
    escape_put(&line, buf_text(&text), buf_len(&text), ESCAPE_UNLIMITED);
    buf_putc(&line, '\n');
    if (!line.failed)
        (void)!write(output, line.data, line.len);
    buf_fini(&text);
    buf_fini(&line);
    errno = error;
}
