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
#include "top/visible_details.h"
#include "top/work/detail_loader.h"

#define INTERRUPTS_THAT_END (INTERRUPT_END | INTERRUPT_BREAK | INTERRUPT_PIPE)

/*
 * Waits until the time, or where there is a descriptor until it is ready if that is before. Stops
 * meanwhile when asked to; false when the program is to end.
 */
static bool rest(struct pollfd *fd, int64_t until_ns)
{
    for (;;) {
        unsigned interrupts = interrupt_wait(fd, fd ? 1 : 0, clock_left_ns(until_ns));

        if (interrupts & INTERRUPTS_THAT_END)
            return false;
        if (interrupts & INTERRUPT_SUSPEND)
            interrupt_stop();
        if ((fd && fd->revents) || clock_now_ns() >= until_ns)
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

        if (!rest(&out, ends ? 0 : CLOCK_NEVER)) {
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
    const struct batch *run;
    struct detail_loader *loader; /* NULL: no row has lacked anything so far */
    struct detail_requests missing;
    struct frame frame;
    struct buf out;
};

/* 0 or -errno: -EINTR when the program is to end. */
static int read_tasks(struct press_room *room, struct sample **out)
{
    const struct sample_request request = model_sample_request(room->run->model);
    struct pollfd ready = {.fd = sampler_fd(room->run->sampler), .events = POLLIN};
    int result = sampler_request(room->run->sampler, &request);
    int64_t due_ns;

    while (!result && !(*out = sampler_take(room->run->sampler))) {
        result = sampler_poll(room->run->sampler, &due_ns);
        if (!result && !rest(&ready, due_ns))
            result = -EINTR;
    }
    return result ? result : (*out)->error;
}

/* Whether rows lack something: not where the scan was asked for all of them. */
static bool is_missing_details(struct press_room *room)
{
    room->missing.count = 0;
    visible_details_list(room->run->model, NULL, &room->missing);
    return room->missing.count;
}

/* As read_tasks(). */
static int read_details(struct press_room *room, struct buf *why)
{
    struct model *model = room->run->model;
    int result = 0;

    if (!is_missing_details(room))
        return 0;
    if (!room->loader)
        result =
            detail_loader_open(room->run->source_options, visible_details_list, &room->loader, why);
    if (!result)
        detail_loader_renew(room->loader, model, NULL);
    while (!result) {
        struct pollfd ready = {.fd = detail_loader_fd(room->loader), .events = POLLIN};
        int64_t due_ns;
        int count = detail_loader_load(room->loader, model, &due_ns);

        if (count < 0)
            return count;
        if (!detail_loader_is_loading(room->loader))
            return 0;
        if (!rest(&ready, due_ns))
            result = -EINTR;
    }
    return result;
}

static void put_frame(struct press_room *room)
{
    struct model *model = room->run->model;

    if (room->run->json) {
        json_put_frame(model, room->run->json, &room->out);
        return;
    }
    view_screen(model, &room->frame);
    frame_put_text(&room->frame, &room->out);
    if (room->frame.failed)
        room->out.failed = true;
}

/* ENDING_ASKED and 0 where there is no ending yet. */
static enum ending print_frame(struct press_room *room, int *error, struct buf *why)
{
    struct model *model = room->run->model;
    struct event event = {.kind = EVENT_SAMPLE};

    *error = read_tasks(room, &event.as.sample);
    if (*error)
        return ENDING_SCAN;
    buf_clear(&room->out);
    if (model->sample && !room->run->json)
        buf_putc(&room->out, '\n'); /* an empty line between two frames */
    update(model, &event);
    *error = read_details(room, why);
    if (*error)
        return ENDING_SCAN;
    put_frame(room);
    if (model->failed || room->out.failed)
        return ENDING_MEMORY;
    *error = write_all(room->out.data, room->out.len);
    return *error ? ENDING_OUTPUT : ENDING_ASKED;
}

static enum ending print_frames(struct press_room *room, int *error, struct buf *why)
{
    enum ending ending = ENDING_ASKED;

    for (uint64_t i = 0; !*error && ending == ENDING_ASKED; i++) {
        int64_t pause_ns = i ? (int64_t)room->run->model->delay_ns : 0;

        /* At once with no pause, but a signal that came meanwhile is not passed over. */
        if ((i && i == room->run->iterations) || !rest(NULL, clock_now_ns() + pause_ns))
            break;
        ending = print_frame(room, error, why);
    }
    if (*error == -ENOMEM)
        return ENDING_MEMORY;
    if (*error != -EINTR)
        return ending;
    *error = 0;
    return ENDING_ASKED;
}

enum ending batch_run(const struct batch *run, int *error, struct buf *why)
{
    struct press_room room = {.run = run};
    enum ending ending;

    frame_init(&room.frame);
    ending = print_frames(&room, error, why);
    run->model->sample = NULL;
    detail_loader_close(room.loader);
    detail_requests_fini(&room.missing);
    frame_fini(&room.frame);
    buf_fini(&room.out);
    return ending;
}
