/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/interactive.h"

#include <errno.h>
#include <string.h>

#include "top/actions.h"
#include "top/base/clock.h"
#include "top/base/i18n.h"
#include "top/base/keys.h"
#include "top/screens/inspect.h"
#include "top/screens/screens.h"
#include "top/signals/interrupt.h"
#include "top/update/update.h"
#include "top/visible.h"
#include "top/work/crew.h"
#include "top/work/inspector.h"
#include "top/work/namer.h"

/*
 * The kernel counts CPU time in ticks of some milliseconds: figures of an interval that is shorter
 * than this say nothing. A scan that is wanted early waits until so much time has passed.
 */
#define LEAST_INTERVAL_NS (NS_PER_S / 10)

/*
 * What rows lack is mostly there at once: so long drawing waits for it, so that the screen changes
 * once and not twice. After the longer time the task being read counts as stuck.
 */
#define FILL_GRACE_NS   (NS_PER_S / 100)
#define FILL_GIVE_UP_NS NS_PER_S

/* The same for names. After the longer time the last frame (-n) does without them. */
#define NAME_GRACE_NS   FILL_GRACE_NS
#define NAME_GIVE_UP_NS NS_PER_S

struct loop {
    struct model *model;
    struct term *term;
    struct crew *crew;  /* scans */
    int64_t tend_in_ns; /* when it is to be seen to; below 0: it need not */
    const char *config_path;
    struct filler *filler;    /* for the rows on the screen */
    struct fill_list to_fill; /* not asked for yet */
    bool fill_failed;         /* nothing more is asked for before the next reading */
    struct namer *namer;
    struct inspector inspector;
    struct frame frame;
    uint64_t iterations, shown;
    int64_t last_scan_ns, next_scan_ns; /* on the monotonic clock; the last one's end */
    bool scanning;                      /* one was asked for that has not come */
    bool again;                         /* and another is wanted then */
    bool changed, afresh;
    int64_t draw_by_ns; /* when it has changed */
    bool ended;
    enum ending ending;
    int error;
};

/* What is shown is to be another: at once, or when the rows are complete. */
static void change(struct loop *loop)
{
    if (!loop->changed)
        loop->draw_by_ns = clock_now_ns() + FILL_GRACE_NS;
    loop->changed = true;
}

static void end(struct loop *loop, enum ending ending, int error)
{
    loop->ended = true;
    loop->ending = ending;
    loop->error = error;
}

/* When the next scan is due that nobody asks for. */
static int64_t next_time(const struct model *model)
{
    return model->paused ? INT64_MAX : clock_now_ns() + (int64_t)model->delay_ns;
}

static void request_scan(struct loop *loop)
{
    const struct wish wish = model_wish(loop->model);

    crew_request(loop->crew, &wish);
    loop->scanning = true;
    loop->again = false;
    loop->next_scan_ns = next_time(loop->model);
}

/* Puts the next scan forward, as far as that makes sense. */
static void hasten_scan(struct loop *loop)
{
    int64_t earliest_ns = loop->last_scan_ns + LEAST_INTERVAL_NS;

    if (loop->scanning)
        loop->again = true;
    else if (earliest_ns < loop->next_scan_ns)
        loop->next_scan_ns = earliest_ns;
}

static void carry_out(struct loop *loop, const struct effects *effects)
{
    char message[sizeof loop->model->message];
    struct event event = {.kind = EVENT_MESSAGE, .as.message = message};

    if (effects->act == ACT_SAVE)
        actions_save(loop->model, loop->config_path, message, sizeof message);
    else
        actions_carry_out(effects, message, sizeof message);
    update(loop->model, &event);
    if (effects->act != ACT_SAVE)
        hasten_scan(loop);
}

/* Of what is inspected no more is wanted, or there is none. */
static void end_inspection(struct loop *loop, const char *why)
{
    const struct event event = {.kind = EVENT_OUTPUT_END, .as.message = why};

    inspector_stop(&loop->inspector);
    update(loop->model, &event);
}

static void inspect(struct loop *loop, const struct effects *effects)
{
    const struct inspect_entry *entry = inspect_entry_at(loop->model, (size_t)effects->value);
    int error = inspector_start(&loop->inspector, entry, effects->pid);

    if (error)
        end_inspection(loop, strerror(-error));
}

static void find_user(struct loop *loop)
{
    int error = namer_ask_user(loop->namer, loop->model->wanted_user.name);
    const struct event event = {.kind = EVENT_MESSAGE, .as.message = strerror(-error)};

    if (error)
        update(loop->model, &event);
}

static void dispatch(struct loop *loop, const struct event *event)
{
    uint64_t delay_ns = loop->model->delay_ns;
    bool paused = loop->model->paused;
    struct effects effects = update(loop->model, event);

    change(loop);
    loop->afresh |= effects.redraw;
    if (delay_ns != loop->model->delay_ns || paused != loop->model->paused)
        loop->next_scan_ns = next_time(loop->model);
    if (effects.quit)
        end(loop, ENDING_ASKED, 0);
    else if (effects.act == ACT_INSPECT)
        inspect(loop, &effects);
    else if (effects.act == ACT_INSPECT_STOP)
        end_inspection(loop, NULL);
    else if (effects.act == ACT_FIND_USER)
        find_user(loop);
    else if (effects.act != ACT_NONE)
        carry_out(loop, &effects);
    else if (loop->model->reading && (effects.scan || !model_is_satisfied(loop->model)))
        hasten_scan(loop);
}

static void take_reading(struct loop *loop)
{
    struct reading *reading = crew_take(loop->crew);
    const struct reading *before = loop->model->reading;
    struct event event = {.kind = EVENT_READING, .as.reading = reading};

    if (!reading)
        return;
    loop->scanning = false;
    if (reading->error) {
        end(loop, reading->error == -ENOMEM ? ENDING_MEMORY : ENDING_SCAN, reading->error);
        return;
    }
    loop->last_scan_ns = clock_now_ns();
    if (loop->again)
        hasten_scan(loop);
    dispatch(loop, &event);
    loop->to_fill.count = 0;
    loop->fill_failed = false;
    visible_list(loop->model, before, &loop->to_fill);
    loop->shown++;
}

static void take_size(struct loop *loop)
{
    struct event event = {.kind = EVENT_SIZE};

    term_size(loop->term, &event.as.size.rows, &event.as.size.cols);
    loop->afresh = true;
    dispatch(loop, &event);
}

static void take_keys(struct loop *loop, short revents)
{
    struct event event = {.kind = EVENT_KEY};

    if (!revents)
        return;
    if (term_has_ended(loop->term, revents)) {
        end(loop, ENDING_ASKED, 0);
        return;
    }
    while (!loop->ended && (event.as.key = term_key(loop->term)) != TERM_NO_KEY) {
        struct event mouse = {.kind = EVENT_MOUSE};

        if (event.as.key != PRESS_MOUSE)
            dispatch(loop, &event);
        else if (term_mouse(loop->term, &mouse.as.mouse))
            dispatch(loop, &mouse);
    }
}

static void take_output(struct loop *loop)
{
    char bytes[16384];
    ssize_t len = inspector_read(&loop->inspector, bytes, sizeof bytes);
    const struct event event = {.kind = EVENT_OUTPUT, .as.output = {bytes, (size_t)len}};

    if (len > 0)
        dispatch(loop, &event);
    else if (len != -EAGAIN) {
        end_inspection(loop, len ? strerror((int)-len) : NULL);
        loop->changed = true;
    }
}

static void take_names(struct loop *loop)
{
    struct named_user user = {0};
    enum named named;
    bool any = false;

    while ((named = namer_take(loop->namer, &user)) != NAMED_NOTHING) {
        struct event event = {.kind = EVENT_USER, .as.user = {user.name, user.known, user.uid}};

        if (named == NAMED_USER)
            dispatch(loop, &event);
        any |= named == NAMED_ID;
    }
    if (any)
        dispatch(loop, &(struct event){.kind = EVENT_NAMES});
}

static void take_interrupts(struct loop *loop, unsigned interrupts)
{
    if (interrupts & INTERRUPT_BREAK && loop->inspector.fd >= 0) {
        inspector_interrupt(&loop->inspector);
        interrupts &= ~(unsigned)INTERRUPT_BREAK;
    }
    if (interrupts & (INTERRUPT_END | INTERRUPT_BREAK | INTERRUPT_PIPE))
        end(loop, ENDING_ASKED, 0);
    if (!loop->ended && interrupts & INTERRUPT_SUSPEND)
        term_suspend(loop->term);
    if (!loop->ended && interrupts & INTERRUPT_RESUME)
        term_resume(loop->term);
    if (!loop->ended && interrupts & (INTERRUPT_SUSPEND | INTERRUPT_RESUME | INTERRUPT_RESIZE))
        take_size(loop);
}

/* Puts into the rows what has been read of them, and asks for what they still lack. */
static void fill_rows(struct loop *loop)
{
    const struct event event = {.kind = EVENT_FILLED};
    const struct task *filled;
    int64_t since_ns;
    bool any = false;

    while ((filled = filler_take(loop->filler))) {
        visible_put(loop->model, filled);
        any = true;
    }
    if (any) {
        update(loop->model, &event);
        change(loop);
    }
    if (loop->fill_failed ||
        (filler_is_busy(loop->filler, &since_ns) && clock_now_ns() - since_ns < FILL_GIVE_UP_NS))
        return;
    if (!loop->to_fill.count)
        visible_list(loop->model, NULL, &loop->to_fill);
    if (loop->to_fill.count)
        loop->fill_failed = filler_request(loop->filler, &loop->to_fill) < 0;
    loop->to_fill.count = 0;
}

/* Whether names are awaited since less than this. */
static bool awaits_names(const struct loop *loop, int64_t limit_ns, int64_t *until_ns)
{
    int64_t since_ns;
    bool busy = namer_is_busy(loop->namer, &since_ns);

    *until_ns = since_ns + limit_ns;
    return busy && clock_now_ns() < *until_ns;
}

/* When drawing waits no longer for what is missing; now, or before, where nothing is. */
static int64_t draw_time(const struct loop *loop)
{
    int64_t since_ns, names_by_ns;
    int64_t time_ns = filler_is_busy(loop->filler, &since_ns) ? loop->draw_by_ns : 0;

    if (awaits_names(loop, NAME_GRACE_NS, &names_by_ns) && names_by_ns > time_ns)
        time_ns = names_by_ns;
    return time_ns;
}

/* A frame that lacks names that nobody has asked for yet is not shown at once. */
static void draw(struct loop *loop)
{
    view_screen(loop->model, &loop->frame);
    if (loop->model->failed || loop->frame.failed) {
        end(loop, ENDING_MEMORY, -ENOMEM);
        return;
    }
    if (namer_ask(loop->namer))
        return;
    term_draw(loop->term, &loop->frame, loop->afresh);
    loop->changed = loop->afresh = false;
}

/* Whether there are as many readings as -n asks for. */
static bool has_all_readings(const struct loop *loop)
{
    return loop->iterations && loop->shown >= loop->iterations;
}

/* Whether the last of them is on the screen, as complete as it will be. */
static bool is_finished(const struct loop *loop)
{
    int64_t until_ns;

    return has_all_readings(loop) && !loop->changed &&
           (loop->fill_failed || filler_is_taken(loop->filler)) &&
           !awaits_names(loop, NAME_GIVE_UP_NS, &until_ns);
}

static void hasten(int64_t *time_ns, int64_t earlier_ns)
{
    if (earlier_ns < *time_ns)
        *time_ns = earlier_ns;
}

/* How long there is nothing to do unless something happens; below 0: for ever. */
static int64_t idle_ns(const struct loop *loop)
{
    int64_t time_ns = INT64_MAX;
    int64_t since_ns;

    /* While a scan goes on its end is the next thing to happen. */
    if (!loop->scanning && !has_all_readings(loop))
        hasten(&time_ns, loop->next_scan_ns);
    if (filler_is_busy(loop->filler, &since_ns) && !loop->fill_failed) {
        hasten(&time_ns, since_ns + FILL_GIVE_UP_NS);
        if (loop->changed)
            hasten(&time_ns, loop->draw_by_ns);
    }
    if (loop->changed && awaits_names(loop, NAME_GRACE_NS, &since_ns))
        hasten(&time_ns, since_ns);
    if (has_all_readings(loop) && awaits_names(loop, NAME_GIVE_UP_NS, &since_ns))
        hasten(&time_ns, since_ns);
    if (loop->tend_in_ns >= 0)
        hasten(&time_ns, clock_now_ns() + loop->tend_in_ns);
    if (time_ns == INT64_MAX)
        return -1;
    time_ns -= clock_now_ns();
    return time_ns > 0 ? time_ns : 0;
}

static void wait_and_take(struct loop *loop)
{
    struct pollfd fds[] = {
        {.fd = term_fd(loop->term), .events = POLLIN},
        {.fd = crew_fd(loop->crew), .events = POLLIN},
        {.fd = loop->inspector.fd, .events = POLLIN}, /* below 0 it is passed over */
        {.fd = filler_fd(loop->filler), .events = POLLIN},
        {.fd = namer_fd(loop->namer), .events = POLLIN},
    };
    unsigned interrupts = interrupt_wait(fds, sizeof fds / sizeof fds[0], idle_ns(loop));

    take_interrupts(loop, interrupts);
    if (!loop->ended)
        take_keys(loop, fds[0].revents);
    if (!loop->ended && fds[1].revents)
        take_reading(loop);
    if (!loop->ended && fds[2].revents && loop->inspector.fd >= 0)
        take_output(loop);
    if (!loop->ended && fds[4].revents)
        take_names(loop);
    inspector_reap(&loop->inspector);
}

static void run_loop(struct loop *loop)
{
    request_scan(loop);
    take_size(loop);
    while (!loop->ended) {
        if (!loop->scanning && !has_all_readings(loop) && clock_now_ns() >= loop->next_scan_ns)
            request_scan(loop);
        if (loop->model->reading) {
            fill_rows(loop);
            if (loop->changed && clock_now_ns() >= draw_time(loop))
                draw(loop);
        }
        loop->tend_in_ns = crew_tend(loop->crew);
        if (is_finished(loop))
            end(loop, ENDING_ASKED, 0);
        if (!loop->ended)
            wait_and_take(loop);
    }
}

enum ending interactive_run(const struct interactive *run, int *error, struct buf *why)
{
    struct loop loop = {
        .model = run->model, .iterations = run->iterations, .config_path = run->config_path};

    frame_init(&loop.frame);
    inspector_init(&loop.inspector);
    *error = filler_open(run->fill_options, &loop.filler, why);
    if (!*error)
        *error = term_open(&loop.term, why);
    if (!*error)
        *error = namer_start(run->model->context.names, &loop.namer);
    if (!*error)
        *error = crew_start(run->scanner, run->fill_options, &loop.crew);
    if (*error) {
        if (!why->len)
            buf_printf(why, _("cannot start: %s"), strerror(-*error));
        scanner_close(run->scanner);
        loop.ending = ENDING_SCAN;
    } else {
        loop.model->colour_count = term_colours(loop.term);
        run_loop(&loop);
        *error = loop.error;
    }
    /* The terminal first: its user waits for it, while a scan may have to come to its end. */
    term_close(loop.term, loop.ending == ENDING_ASKED ? &loop.frame : NULL);
    inspector_stop(&loop.inspector);
    loop.model->reading = NULL;
    crew_stop(loop.crew);
    filler_close(loop.filler);
    namer_stop(loop.namer);
    fill_list_fini(&loop.to_fill);
    frame_fini(&loop.frame);
    return loop.ending;
}
