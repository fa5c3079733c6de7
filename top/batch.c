/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/batch.h"

#include <errno.h>
#include <unistd.h>

#include "top/interrupt.h"
#include "top/out_json.h"
#include "top/update/update.h"
#include "top/view/view.h"
#include "top/work/visible.h"

/* 0 or -errno. */
static int write_all(const char *bytes, size_t len)
{
    while (len) {
        ssize_t written = write(STDOUT_FILENO, bytes, len);

        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return -errno;
        bytes += written;
        len -= (size_t)written;
    }
    return 0;
}

/* What one frame after the other is put together in. */
struct press_room {
    struct reading reading;
    struct frame frame;
    struct json *json; /* NULL: frames are text */
    struct buf out;
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
    return *error ? ENDING_OUTPUT : ENDING_ASKED;
}

enum ending batch_run(struct model *model, struct scanner *scanner, struct json *json,
                      uint64_t iterations, int *error)
{
    struct press_room room = {.json = json};
    enum ending ending = ENDING_ASKED;

    reading_init(&room.reading);
    frame_init(&room.frame);
    for (uint64_t i = 0; ending == ENDING_ASKED; i++) {
        int64_t pause_ns = i ? (int64_t)model->delay_ns : 0;

        /* At once with no pause, but a signal that came while printing is not passed over. */
        if (interrupt_wait(NULL, 0, pause_ns) & (INTERRUPT_END | INTERRUPT_BREAK | INTERRUPT_PIPE))
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
