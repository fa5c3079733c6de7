/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/config/stock_config.h"

#include <string.h>

#include "top/base/i18n.h"
#include "top/config/config_lines.h"
#include "top/config/stock_form.h"
#include "top/config/stock_pairs.h"
#include "top/model/number.h"

struct reader {
    struct config *config;
    enum section section;
    size_t window_count; /* begun so far */
    bool as_bytes;       /* id j: fields are bytes */
    bool in_fields;      /* numbers of fields may go on */
    bool placed[FIELD_COUNT];
    size_t slot_count;
    size_t filter_window;
    struct buf *why;
};

static struct window_settings *current_window(const struct reader *reader)
{
    return &reader->config->windows[reader->window_count - 1];
}

static bool place_field(struct reader *reader, int64_t number, bool shown)
{
    struct window_settings *window = current_window(reader);

    if (number < 0 || number >= STOCK_FIELD_LIMIT) {
        buf_printf(reader->why, _("there is no field %d"), (int)number);
        return false;
    }
    if (number >= FIELD_STOCK_COUNT)
        return true;
    if (reader->placed[number]) {
        buf_printf(reader->why, _("field %d occurs twice"), (int)number);
        return false;
    }
    reader->placed[number] = true;
    window->slots[reader->slot_count++] = (struct field_slot){(enum field_id)number, shown};
    return true;
}

/* Fields that are newer than the file come last. */
static void end_fields(struct reader *reader)
{
    struct window_settings *window;

    if (!reader->in_fields)
        return;
    window = current_window(reader);
    for (unsigned id = 0; id < FIELD_COUNT; id++)
        if (!reader->placed[id])
            window->slots[reader->slot_count++] = (struct field_slot){(enum field_id)id, false};
    window_settings_update(window);
    reader->in_fields = false;
}

static bool read_field_bytes(struct reader *reader, const char *text)
{
    for (; *text && *text != ' '; text++) {
        unsigned char byte = (unsigned char)*text;

        if (!place_field(reader, (byte & 0x7f) - STOCK_FIELD_BASE, byte & 0x80))
            return false;
    }
    return true;
}

static bool read_field_numbers(struct reader *reader, char *text)
{
    char *rest, *word;

    for (word = strtok_r(text, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
        int64_t number;

        if (!number_parse(word, &number) || number < 2 * STOCK_FIELD_BASE || number > INT16_MAX)
            return config_lines_refuse(reader->why, _("not a field:"), word);
        if (!place_field(reader, number / 2 - STOCK_FIELD_BASE, number % 2))
            return false;
    }
    return true;
}

/* "Def", a tab or blanks, "fieldscur=" and the fields. */
static bool begin_window(struct reader *reader, char *line)
{
    static const char mark[] = "fieldscur=";
    size_t name_len = strcspn(line, " \t");
    char *fields = line + name_len + strspn(line + name_len, " \t");
    struct window_settings *window;

    if (strncmp(fields, mark, strlen(mark)) != 0 || reader->window_count == WINDOW_COUNT)
        return config_lines_refuse(reader->why, _("not a window:"), line);
    end_fields(reader);
    window = &reader->config->windows[reader->window_count++];
    line[name_len] = '\0';
    if (!window_settings_set_name(window, line))
        return config_lines_refuse(reader->why, _("not a name of a window:"), line);
    memset(reader->placed, 0, sizeof(reader->placed));
    reader->slot_count = 0;
    reader->in_fields = true;
    fields += strlen(mark);
    if (reader->as_bytes)
        return read_field_bytes(reader, fields);
    return read_field_numbers(reader, fields);
}

static bool read_pairs(struct reader *reader, char *line)
{
    const struct stock_place place = {
        .section = reader->section,
        .config = reader->config,
        .window = reader->window_count ? current_window(reader) : NULL,
    };
    char *rest, *word;

    for (word = strtok_r(line, ", \t", &rest); word; word = strtok_r(NULL, ", \t", &rest)) {
        char *sign = strchr(word, '=');

        if (!sign)
            return config_lines_refuse(reader->why, _("not a setting:"), word);
        *sign = '\0';
        if (!stock_pair_take(&place, word, sign + 1, reader->why))
            return false;
    }
    return true;
}

/* "Id:k, ..." */
static bool read_modes(struct reader *reader, char *line)
{
    char id[2] = {0};

    if (strncmp(line, "Id:", 3) == 0)
        id[0] = line[3];
    if (id[0] < 'j' || id[0] > 'n' || line[4] != ',')
        return config_lines_refuse(
            reader->why, _("only the versions j to n of stock top's files are known, not"), id);
    reader->as_bytes = id[0] == 'j';
    return read_pairs(reader, line + 4);
}

static bool read_window_line(struct reader *reader, char *line)
{
    char *text = line + strspn(line, " \t");

    if (text == line && strncmp(line, "Fixed_widest=", strlen("Fixed_widest=")) == 0) {
        if (reader->window_count < WINDOW_COUNT)
            return config_lines_refuse(reader->why, _("a window is missing before"), line);
        end_fields(reader);
        reader->section = SECTION_REST;
        return read_pairs(reader, line);
    }
    if (text == line)
        return begin_window(reader, line);
    if (!reader->window_count)
        return config_lines_refuse(reader->why, _("not a window:"), line);
    if (reader->in_fields && *text >= '0' && *text <= '9')
        return read_field_numbers(reader, text);
    end_fields(reader);
    return read_pairs(reader, text);
}

/* "type=111,\tfilter=PID>5": the type is the key, o or O. */
static bool read_filter(struct reader *reader, const char *text)
{
    const char *filter_text = strstr(text, "filter=");
    bool any_case = strncmp(text, "type=111,", 9) == 0;
    struct filters *filters = &reader->config->windows[reader->filter_window].filters;
    struct filter filter;

    if (!filter_text || (!any_case && strncmp(text, "type=79,", 8) != 0))
        return config_lines_refuse(reader->why, _("not a filter:"), text);
    return filter_parse(filter_text + strlen("filter="), any_case, &filter, reader->why) &&
           filters_add(filters, &filter, reader->why);
}

/* A file has the newest first. */
static void order_filters(struct config *config)
{
    for (size_t i = 0; i < WINDOW_COUNT; i++) {
        struct filters *filters = &config->windows[i].filters;

        for (size_t at = 0; at < filters->count / 2; at++) {
            struct filter *other = &filters->list[filters->count - 1 - at];
            struct filter filter = filters->list[at];

            filters->list[at] = *other;
            *other = filter;
        }
    }
}

static bool read_rest(struct reader *reader, const char *line)
{
    static const char window[] = "window #";
    const char *text = line + strspn(line, " \t");

    if (strncmp(line, "pipe\t", 5) == 0 || strncmp(line, "file\t", 5) == 0)
        return config_add_entry(reader->config, line, reader->why);
    if (strncmp(line, window, strlen(window)) == 0) {
        reader->filter_window = (size_t)(line[strlen(window)] - '0');
        return reader->filter_window < WINDOW_COUNT ||
               config_lines_refuse(reader->why, _("not a window:"), line);
    }
    if (strncmp(text, "type=", 5) == 0)
        return read_filter(reader, text);
    return true; /* a comment, or a line around the filters */
}

static bool take_line(void *argument, char *line)
{
    struct reader *reader = argument;

    switch (reader->section) {
    case SECTION_TITLE:
        if (!strstr(line, STOCK_EYECATCHER))
            return config_lines_refuse(reader->why, _("not a configuration of top:"), line);
        reader->section = SECTION_MODES;
        return true;
    case SECTION_MODES:
        if (!read_modes(reader, line))
            return false;
        reader->section = SECTION_WINDOWS;
        return true;
    case SECTION_WINDOWS:
        return !*line || read_window_line(reader, line);
    case SECTION_REST:
        break;
    }
    return read_rest(reader, line);
}

bool stock_config_parse(struct config *config, const char *text, size_t len,
                        struct config_error *error)
{
    struct reader reader = {.config = config, .why = &error->why};
    bool good;

    config_init(config);
    config_show_as_stock(config);
    good = config_lines_read(text, len, error, take_line, &reader);
    if (good && reader.section != SECTION_REST) {
        buf_puts(&error->why, _("the file is not complete"));
        good = false;
    }
    if (good)
        order_filters(config);
    else
        config_reset(config);
    return good;
}
