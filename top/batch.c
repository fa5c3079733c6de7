/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/batch.h"

#include <errno.h>
#include <limits.h>
#include <unistd.h>

#include "top/base/clock.h"
#include "top/out_json.h"
#include "top/screens/screens.h"
#include "top/signals/interrupt.h"
#include "top/update/update.h"
#include "top/visible.h"

#define INTERRUPTS_THAT_END (INTERRUPT_END | INTERRUPT_BREAK | INTERRUPT_PIPE)

/*
 * Waits until the time, or where there is a descriptor until it is ready if that is before: at once
 * with a time gone by, for ever below 0. Stops meanwhile when asked to; false when the program is
 * to end.
 */
static bool rest(struct pollfd *fd, int64_t until_ns)
{
    for (;;) {
        int64_t left_ns = until_ns < 0 ? -1 : until_ns - clock_now_ns();
        unsigned interrupts;

        if (until_ns >= 0 && left_ns < 0)
            left_ns = 0;
        interrupts = interrupt_wait(fd, fd ? 1 : 0, left_ns);
        if (interrupts & INTERRUPTS_THAT_END)
            return false;
        if (interrupts & INTERRUPT_SUSPEND)
            interrupt_stop();
        if ((fd && fd->revents) || (until_ns >= 0 && clock_now_ns() >= until_ns))
            return true;
    }
}

/*
 * 0 or -errno. A signal that is to end the program waits until the frame is whole, but not for a
 * reader that takes no more: -EINTR in both cases. What is ready has room for that many bytes.
 */
static int write_all(const char *bytes, size_t len)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    bool ends = false;

    while (len) {
        ssize_t written;

        if (!rest(&out, ends ? 0 : -1)) {
            ends = true;
            continue;
        }
        if (!out.revents)
            return -EINTR;
        written = write(STDOUT_FILENO, bytes, len < PIPE_BUF ? len : PIPE_BUF);
        if (written < 0)
            return -errno;
        bytes += written;
        len -= (size_t)written;
    }
    return ends ? -EINTR : 0;
}

/* What one frame after the other is put together in. */
struct press_room {
    struct reading reading;
    struct frame frame;
    struct json *json; /* NULL: frames are text */
    struct buf out;
    bool over; /* a signal has come that ends the program */
};

static void put_frame(struct model *model, struct press_room *room)
{
    if (room->json) {
        json_put_frame(model, room->json, &room->out);
        return;
    }
    view_screen(model, &room->frame);
    frame_put_text(&room->frame, &room->out);
    if (room->frame.failed)
        room->out.failed = true;
}

static enum ending print_frame(struct model *model, struct scanner *scanner,
                               struct press_room *room, int *error)
{
    const struct wish wish = model_wish(model);
    const struct event event = {.kind = EVENT_READING, .as.reading = &room->reading};

    *error = scanner_read(scanner, &wish, &room->reading);
    if (*error)
        return *error == -ENOMEM ? ENDING_MEMORY : ENDING_SCAN;
    buf_clear(&room->out);
    if (model->reading && !room->json)
        buf_putc(&room->out, '\n'); /* an empty line between two frames */
    update(model, &event);
    visible_fill(model, scanner_source(scanner));
    put_frame(model, room);
    if (model->failed || room->out.failed)
        return ENDING_MEMORY;
    *error = write_all(room->out.data, room->out.len);
    room->over = *error == -EINTR;
    if (room->over)
        *error = 0;
    return *error ? ENDING_OUTPUT : ENDING_ASKED;
}

enum ending batch_run(struct model *model, struct scanner *scanner, struct json *json,
                      uint64_t iterations, int *error)
{
    struct press_room room = {.json = json};
    enum ending ending = ENDING_ASKED;

    reading_init(&room.reading);
    frame_init(&room.frame);
    for (uint64_t i = 0; ending == ENDING_ASKED && !room.over; i++) {
        /* At once with no pause, but a signal that came while scanning is not passed over. */
        if (!rest(NULL, i ? clock_now_ns() + (int64_t)model->delay_ns : 0))
            break;
        ending = print_frame(model, scanner, &room, error);
        if (iterations && i + 1 == iterations)
            break;
    }
    model->reading = NULL;
    reading_fini(&room.reading);
    frame_fini(&room.frame);
    buf_fini(&room.out);
    return ending;
}
