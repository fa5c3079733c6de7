/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/batch.h"

#include <errno.h>
#include <limits.h>
#include <unistd.h>

#include "top/base/clock.h"
#include "top/model/sample_request.h"
#include "top/out_json.h"
#include "top/screens/screens.h"
#include "top/signals/interrupt.h"
#include "top/update/update.h"
#include "top/visible_details.h"
#include "top/work/detail_loader.h"

/*
 * Waits until the time, or until the descriptor, if there is one, is ready. Handles SIGTSTP
 * meanwhile; false when the program has to end.
 */
static bool wait_until(struct pollfd *fd, int64_t until_ns)
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
 * 0 or -errno. After a signal that ends the program the frame is completed, unless that would
 * block: -EINTR in both cases. A ready pipe has room for PIPE_BUF bytes, pipe(7).
 */
static int write_all(const char *bytes, size_t len)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    bool ends = false;

    while (len) {
        ssize_t written;

        if (!wait_until(&out, ends ? 0 : CLOCK_NEVER)) {
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

/* What all frames share. */
struct printer {
    const struct run *run;
    uint64_t frames;              /* begun so far */
    struct json *json;            /* NULL: frames are text */
    struct detail_loader *loader; /* NULL: not needed so far */
    struct detail_requests missing;
    struct frame frame;
    struct buf out;
};

/* 0 or -errno: -EINTR when the program has to end. */
static int read_tasks(struct printer *printer, struct sample **out)
{
    struct sample_request request = sample_request_of(printer->run->model);
    struct pollfd ready = {.fd = sampler_fd(printer->run->sampler), .events = POLLIN};
    int64_t due_ns;
    int result;

    request.last = ++printer->frames == printer->run->iterations;
    result = sampler_request(printer->run->sampler, &request);
    while (!result && !(*out = sampler_take(printer->run->sampler))) {
        result = sampler_poll(printer->run->sampler, &due_ns);
        if (!result && !wait_until(&ready, due_ns))
            result = -EINTR;
    }
    return result ? result : (*out)->error;
}

/* Whether rows lack something that the scan did not read. */
static bool is_missing_details(struct printer *printer)
{
    printer->missing.count = 0;
    visible_details_list(printer->run->model, NULL, &printer->missing);
    return printer->missing.count;
}

/* As read_tasks(). */
static int read_details(struct printer *printer, struct buf *why)
{
    struct model *model = printer->run->model;
    int result = 0;

    if (!is_missing_details(printer))
        return 0;
    if (!printer->loader)
        result = detail_loader_open(printer->run->source_options, visible_details_list,
                                    &printer->loader, why);
    if (!result)
        detail_loader_renew(printer->loader, model, NULL);
    while (!result) {
        struct pollfd ready = {.fd = detail_loader_fd(printer->loader), .events = POLLIN};
        int64_t due_ns;
        int count = detail_loader_load(printer->loader, model, &due_ns);

        if (count < 0)
            return count;
        if (!detail_loader_is_loading(printer->loader))
            return 0;
        if (!wait_until(&ready, due_ns))
            result = -EINTR;
    }
    return result;
}

static void put_frame(struct printer *printer)
{
    struct model *model = printer->run->model;

    if (printer->json) {
        out_json_put_frame(model, printer->json, &printer->out);
        return;
    }
    screen_view(model, &printer->frame);
    frame_put_text(&printer->frame, &printer->out);
    buf_putc(&printer->out, '\n'); /* an empty line says that it is complete */
    if (printer->frame.failed)
        printer->out.failed = true;
}

/* ENDING_ASKED when there is more to print. */
static struct ending print_frame(struct printer *printer, struct buf *why)
{
    struct model *model = printer->run->model;
    struct event event = {.kind = EVENT_SAMPLE};
    int result = read_tasks(printer, &event.as.sample);

    if (result)
        return (struct ending){ENDING_SCAN, result};
    buf_clear(&printer->out);
    update(model, &event);
    result = read_details(printer, why);
    if (result)
        return (struct ending){ENDING_SCAN, result};
    put_frame(printer);
    result = name_cache_error(model->context.names);
    if (result)
        return (struct ending){ENDING_SCAN, result};
    if (model->failed || printer->out.failed)
        return (struct ending){ENDING_MEMORY, -ENOMEM};
    result = write_all(printer->out.data, printer->out.len);
    return (struct ending){result ? ENDING_OUTPUT : ENDING_ASKED, result};
}

static struct ending print_frames(struct printer *printer, struct buf *why)
{
    struct ending ending = {.kind = ENDING_ASKED};

    for (uint64_t i = 0; ending.kind == ENDING_ASKED; i++) {
        int64_t pause_ns = i ? (int64_t)printer->run->model->settings.delay_ns : 0;

        /* Without a pause this only checks for signals. */
        if ((i && i == printer->run->iterations) || !wait_until(NULL, clock_now_ns() + pause_ns))
            break;
        ending = print_frame(printer, why);
    }
    if (ending.result == -EINTR)
        return (struct ending){.kind = ENDING_ASKED};
    if (ending.result == -ENOMEM)
        ending.kind = ENDING_MEMORY;
    return ending;
}

struct ending batch_run(const struct run *run, struct json *json, struct buf *why)
{
    struct printer printer = {.run = run, .json = json};
    struct ending ending;

    frame_init(&printer.frame);
    ending = print_frames(&printer, why);
    run->model->sample = NULL;
    detail_loader_close(printer.loader);
    detail_requests_fini(&printer.missing);
    frame_fini(&printer.frame);
    buf_fini(&printer.out);
    return ending;
}
