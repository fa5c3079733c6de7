/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Throws keys, clicks, sizes, samples and answers at top's model (libFuzzer), over the host of
 * tests/common/fixed_host.c. The first three bytes are the terminal; what follows are events. Every
 * frame must fit the screen and have nothing that a terminal obeys, and what update() asks for must
 * be allowed.
 */
#include <locale.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/escape.h"
#include "lib/text/names.h"
#include "tests/common/ended_rows.h"
#include "tests/common/fixed_host.h"
#include "tests/fuzz/fuzz.h"
#include "top/config/config.h"
#include "top/config/internal.h"
#include "top/model/model.h"
#include "top/screens/screens.h"
#include "top/update/update.h"

static struct inspect_entry entries[] = {
    {INSPECT_PIPE, "Odd Text", "odd -p %d 100%%"},
    {INSPECT_FILE, "Numbers", "/proc/%d/numbers"},
};

static const int odd_keys[] = {
    PRESS_UP,   PRESS_DOWN,   PRESS_LEFT,   PRESS_RIGHT,    PRESS_PAGE_UP, PRESS_PAGE_DOWN,
    PRESS_HOME, PRESS_END,    PRESS_INSERT, PRESS_DELETE,   PRESS_ENTER,   PRESS_ESCAPE,
    0x85,       PRESS_ESCAPE, 0x300,        PRESS_BACK_TAB, 0x202e,        0x4e2d,
};

#define ODD_KEYS (sizeof(odd_keys) / sizeof(odd_keys[0]))

static struct sample processes, threads, none;

/* U+202E, byte by byte: as a string literal it would be in disguise itself. */
static const char rtl_override[] = {'\xe2', '\x80', '\xae', '\0'};

static const struct made ended_processes[] = {
    {"cc1", "cc", 412, 2500, 40, 99993002, TASK_PROCESS},
    {"\033[7m\n\xff", rtl_override, UINT64_MAX, 7, 4, 0, TASK_PROCESS},
    {"", "make", 0, 100, -1, -1, TASK_PROCESS},
    {"", "", 3, 0, INT64_MAX / 2000000, -1, TASK_PROCESS},
};

static const struct made ended_threads[] = {
    {"exec-1", "database", 2, 30, 40, 99993001, TASK_THREAD},
    {"exec-2", "database", 7, 10, 4, 99993001, TASK_THREAD},
    {"exec-3", "\033]0;", 7, 10, 4, 99993001, TASK_THREAD},
    {"", "database", 0, 5, -1, -1, TASK_THREAD},
};

static void add_ended(struct sample *sample, const struct made *made, size_t count)
{
    struct snapshot before;

    snapshot_init(&before);
    snapshot_init(&sample->ended.rows);
    ended_sample_clear(&sample->ended);
    sample->ended.watched = true;
    sample->ended.counted = made[0].kind == TASK_PROCESS;
    sample->ended.of_threads = made[0].kind == TASK_THREAD;
    sample->ended.interval_ns = 2000 * MS;
    for (size_t i = 0; i < count; i++)
        ended_row_add(&sample->ended.rows, &made[i]);
    must(ended_sample_complete(&sample->ended, &before) == 0);
}

/* The input that is left. */
static void open_host(void)
{
    static bool is_open;

    if (is_open)
        return;
    is_open = true;
    must(setlocale(LC_ALL, "C.UTF-8") != NULL);
    fixed_host_init(&processes);
    fixed_host_init_threads(&threads);
    add_ended(&processes, ended_processes, sizeof(ended_processes) / sizeof(ended_processes[0]));
    add_ended(&threads, ended_threads, sizeof(ended_threads) / sizeof(ended_threads[0]));
    snapshot_init(&none.snapshot);
    none.snapshot.system = processes.snapshot.system;
}

static struct sample *answer_request(const struct model *model, bool with_none)
{
    const struct sample_request request = sample_request_of(model);
    struct sample *sample = with_none                      ? &none
                            : request.rows == ROWS_THREADS ? &threads
                                                           : &processes;

    sample->request = request;
    return sample;
}

static void check_span(const struct frame *frame, const struct frame_span *span)
{
    must(span->offset + span->bytes <= frame->text.len);
    for (size_t i = 0; i < span->bytes; i++) {
        const unsigned char byte = (unsigned char)frame->text.data[span->offset + i];

        must(byte >= ' ' && byte != 0x7f);
    }
}

static void check_frame(const struct model *model, struct frame *frame)
{
    screen_view(model, frame);
    must(!frame->failed && !model->failed);
    must(frame->line_count <= model->rows);
    for (size_t i = 0; i < frame->line_count; i++) {
        size_t cells = 0;
        size_t bytes = 0;

        for (size_t at = 0; at < frame->lines[i].span_count; at++) {
            const struct frame_span *span = &frame->spans[frame->lines[i].first_span + at];

            check_span(frame, span);
            cells += escape_width(frame->text.data + span->offset, span->bytes);
            bytes += span->bytes;
        }
        must(cells <= model->cols);
        must(bytes <= (model->cols + frame->lines[i].span_count) * ESCAPE_CELL_BYTES_MAX);
    }
    if (frame->cursor)
        must(frame->cursor_row < model->rows && frame->cursor_col <= model->cols);
}

/* What W writes must be what is read again. */
static void save(const struct model *model)
{
    struct config config, again;
    struct config_error error = {0};
    struct buf text = {0};

    config_take(&config, model);
    config_put(&config, &text);
    must(config_parse(&again, buf_text(&text), text.len, &error));
    config_fini(&again);
    config_fini(&config);
    buf_fini(&error.why);
    buf_fini(&text);
}

static void check_effects(const struct model *model, const struct effects *effects)
{
    const enum action action = effects->action;

    if (action == ACTION_SIGNAL || action == ACTION_RENICE || action == ACTION_RENICE_AUTOGROUP)
        must(!model->secure && effects->pid > 0);
    if (action == ACTION_INSPECT)
        must(!model->secure && effects->pid > 0 && effects->entry < model->inspect_entries.count);
    if (action == ACTION_SAVE) {
        must(!model->secure);
        save(model);
    }
}

static struct event size_event(struct input *input)
{
    struct event event = {.kind = EVENT_SIZE};

    event.as.size.rows = 1 + next_byte(input) % 200u;
    event.as.size.cols = 1 + 2u * next_byte(input);
    return event;
}

static struct event mouse_event(struct input *input)
{
    struct event event = {.kind = EVENT_MOUSE};

    event.as.mouse.action = (enum mouse_action)(next_byte(input) % 3);
    event.as.mouse.row = next_byte(input);
    event.as.mouse.col = 2u * next_byte(input);
    return event;
}

static struct event output_event(struct input *input)
{
    struct event event = {.kind = EVENT_OUTPUT};
    size_t len = next_byte(input);

    len = len < input->left ? len : input->left;
    event.as.output.bytes = (const char *)input->data;
    event.as.output.len = len;
    input->data += len;
    input->left -= len;
    return event;
}

/* Everything but keys. `name` is room for an answer about a user. */
static struct event odd_event(struct model *model, uint8_t byte, struct input *input,
                              char name[PROMPT_BYTES])
{
    switch (byte % 10) {
    case 0:
        return size_event(input);
    case 1:
        return mouse_event(input);
    case 2:
        return (struct event){.kind = EVENT_SAMPLE,
                              .as.sample = answer_request(model, next_byte(input) % 4 == 0)};
    case 3:
        return (struct event){.kind = EVENT_MESSAGE,
                              .as.message =
                                  "a\033[31mmessage\n \xff\xc2\x85 \xe2\x80\xae end\xe2\x80\xac"};
    case 4:
        return output_event(input);
    case 5:
        return (struct event){.kind = EVENT_OUTPUT_END, .as.message = byte & 1 ? "why\033" : NULL};
    case 6:
        memcpy(name, model->wanted_user.name, PROMPT_BYTES);
        return (struct event){.kind = EVENT_USER,
                              .as.user = {name, byte & 1, byte & 2 ? 0 : 99993002}};
    case 7:
        return (struct event){.kind = EVENT_NAMES};
    case 8:
        return (struct event){.kind = EVENT_FILLED};
    default:
        return (struct event){.kind = EVENT_KEY, .as.key = odd_keys[next_byte(input) % ODD_KEYS]};
    }
}

/* False: the program would end. */
static bool handle(struct model *model, const struct event *event)
{
    const struct effects effects = update(model, event);

    check_effects(model, &effects);
    if (effects.scan || !sample_request_is_met(model)) {
        const struct event sample = {.kind = EVENT_SAMPLE,
                                     .as.sample = answer_request(model, false)};

        update(model, &sample);
    }
    return !effects.quit;
}

static void run(struct model *model, struct frame *frame, struct input *input)
{
    char name[PROMPT_BYTES];
    struct event event = size_event(input);
    bool goes_on = handle(model, &event);

    while (goes_on && input->left) {
        const uint8_t byte = next_byte(input);

        if (byte < 0x80)
            event = (struct event){.kind = EVENT_KEY, .as.key = byte};
        else
            event = odd_event(model, byte, input, name);
        goes_on = handle(model, &event);
        check_frame(model, frame);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {data, size};
    struct name_cache *names;
    struct model model;
    struct frame frame;
    uint8_t kind;

    open_host();
    names = name_cache_new();
    must(names);
    kind = next_byte(&input);
    model_init(&model, names, kind & 16);
    frame_init(&frame);
    model.self = 999;
    model.colour_count = kind & 1 ? 256 : kind & 2 ? 8 : 0;
    model.secure = kind & 4;
    if (kind & 8)
        model.inspect_entries = (struct inspect_entries){entries, 2};
    run(&model, &frame, &input);
    model_fini(&model);
    frame_fini(&frame);
    name_cache_free(names);
    return 0;
}
