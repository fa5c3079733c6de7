/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdbool.h>
#include <stddef.h>

#include "lib/base/units.h"
#include "lib/text/i18n.h"
#include "top/screens/screens.h"

#define KEY_CELLS 14

/* Lines above the keys: a title, a line of settings, and a blank line. */
#define HEAD_LINES 3

struct help_topic {
    const char *keys; /* NULL: the text is the title of those that follow */
    const char *text; /* marked for translation; NULL ends the list */
    int key;          /* one of them: all are unavailable in secure mode as it is, see screens.h */
};

/* The keys of the task screen by purpose: the first page. With the head of the screen 24 lines. */
static const struct help_topic help_topics[] = {
    {.text = N_("Find")},
    {"/ L", N_("a text in the table: while it is typed, in all fields"), '/'},
    {"o u p", N_("rows by the text of a field; of one user; pause to read them"), 'o'},
    {"H V F", N_("threads; the forest; one subtree of it"), 'H'},
    {"% * 7", N_("pools of threads; pools by wait; a map of all threads"), '%'},
    {.text = N_("Explain")},
    {"^W", N_("why a task waits: call, lock, owner, stacks"), PRESS_CTRL_W},
    {"Tab", N_("rates and figures about I/O, memory, waits, CPU, in turn"), PRESS_TAB},
    {"D ^D 6", N_("exited tasks: rows, a list; pressure on the host"), 'D'},
    {"^K ^N ^G", N_("command line, environment, control groups of a task"), PRESS_CTRL_K},
    {.text = N_("Act")},
    {"Space K ;", N_("tag tasks, so that the next keys act on all of them"), ' '},
    {"k F9", N_("send a signal"), 'k'},
    {"r F7 F8", N_("change the nice value: to a number, by one"), 'r'},
    {.text = N_("Look")},
    {"P M T < > R", N_("sort by CPU, memory, time, another field; reverse"), 'P'},
    {"f c i", N_("choose fields; command lines; hide idle tasks"), 'f'},
    {"t m 1 z 9", N_("processors, memory, each processor; colours; function keys"), 't'},
    {"A a g", N_("four windows on the screen; the next, another one"), 'A'},
    {.text = N_("Save"), .key = 'W'},
    {"W", N_("save settings"), 'W'},
    {.text = NULL},
};

/* False for keys covered by another key's line, and for those disabled in secure mode. */
static bool has_line(const struct model *model, const struct binding *binding)
{
    return binding->label && !(model->secure && binding->outside);
}

static bool has_topic(const struct model *model, const struct help_topic *topic)
{
    return !(model->secure && binding_find(model->task_keys, topic->key)->outside);
}

static size_t topic_lines(const struct model *model)
{
    size_t lines = 0;

    for (const struct help_topic *topic = help_topics; topic->text; topic++)
        lines += has_topic(model, topic);
    return lines;
}

static size_t all_lines(const struct model *model)
{
    size_t lines = topic_lines(model);

    for (const struct binding *key = model->task_keys; key->key; key++)
        lines += has_line(model, key);
    return lines;
}

void help_open(struct model *model, int all)
{
    model->screen = SCREEN_HELP;
    model->help_first = all ? topic_lines(model) : 0;
}

static size_t page_lines(const struct model *model)
{
    return model_rows_below(model, HEAD_LINES);
}

static void scroll(struct model *model, int direction, size_t lines)
{
    model_scroll_lines(&model->help_first, direction, lines);
}

static void limit_scroll(struct model *model)
{
    model_limit_first(&model->help_first, all_lines(model), page_lines(model));
}

/* To the table of all keys, and through it. */
static void scroll_to_keys(struct model *model)
{
    if (model->help_first < topic_lines(model))
        model->help_first = topic_lines(model);
    else
        screen_scroll_page(model, 1);
}

static const struct binding keys[] = {
    SCROLL_KEYS,
    {.key = ' ', .act_on = screen_scroll_page, .argument = 1},
    /* These keys also continue stock top's help. */
    {.key = 'h', .act = scroll_to_keys},
    {.key = '?', .act_on = screen_scroll_page, .argument = 1},
    {.key = PRESS_ENTER, .act_on = screen_scroll_line, .argument = 1},
    {.key = 0, .act = model_leave_screen},
};

static void view_head(const struct model *model, struct frame *frame)
{
    const struct window_settings *settings = &model->window->settings;

    const size_t page = page_lines(model);
    const size_t pages = (all_lines(model) + page - 1) / page;

    frame_put_title(frame, _("Help %zu/%zu: arrows, Space scroll; h: all keys; other keys go back"),
                    (model->help_first + page - 1) / page + 1, pages);
    frame_next_line(frame);
    frame_printf(frame, LOOK_PLAIN, _("Delay %.1f s, secure mode %s, threads %s, command lines %s"),
                 (double)model->settings.delay_ns / NS_PER_S, model->secure ? _("on") : _("off"),
                 model->threads ? _("on") : _("off"), settings->command_lines ? _("on") : _("off"));
    frame_next_line(frame);
}

/* False for lines that are scrolled out or below the screen. */
static bool next_line(const struct model *model, size_t *skip, struct frame *frame)
{
    if (*skip) {
        (*skip)--;
        return false;
    }
    if (frame->line_count >= model->rows)
        return false;
    frame_next_line(frame);
    return true;
}

static void put_key(const char *label, const char *help, struct frame *frame)
{
    const size_t cells = frame_puts(frame, LOOK_BOLD, label);

    frame_gap(frame, LOOK_PLAIN, cells < KEY_CELLS ? KEY_CELLS - cells : 1);
    frame_puts(frame, LOOK_PLAIN, _(help));
}

static void view(const struct model *model, struct frame *frame)
{
    size_t skip = model->help_first;

    view_head(model, frame);
    for (const struct help_topic *topic = help_topics; topic->text; topic++) {
        if (!has_topic(model, topic) || !next_line(model, &skip, frame))
            continue;
        if (topic->keys)
            put_key(topic->keys, topic->text, frame);
        else
            frame_puts(frame, LOOK_REVERSE, _(topic->text));
    }
    for (const struct binding *key = model->task_keys; key->key; key++)
        if (has_line(model, key) && next_line(model, &skip, frame))
            put_key(_(key->label), key->help, frame);
}

const struct screen_ops help_screen = {keys, scroll, page_lines, limit_scroll, view};
