/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/run.h"

#include <errno.h>

#include "lib/base/units.h"
#include "top/interactive_loop.h"
#include "top/model/model.h"
#include "top/screens/screens.h"
#include "top/update/update.h"
#include "top/work/worker_pool.h"

/*
 * Drawing waits up to this long for missing details and names. Most arrive at once, so the screen
 * changes only once.
 */
#define GRACE_NS (NS_PER_S / 100)

/* The first sample has what can be read in this time, the next one has all. */
#define FIRST_LIMIT_NS (NS_PER_S / 12)

/* Before there are tasks, nothing is drawn for this long unless a key is pressed. */
#define EMPTY_NS (NS_PER_S / 4)

/* The last frame (-n) waits up to this long for names. */
#define LAST_NAMES_NS NS_PER_S

static void wake_by(struct loop *loop, int64_t time_ns)
{
    if (time_ns < loop->wake_ns)
        loop->wake_ns = time_ns;
}

/*
 * The only rule about time: whatever depends on it is checked in each round, and if it is not due
 * yet the loop wakes up when it is.
 */
static bool is_due(struct loop *loop, int64_t time_ns)
{
    if (loop->now_ns >= time_ns)
        return true;
    wake_by(loop, time_ns);
    return false;
}

/* Whether all samples of -n have been shown. */
static bool has_all_samples(const struct loop *loop)
{
    return loop->iterations && loop->shown >= loop->iterations;
}

/* Requests the next scan when it is due, but never while another one runs. */
static void scan(struct loop *loop)
{
    int64_t due_ns;
    int result = 0;

    if (!loop->scanning && !has_all_samples(loop) && is_due(loop, loop->next_scan_ns)) {
        struct sample_request request = sample_request_of(loop->model);

        visible_details_put_shown(loop->model, &request);
        request.early = !model_has_all_tasks(loop->model);
        request.limit_ns = loop->model->sample ? 0 : FIRST_LIMIT_NS;
        result = sampler_request(loop->sampler, &request);
        loop->scanning = true;
        loop->again = false;
        loop->next_scan_ns = loop_next_scan_ns(loop);
    }
    if (!result)
        result = sampler_poll(loop->sampler, &due_ns);
    if (result)
        loop_end(loop, ENDING_MEMORY, result);
    else
        wake_by(loop, due_ns);
}

static void load_details(struct loop *loop)
{
    const struct event event = {.kind = EVENT_FILLED};
    int64_t due_ns;
    int count = detail_loader_load(loop->details, loop->model, &due_ns);

    if (count < 0)
        loop_end(loop, count == -ENOMEM ? ENDING_MEMORY : ENDING_SCAN, count);
    if (count > 0) {
        loop_dispatch(loop, &event);
        wake_by(loop, loop->next_scan_ns); /* the pane may need figures of a group that is new */
    }
    wake_by(loop, due_ns);
}

static bool waits_for_details(struct loop *loop)
{
    return detail_loader_is_loading(loop->details) && !is_due(loop, loop->changed_ns + GRACE_NS);
}

static bool waits_for_names(struct loop *loop, int64_t limit_ns)
{
    int64_t since_ns;

    return name_resolver_is_awaited(loop->names, &since_ns) && !is_due(loop, since_ns + limit_ns);
}

/* Before there are tasks, the screen is drawn only after a key or after EMPTY_NS. */
static bool waits_for_tasks(struct loop *loop)
{
    return !loop->model->sample && !loop->pressed && !is_due(loop, loop->begun_ns + EMPTY_NS);
}

/* Making the frame shows which names are missing. It is made again when they have arrived. */
static void draw(struct loop *loop)
{
    if (!loop->changed || waits_for_tasks(loop) || waits_for_details(loop) ||
        waits_for_names(loop, GRACE_NS))
        return;
    screen_view(loop->model, &loop->frame);
    if (loop->model->failed || loop->frame.failed) {
        loop_end(loop, ENDING_MEMORY, -ENOMEM);
        return;
    }
    if (name_resolver_ask(loop->names) && waits_for_names(loop, GRACE_NS))
        return;
    term_set_mouse(loop->term, loop->model->settings.mouse);
    if (term_draw(loop->term, &loop->frame, loop->afresh) < 0)
        loop_end(loop, ENDING_MEMORY, -ENOMEM);
    loop->changed = loop->afresh = false;
}

/* Whether the last sample is on the screen, as complete as it will be. */
static bool is_finished(struct loop *loop)
{
    return has_all_samples(loop) && !loop->changed && !detail_loader_is_loading(loop->details) &&
           !waits_for_names(loop, LAST_NAMES_NS);
}

/* A name left unresolved for lack of memory or descriptors is an error, as in batch mode. */
static void finish(struct loop *loop)
{
    const int result = name_resolver_error(loop->names);

    if (result == 0)
        loop_end(loop, ENDING_ASKED, 0);
    else
        loop_end(loop, result == -ENOMEM ? ENDING_MEMORY : ENDING_SCAN, result);
}

static void run_loop(struct loop *loop)
{
    int64_t due_ns;

    loop->begun_ns = clock_ns(CLOCK_MONOTONIC);
    loop_take_size(loop);
    while (!loop->ended) {
        loop->now_ns = clock_ns(CLOCK_MONOTONIC);
        loop->wake_ns = CLOCK_NEVER;
        scan(loop);
        if (loop->model->sample)
            load_details(loop);
        name_resolver_poll(loop->names, &due_ns);
        wake_by(loop, due_ns);
        if (!loop->ended)
            draw(loop);
        if (!loop->ended && is_finished(loop))
            finish(loop);
        if (!loop->ended)
            loop_wait(loop);
    }
}

static int open_all(struct loop *loop, const struct run *run, struct buf *why)
{
    int result = detail_loader_open(run->source_options, visible_details_list, &loop->details, why);

    if (!result)
        result = name_resolver_open(run->model->context.names, run->model->context.containers,
                                    run->container_root, &loop->names);
    if (!result)
        result = term_open(&loop->term, &loop->model->colour_count, why);
    return result;
}

static void tell_of_threadless(struct model *model)
{
    struct buf message = {0};

    if (worker_pools_put_threadless(&message)) {
        model_set_message(model, "%s", buf_message(&message));
        model->message_stays = true;
    }
    buf_fini(&message);
}

static void give_back(struct loop *loop)
{
    loop->model->sample = loop->model->newest = NULL;
    detail_loader_close(loop->details);
    name_resolver_close(loop->names);
    frame_fini(&loop->frame);
}

struct ending interactive_run(const struct run *run, struct saving saving, struct buf *why)
{
    struct loop loop = {
        .model = run->model,
        .sampler = run->sampler,
        .saving = saving,
        .iterations = run->iterations,
    };
    int result;

    frame_init(&loop.frame);
    inspector_init(&loop.inspector);
    result = open_all(&loop, run, why);
    if (result) {
        loop_end(&loop, ENDING_START, result);
    } else {
        tell_of_threadless(loop.model);
        run_loop(&loop);
    }
    /* First the terminal: the user waits for it. */
    if (term_close(loop.term, loop.ending.kind == ENDING_ASKED ? &loop.frame : NULL) < 0)
        loop_end(&loop, ENDING_MEMORY, -ENOMEM);
    inspector_stop(&loop.inspector);
    if (!LEAVES_AT_ONCE)
        give_back(&loop);
    return loop.ending;
}
