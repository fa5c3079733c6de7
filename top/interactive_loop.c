/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/interactive_loop.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "top/base/interrupts.h"
#include "top/model/events.h"
#include "top/model/model.h"
#include "top/update/update.h"

/*
 * The kernel counts CPU time in ticks of some milliseconds, so %CPU of a short interval is
 * meaningless: a scan that a key requests waits until this much time has passed.
 */
#define LEAST_INTERVAL_NS (NS_PER_S / 10)

/*
 * Keys are read for this long before signals, samples and the screen get their turn: input may come
 * without an end.
 */
#define KEYS_NS (NS_PER_S / 100)

/* A paste whose end mark was lost ends when no key has come for this long. */
#define PASTE_SILENCE_NS (5 * (int64_t)NS_PER_S)

void loop_change(struct loop *loop)
{
    if (!loop->changed)
        loop->changed_ns = clock_ns(CLOCK_MONOTONIC);
    loop->changed = true;
}

void loop_end(struct loop *loop, enum ending_kind kind, int result)
{
    loop->ended = true;
    loop->ending = (struct ending){kind, result};
}

int64_t loop_next_scan_ns(const struct loop *loop)
{
    const struct model *model = loop->model;

    return model->paused ? CLOCK_NEVER
                         : clock_ns(CLOCK_MONOTONIC) + (int64_t)model->settings.delay_ns;
}

/* Brings the next scan forward, but not closer to the last one than LEAST_INTERVAL_NS. */
static void hasten_scan(struct loop *loop)
{
    int64_t earliest_ns = loop->last_scan_ns + LEAST_INTERVAL_NS;

    if (loop->scanning)
        loop->again = true;
    else if (earliest_ns < loop->next_scan_ns)
        loop->next_scan_ns = earliest_ns;
}

static void tell(struct loop *loop, const char *message)
{
    update(loop->model, &(struct event){.kind = EVENT_MESSAGE, .as.message = message});
}

/* The next scan shows the effect. */
static void act_on_task(struct loop *loop, const struct effects *effects)
{
    struct buf message = {0};

    if (effects->tagged)
        actions_act_on_tags(loop->model, effects, &message);
    else
        actions_act_on_task(effects, &message);
    tell(loop, buf_message(&message));
    buf_fini(&message);
    hasten_scan(loop);
}

static void save(struct loop *loop)
{
    struct buf message = {0};

    actions_save(loop->model, loop->saving, &message);
    tell(loop, buf_message(&message));
    buf_fini(&message);
}

/* Ends the inspection: its output is complete, or no longer needed. */
static void end_inspection(struct loop *loop, const char *why)
{
    const struct event event = {.kind = EVENT_OUTPUT_END, .as.message = why};

    inspector_stop(&loop->inspector);
    update(loop->model, &event);
}

static void inspect(struct loop *loop, const struct effects *effects)
{
    const struct inspect_entry *entry =
        inspect_entry_at(&loop->model->inspect_entries, effects->entry);
    struct buf why = {0};
    int result;

    if (actions_may_inspect(effects, &why)) {
        result = inspector_start(&loop->inspector, entry, effects->pid);
        if (result)
            end_inspection(loop, strerror(-result));
    } else {
        end_inspection(loop, buf_message(&why));
    }
    buf_fini(&why);
}

static void find_user(struct loop *loop)
{
    int result = name_resolver_ask_user(loop->names, loop->model->wanted_user.name);

    if (result)
        tell(loop, strerror(-result));
}

static void carry_out(struct loop *loop, const struct effects *effects)
{
    switch (effects->action) {
    case ACTION_NONE:
        break;
    case ACTION_SIGNAL:
    case ACTION_RENICE:
    case ACTION_RENICE_AUTOGROUP:
        act_on_task(loop, effects);
        break;
    case ACTION_INSPECT:
        inspect(loop, effects);
        break;
    case ACTION_INSPECT_STOP:
        end_inspection(loop, NULL);
        break;
    case ACTION_SAVE:
        save(loop);
        break;
    case ACTION_FIND_USER:
        find_user(loop);
        break;
    }
}

void loop_dispatch(struct loop *loop, const struct event *event)
{
    uint64_t delay_ns = loop->model->settings.delay_ns;
    bool paused = loop->model->paused;
    struct effects effects = update(loop->model, event);
    const bool may_scan = paused || !loop->model->paused; /* the key that pauses requests no scan */

    loop_change(loop);
    loop->afresh |= effects.redraw;
    if (delay_ns != loop->model->settings.delay_ns || paused != loop->model->paused)
        loop->next_scan_ns = loop_next_scan_ns(loop);
    if (effects.quit)
        loop_end(loop, ENDING_ASKED, 0);
    else if (effects.action != ACTION_NONE)
        carry_out(loop, &effects);
    else if (loop->model->sample &&
             (effects.scan || (may_scan && sample_request_is_wanted(loop->model, event->kind))))
        hasten_scan(loop);
}

static void take_sample(struct loop *loop)
{
    struct sample *sample = sampler_take(loop->sampler);
    const struct sample *before = loop->model->newest;
    struct event event = {.kind = EVENT_SAMPLE, .as.sample = sample};

    if (!sample)
        return;
    loop->scanning = false;
    if (sample->error) {
        loop_end(loop, sample->error == -ENOMEM ? ENDING_MEMORY : ENDING_SCAN, sample->error);
        return;
    }
    loop->last_scan_ns = clock_ns(CLOCK_MONOTONIC);
    if (loop->again)
        hasten_scan(loop);
    loop_dispatch(loop, &event);
    detail_loader_renew(loop->details, loop->model, before);
    if (sample->snapshot.incomplete)
        loop->next_scan_ns = loop->last_scan_ns;
    else if (sample->early && !loop->model->paused)
        loop->next_scan_ns = loop->last_scan_ns + SAMPLE_EARLY_NS;
    else
        loop->shown++;
}

void loop_take_size(struct loop *loop)
{
    struct event event = {.kind = EVENT_SIZE};

    term_size(loop->term, &event.as.size.rows, &event.as.size.cols);
    loop->afresh = true;
    loop_dispatch(loop, &event);
}

/* No key waits. The time when one was read would not do: top itself may have been delayed. */
static void end_lost_paste(struct loop *loop)
{
    if (!loop->model->pasting || clock_left_ns(loop->last_key_ns + PASTE_SILENCE_NS) > 0)
        return;
    loop_dispatch(loop, &(struct event){.kind = EVENT_KEY, .as.key = PRESS_PASTE_END});
    tell(loop, ""); /* no more text is ignored */
}

static void take_key(struct loop *loop)
{
    struct event event = {.kind = EVENT_KEY, .as.key = term_key(loop->term)};
    struct event mouse = {.kind = EVENT_MOUSE};

    loop->keys_wait = event.as.key != TERM_NO_KEY;
    if (event.as.key == TERM_NO_KEY || event.as.key == TERM_UNKNOWN_KEY)
        return;
    loop->pressed = true;
    if (event.as.key != PRESS_MOUSE)
        loop_dispatch(loop, &event);
    else if (term_mouse(&mouse.as.mouse))
        loop_dispatch(loop, &mouse);
}

static void take_keys(struct loop *loop, bool any)
{
    int64_t end_ns;

    if (!any && !loop->keys_wait) {
        end_lost_paste(loop);
        return;
    }
    if (term_has_ended()) {
        loop_end(loop, ENDING_ASKED, 0);
        return;
    }
    end_ns = clock_ns(CLOCK_MONOTONIC) + KEYS_NS;
    do
        take_key(loop);
    while (!loop->ended && loop->keys_wait && clock_ns(CLOCK_MONOTONIC) < end_ns);
    loop->last_key_ns = clock_ns(CLOCK_MONOTONIC);
}

static void take_output(struct loop *loop)
{
    char bytes[16384];
    ssize_t len = inspector_read(&loop->inspector, bytes, sizeof(bytes));
    const struct event event = {.kind = EVENT_OUTPUT, .as.output = {bytes, (size_t)len}};

    if (len > 0)
        loop_dispatch(loop, &event);
    else if (len != -EAGAIN) {
        end_inspection(loop, len ? strerror((int)-len) : NULL);
        loop_change(loop);
    }
}

static void take_names(struct loop *loop)
{
    struct named_user user = {0};
    enum named named;
    bool any = false;

    while ((named = name_resolver_take(loop->names, &user)) != NAMED_NOTHING) {
        struct event event = {.kind = EVENT_USER,
                              .as.user = {user.name, user.known, user.uid, user.error}};

        if (named == NAMED_USER)
            loop_dispatch(loop, &event);
        any |= named == NAMED_ID;
    }
    name_resolver_ask(loop->names); /* what was found missing meanwhile */
    if (any)
        loop_dispatch(loop, &(struct event){.kind = EVENT_NAMES});
}

/* False: another program has it, and reading a key or setting modes would fail. */
static bool keeps_terminal(struct loop *loop, unsigned interrupts)
{
    if (interrupts & INTERRUPT_SUSPEND)
        return term_suspend(loop->term);
    if (interrupts & INTERRUPT_RESUME)
        return term_resume(loop->term);
    return term_keep(loop->term);
}

static void take_interrupts(struct loop *loop, unsigned interrupts)
{
    if (interrupts & INTERRUPT_BREAK && loop->inspector.fd >= 0) {
        inspector_interrupt(&loop->inspector);
        interrupts &= ~(unsigned)INTERRUPT_BREAK;
    }
    if (interrupt_take_end(interrupts))
        loop_end(loop, ENDING_ASKED, 0);
    if (!loop->ended && !keeps_terminal(loop, interrupts))
        loop_end(loop, ENDING_BACKGROUND, -EIO);
    if (!loop->ended && interrupts & (INTERRUPT_SUSPEND | INTERRUPT_RESUME | INTERRUPT_RESIZE))
        loop_take_size(loop);
}

/*
 * The descriptors that the loop waits for. FD_DETAILS only wakes it: each round calls the loader.
 */
enum {
    FD_KEYS,
    FD_SAMPLES,
    FD_OUTPUT,
    FD_DETAILS,
    FD_NAMES,
    FD_COUNT = FD_NAMES + NAME_FDS,
};

void loop_wait(struct loop *loop)
{
    struct pollfd fds[FD_COUNT] = {
        [FD_KEYS] = {.fd = STDIN_FILENO, .events = POLLIN},
        [FD_SAMPLES] = {.fd = sampler_fd(loop->sampler), .events = POLLIN},
        [FD_OUTPUT] = {.fd = loop->inspector.fd, .events = POLLIN}, /* poll(2) ignores -1 */
        [FD_DETAILS] = {.fd = detail_loader_fd(loop->details), .events = POLLIN},
    };

    name_resolver_fds(loop->names, &fds[FD_NAMES]);
    if (loop->keys_wait)
        loop->wake_ns = loop->now_ns;
    if (loop->model->pasting && loop->last_key_ns + PASTE_SILENCE_NS < loop->wake_ns)
        loop->wake_ns = loop->last_key_ns + PASTE_SILENCE_NS;
    take_interrupts(loop, interrupt_wait(fds, FD_COUNT, clock_left_ns(loop->wake_ns)));
    if (!loop->ended)
        take_keys(loop, fds[FD_KEYS].revents != 0);
    if (!loop->ended && fds[FD_SAMPLES].revents)
        take_sample(loop);
    if (!loop->ended && fds[FD_OUTPUT].revents && loop->inspector.fd >= 0)
        take_output(loop);
    if (!loop->ended && (fds[FD_NAMES].revents || fds[FD_NAMES + 1].revents))
        take_names(loop);
    inspector_reap(&loop->inspector);
}
