/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/run.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "top/base/foreground.h"
#include "top/base/interrupts.h"
#include "top/model/model.h"
#include "top/screens/screens.h"
#include "top/update/update.h"
#include "top/work/detail_loader.h"
#include "top/work/name_resolver.h"
#include "top/work/worker_pool.h"

/*
 * A frame waits for names until this long after the last request, or for the time limit of stuck
 * tasks if that is longer.
 */
#define NAMES_NS (5 * NS_PER_S)

static bool is_any_ready(const struct pollfd *fds, nfds_t count)
{
    while (count > 0)
        if (fds[--count].revents)
            return true;
    return false;
}

/*
 * Waits until this time or until a descriptor is ready. Handles SIGTSTP meanwhile. False: the
 * program has to end.
 */
static bool wait_until(struct pollfd *fds, nfds_t count, int64_t until_ns)
{
    for (;;) {
        unsigned interrupts = interrupt_wait(fds, count, clock_left_ns(until_ns));

        if (interrupt_take_end(interrupts))
            return false;
        if (interrupts & INTERRUPT_SUSPEND)
            foreground_stop(STDOUT_FILENO);
        if (is_any_ready(fds, count) || clock_ns(CLOCK_MONOTONIC) >= until_ns)
            return true;
    }
}

/*
 * Under `stty tostop` output from the background stops the program, and the kernel would restart
 * write(2) and stop it again, with the signal that ends it pending.
 */
static void await_foreground(void)
{
    struct termios modes;

    if (tcgetattr(STDOUT_FILENO, &modes) == 0 && modes.c_lflag & TOSTOP)
        foreground_await(STDOUT_FILENO, interrupt_end_if_signalled);
}

/*
 * Writes all bytes: 0 or -errno. After a signal that ends the program the frame is completed,
 * unless that would block: -EINTR in both cases. A ready pipe has room for PIPE_BUF bytes, pipe(7).
 */
static int write_all(const char *bytes, size_t len)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    bool ends = false;

    while (len) {
        ssize_t written;

        if (!wait_until(&out, 1, ends ? 0 : CLOCK_NEVER)) {
            if (interrupt_error())
                return -EINTR;
            ends = true;
            continue;
        }
        if (!out.revents)
            return -EINTR;
        await_foreground();
        written = write(STDOUT_FILENO, bytes, len < PIPE_BUF ? len : PIPE_BUF);
        if (written < 0)
            return -errno;
        bytes += written;
        len -= (size_t)written;
    }
    return ends ? -EINTR : 0;
}

/* The state that frames share. */
struct printer {
    const struct run *run;
    uint64_t frames;              /* number of frames begun */
    struct json *json;            /* NULL: frames are text */
    struct detail_loader *loader; /* NULL: not needed yet */
    struct detail_requests missing;
    struct name_resolver *names;
    bool warned; /* the message that there are no threads was printed */
    struct frame frame;
    struct buf out;
};

/* Makes a sample. 0 or -errno: -EINTR if the program has to end. */
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
        if (!result && !wait_until(&ready, 1, due_ns))
            result = -EINTR;
    }
    return result ? result : (*out)->error;
}

/* Whether rows show figures that the scan did not read. */
static bool is_missing_details(struct printer *printer)
{
    printer->missing.count = 0;
    visible_details_list(printer->run->model, NULL, &printer->missing);
    return printer->missing.count;
}

/* Reads those figures. 0 or -errno, as read_tasks(). */
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
        if (!wait_until(&ready, 1, due_ns))
            result = -EINTR;
    }
    return result;
}

static void put_frame(struct printer *printer)
{
    struct model *model = printer->run->model;

    buf_clear(&printer->out);
    if (printer->json) {
        out_json_put_frame(model, printer->json, &printer->out);
        return;
    }
    screen_view(model, &printer->frame);
    frame_put_text(&printer->frame, &printer->out);
    buf_putc(&printer->out, '\n'); /* an empty line marks the end of a frame */
    if (printer->frame.failed)
        printer->out.failed = true;
}

static int64_t names_end_ns(int64_t since_ns)
{
    const int64_t patience_ns = worker_pools_patience_ns();

    if (patience_ns == 0)
        return CLOCK_NEVER;
    return since_ns + (patience_ns > NAMES_NS ? patience_ns : NAMES_NS);
}

static void take_names(struct printer *printer)
{
    struct named_user user;

    while (name_resolver_take(printer->names, &user) != NAMED_NOTHING)
        continue;
}

/*
 * Waits for outstanding names; those that arrive in time are in the cache. 0, or -EINTR as
 * read_tasks().
 */
static int wait_for_names(struct printer *printer)
{
    int64_t since_ns;

    while (name_resolver_is_awaited(printer->names, &since_ns)) {
        const int64_t end_ns = names_end_ns(since_ns);
        struct pollfd fds[NAME_FDS];
        int64_t due_ns;

        name_resolver_fds(printer->names, fds);
        name_resolver_poll(printer->names, &due_ns);
        if (!wait_until(fds, NAME_FDS, due_ns < end_ns ? due_ns : end_ns))
            return -EINTR;
        if (!is_any_ready(fds, NAME_FDS) && clock_ns(CLOCK_MONOTONIC) >= end_ns)
            break;
        take_names(printer);
    }
    return 0;
}

/*
 * Making the frame shows which names are missing. With the names it may have other rows, so it is
 * made again.
 */
static int complete_frame(struct printer *printer, struct buf *why)
{
    const struct event named = {.kind = EVENT_NAMES};
    int result = read_details(printer, why);

    for (;;) {
        if (result)
            return result;
        put_frame(printer);
        /* Names for which there was no memory would be requested forever. */
        if (!name_resolver_ask(printer->names) || name_resolver_error(printer->names))
            return 0;
        result = wait_for_names(printer);
        update(printer->run->model, &named);
        if (!result)
            result = read_details(printer, why);
    }
}

static void warn_of_threadless(struct printer *printer)
{
    struct buf message = {0};

    if (!printer->warned && worker_pools_put_threadless(&message)) {
        complain(printer->run->model->program, buf_message(&message));
        printer->warned = true;
    }
    buf_fini(&message);
}

/* Prints the next frame. ENDING_ASKED with 0: it is printed. */
static struct ending print_frame(struct printer *printer, struct buf *why)
{
    struct model *model = printer->run->model;
    struct event event = {.kind = EVENT_SAMPLE};
    int result = read_tasks(printer, &event.as.sample);

    if (result)
        return (struct ending){ENDING_SCAN, result};
    take_names(printer); /* those that were too late for the previous frame */
    update(model, &event);
    result = complete_frame(printer, why);
    warn_of_threadless(printer);
    if (!result)
        result = name_resolver_error(printer->names);
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
        if ((i && i == printer->run->iterations) ||
            !wait_until(NULL, 0, clock_ns(CLOCK_MONOTONIC) + pause_ns))
            break;
        ending = print_frame(printer, why);
    }
    if (ending.result == -EINTR)
        return (struct ending){.kind = ENDING_ASKED};
    if (ending.result == -ENOMEM)
        ending.kind = ENDING_MEMORY;
    return ending;
}

struct ending batch_run(const struct run *run, bool as_json, struct buf *why)
{
    struct printer printer = {.run = run};
    struct ending ending;
    int result = as_json ? json_open(&printer.json, why) : 0;

    frame_init(&printer.frame);
    if (!result)
        result = name_resolver_open(run->model->context.names, run->model->context.containers,
                                    run->container_root, &printer.names);
    ending = result ? (struct ending){ENDING_START, result} : print_frames(&printer, why);
    run->model->sample = run->model->newest = NULL;
    name_resolver_close(printer.names);
    detail_loader_close(printer.loader);
    detail_requests_fini(&printer.missing);
    frame_fini(&printer.frame);
    buf_fini(&printer.out);
    json_close(printer.json);
    return ending;
}
