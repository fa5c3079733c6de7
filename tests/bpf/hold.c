/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A user who has opened all that is pinned, and keeps it open when it is revoked.
 *
 *   hold           prints "ready", waits for a line, and then expects that nothing can be read any
 *                  more
 *   hold refused   expects to read nothing of what ended, in a pid namespace of its own
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/bpf/ended_wire.h"
#include "lib/source/bpf/pin.h"
#include "lib/source/bpf/wire.h"
#include "tests/bpf/run_walk.h"
#include "tests/common/verdict.h"

/* What the kernel may have buffered for a reader that has read one byte. */
#define READY_MAX                                                                         \
    (sizeof(struct wire_header) + sizeof(struct wire_task) + sizeof(struct wire_status) + \
     sizeof(struct wire_group))

_Static_assert(sizeof(struct ended_wire_header) + sizeof(struct ended_wire_entry) <= READY_MAX,
               "likewise of what ended");

/* Bytes up to the end, or to READY_MAX and more. */
static size_t read_some(int stream)
{
    char bytes[4096];
    size_t len = 0;
    ssize_t got;

    do {
        got = read(stream, bytes, sizeof(bytes));
        if (got < 0 && errno != EAGAIN && errno != EINTR)
            die("cannot read", errno);
        len += got > 0 ? (size_t)got : 0;
    } while (got != 0 && len <= READY_MAX);
    return len;
}

static size_t read_anew(int stream)
{
    char path[64];
    size_t len;
    int again;

    snprintf(path, sizeof(path), "/proc/self/fd/%d", stream);
    again = open(path, O_RDONLY | O_CLOEXEC);
    if (again < 0)
        die("cannot open a stream again", errno);
    len = read_some(again);
    close(again);
    return len;
}

struct held {
    int unread, begun;
};

static struct held hold_stream(enum pin pin)
{
    struct held held = {pin_open(pin, NULL), pin_open(pin, NULL)};
    char byte;

    if (held.unread < 0 || held.begun < 0 || read(held.begun, &byte, 1) != 1)
        die("cannot read the pin", pin);
    /* What ended may be little, but its end is there. */
    if (read_anew(held.unread) <= (pin == PIN_ENDED ? 0 : READY_MAX))
        die("there is too little to read", pin);
    return held;
}

static void expect_nothing(const struct held *held)
{
    if (read_some(held->unread) > 0)
        die("a stream that was open can still be read", 0);
    if (read_some(held->begun) > READY_MAX)
        die("a stream can be read on", 0);
    if (read_anew(held->unread) > 0 || read_anew(held->begun) > 0)
        die("a stream that was opened again can be read", 0);
}

static bool is_pinned(enum pin pin)
{
    const int fd = pin_open(pin, NULL);

    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

static int expect_refusal(void)
{
    const int sums = pin_open(PIN_ENDED, NULL);

    if (sums < 0)
        die("cannot open the sums", sums);
    if (read_some(sums) > 0)
        die("somebody elsewhere can read sums of the host", 0);
    return EXIT_SUCCESS;
}

static int hold(void)
{
    const struct held tasks = hold_stream(PIN_TASKS);
    const struct held status = hold_stream(PIN_STATUS);
    /* Not everywhere. */
    const bool has_ended = is_pinned(PIN_ENDED);
    const struct held ended = has_ended ? hold_stream(PIN_ENDED) : (struct held){-1, -1};
    const int walk = pin_open(PIN_WALK, NULL);

    if (walk >= 0 && run_walk(walk) != WIRE_WALKED)
        die("cannot run the walk", walk);
    puts("ready");
    fflush(stdout);
    getchar();
    expect_nothing(&tasks);
    expect_nothing(&status);
    if (has_ended)
        expect_nothing(&ended);
    if (walk >= 0 && run_walk(walk) != WIRE_REVOKED)
        die("the walk has not been revoked", walk);
    return EXIT_SUCCESS;
}

int main(int argc, char *argv[])
{
    return argc == 2 && strcmp(argv[1], "refused") == 0 ? expect_refusal() : hold();
}
