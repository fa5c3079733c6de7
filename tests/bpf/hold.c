/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A user who has opened what is pinned, and keeps it open when it is revoked. Prints "ready", waits
 * for a line, and then expects to read nothing any more.
 *
 *   hold        opens all, before it is ready
 *   hold race   opens whatever there is, until there is a line; prints how much that was
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/bpf/object.h"
#include "lib/source/bpf/pin.h"
#include "lib/source/bpf/wire.h"
#include "tests/common/verdict.h"

/* How much the kernel may have buffered for a reader that has read one byte. */
#define READY_MAX                                                                         \
    (sizeof(struct wire_header) + sizeof(struct wire_task) + sizeof(struct wire_status) + \
     sizeof(struct wire_group))

/* Bytes up to the end, or to READY_MAX and more. */
static size_t read_some(int stream)
{
    char bytes[4096];
    size_t len = 0;
    ssize_t got;

    do {
        got = read(stream, bytes, sizeof(bytes));
        if (got < 0 && errno != EAGAIN && errno != EINTR)
            fail("read: %s", strerror(errno));
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
        fail("opening %s: %s", path, strerror(errno));
    len = read_some(again);
    close(again);
    return len;
}

struct held {
    enum pin pin;
    int unread, begun;
};

static int open_pin(enum pin pin)
{
    struct buf why = {0};
    const int fd = pin_open(pin, &why);

    if (fd < 0)
        fail("opening the pin %s: %s %s", pin_name(pin), strerror(-fd), buf_text(&why));
    return fd;
}

static struct held open_stream(enum pin pin)
{
    const struct held held = {pin, open_pin(pin), open_pin(pin)};
    size_t got;
    char byte;

    if (read(held.begun, &byte, 1) != 1)
        fail("no byte can be read from the pin %s", pin_name(pin));
    got = read_anew(held.unread);
    if (got <= READY_MAX)
        fail("%zu bytes of the pin %s, expected more than %zu", got, pin_name(pin), READY_MAX);
    return held;
}

static void expect_bytes(const struct held *held, const char *which, size_t got, size_t most)
{
    if (got > most)
        fail("%zu bytes of the revoked pin %s, %s, expected %zu at most", got, pin_name(held->pin),
             which, most);
}

static void expect_revoked(const struct held *held)
{
    expect_bytes(held, "unread before", read_some(held->unread), 0);
    expect_bytes(held, "read on", read_some(held->begun), READY_MAX);
    expect_bytes(held, "unread before and opened again", read_anew(held->unread), 0);
    expect_bytes(held, "read before and opened again", read_anew(held->begun), 0);
}

/* A run of the id walk from the first task on: one of enum wire_answer, or -errno. */
static int run_walk(int program)
{
    static struct wire_page page;

    memset(&page, 0, sizeof(page));
    page.end = UINT32_MAX;
    return object_run(program, &page, sizeof(page));
}

static void expect_answer(int walk, int expected)
{
    const int answer = run_walk(walk);

    if (answer != expected)
        fail("the walk answers %d, expected %d", answer, expected);
}

/* How many descriptors are kept of what comes and goes. */
#define KEPT_MAX 48

static bool is_told_to_end(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};

    return poll(&input, 1, 0) != 0;
}

static void say_ready(void)
{
    puts("ready");
    fflush(stdout);
}

static void keep_whatever_there_is(void)
{
    struct held kept[KEPT_MAX];
    size_t count = 0;

    say_ready();
    for (enum pin pin = 0; !is_told_to_end(); pin = (pin + 1) % PINS) {
        const int fd = count < KEPT_MAX ? pin_open(pin, NULL) : -1;

        if (fd >= 0)
            kept[count++] = (struct held){.pin = pin, .unread = fd};
    }
    for (size_t i = 0; i < count; i++)
        if (kept[i].pin != PIN_WALK)
            expect_bytes(&kept[i], "opened in between", read_some(kept[i].unread), 0);
        else if (run_walk(kept[i].unread) == WIRE_WALKED)
            fail("the walk still works for who has opened it in between");
    printf("%zu\n", count);
}

/* Not every kernel has the walk. */
static bool is_pinned(enum pin pin)
{
    const int fd = pin_open(pin, NULL);

    if (fd >= 0)
        close(fd);
    return fd != -ENOENT;
}

static void keep_all(void)
{
    const int walk = is_pinned(PIN_WALK) ? open_pin(PIN_WALK) : -1;
    struct held streams[PINS];
    size_t count = 0;

    for (enum pin pin = 0; pin < PINS; pin++)
        if (pin != PIN_WALK)
            streams[count++] = open_stream(pin);
    if (walk >= 0)
        expect_answer(walk, WIRE_WALKED);
    say_ready();
    getchar();
    for (size_t i = 0; i < count; i++)
        expect_revoked(&streams[i]);
    if (walk >= 0)
        expect_answer(walk, WIRE_REVOKED);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "race") == 0)
        keep_whatever_there_is();
    else
        keep_all();
    return EXIT_SUCCESS;
}
